import type { MembershipStatus } from '#contract/memberships/memberships.ts'
import { type HeldTerm, mainTerm } from './main-term.ts'

interface DerivedStatus {
  readonly status: MembershipStatus
  /** The last day of this status, if it ends by itself. */
  readonly until: string | null
}

/** The status of a membership on a day in Europe/Copenhagen: that of its main term. Without anything paid it is inactive. */
export function statusOf(terms: readonly HeldTerm[], today: string, graceDays: number): DerivedStatus {
  const { status, until } = mainTerm(terms, today, graceDays) ?? { status: 'inactive', until: null }
  return { status, until }
}

/** `membershipFor`: the earlier of the years in which a season starts and ends. */
export const earlierYear = ({ startDate, endDate }: { startDate: string; endDate: string }): number =>
  Math.min(Number(startDate.slice(0, 4)), Number(endDate.slice(0, 4)))
