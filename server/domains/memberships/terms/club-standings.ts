import type { MembershipStatus } from '#contract/memberships.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { statusOf } from './membership-status.ts'
import { selectMemberships, type MembershipWithTerms } from '../queries.ts'

/** What somebody is to one club. */
interface ClubStanding {
  readonly status: MembershipStatus
  /** Of the season that counts, or counted last: how its membership is called, and its last day. */
  readonly name: string
  readonly endDate: string
}

/** What people are to one club, by person; who never had a membership there, or only began to buy one, is left out. */
export async function clubStandings(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, ClubStanding>> {
  if (memberIds.length === 0) return new Map()
  const today = copenhagenDate(await portalNow(db))
  const rows = await selectMemberships(db, { memberIds, orgId })
  return new Map(
    rows.flatMap((row) => {
      const season = seasonThatCounts(row, today)
      if (!season) return []
      const { status } = statusOf(row.terms, today, row.graceDays)
      const { configurationName: name, endDate } = season
      return [[row.membership.memberId, { status, name, endDate }] as const]
    }),
  )
}

/** Of the paid ones that of today, else the last before, else the next; else one that was taken back. */
function seasonThatCounts({ terms }: MembershipWithTerms, today: string) {
  // The one that begins last is first.
  const paid = terms.filter(({ status }) => status === 'active')
  const begun = paid.filter(({ startDate }) => startDate <= today)
  return (
    begun.find(({ endDate }) => endDate >= today) ??
    begun.toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0] ??
    paid.at(-1) ??
    terms.find(({ status }) => status === 'cancelled')
  )
}
