import { textsIn } from '#contract/local-text.ts'
import type { MembershipStatus } from '#contract/memberships.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { statusOf } from './membership-status.ts'
import { selectMemberships, type MembershipWithTerms } from '../queries.ts'

/** Somebody's membership of one club. */
interface MembershipAtClub {
  readonly status: MembershipStatus
  /** Name and last day of the current season, or of the last one. */
  readonly name: string
  readonly danish?: string[]
  readonly endDate: string
}

/** The memberships of people in one club, by person. People who never had a paid one there are left out. */
export async function membershipsAtClub(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, MembershipAtClub>> {
  if (memberIds.length === 0) return new Map()
  const today = copenhagenDate(await portalNow(db))
  const rows = await selectMemberships(db, { memberIds, orgId })
  return new Map(
    rows.flatMap((row) => {
      const season = seasonThatCounts(row, today)
      if (!season) return []
      const { status } = statusOf(row.terms, today, row.graceDays)
      const { nameTexts, endDate } = season
      return [[row.membership.memberId, { status, ...textsIn({ name: nameTexts }, language), endDate }] as const]
    }),
  )
}

/** The paid season of today, else the last one before, else the next one; else a refunded one. */
function seasonThatCounts({ terms }: MembershipWithTerms, today: string) {
  // Newest first.
  const paid = terms.filter(({ status }) => status === 'active')
  const begun = paid.filter(({ startDate }) => startDate <= today)
  return (
    begun.find(({ endDate }) => endDate >= today) ??
    begun.toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0] ??
    paid.at(-1) ??
    terms.find(({ status }) => status === 'cancelled')
  )
}
