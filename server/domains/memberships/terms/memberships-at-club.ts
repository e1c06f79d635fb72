import { textsIn } from '#contract/local-text.ts'
import type { MembershipStatus } from '#contract/memberships/memberships.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { selectMemberships } from '../queries.ts'
import { mainTerm } from './main-term.ts'

interface MembershipAtClub {
  readonly status: MembershipStatus
  /** Name and last day of the main term. */
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
      const main = mainTerm(row.terms, today, row.graceDays)
      if (!main) return []
      const { status, term } = main
      const { nameTexts, endDate } = term
      return [[row.membership.memberId, { status, ...textsIn({ name: nameTexts }, language), endDate }] as const]
    }),
  )
}
