import type { MembershipStatus } from '#contract/memberships.ts'
import { addDays } from '#server/database/clock.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { graceEnd } from '../grace.ts'

export interface StatusTerm {
  readonly status: 'held' | 'active' | 'released' | 'cancelled'
  /** `YYYY-MM-DD`. */
  readonly startDate: string
  readonly endDate: string
}

interface DerivedStatus {
  readonly status: MembershipStatus
  /** The last day of this status, if it ends by itself. */
  readonly until: string | null
}

/**
 * Derives the status of a membership from its terms and the day in Europe/Copenhagen. A term paid in advance counts from
 * its first day; until then the earlier terms decide.
 */
export function statusOf(terms: readonly StatusTerm[], today: string, graceDays: number): DerivedStatus {
  const paid = terms
    .filter((term) => term.status === 'active')
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  const current = paid.filter((term) => term.startDate <= today && term.endDate >= today)
  if (current.length > 0) return { status: 'active', until: lastDayWithoutGap(paid, current) }

  const past = paid.filter((term) => term.endDate < today)
  if (past.length > 0) {
    const until = graceEnd(latestEnd(past), graceDays)
    return until >= today ? { status: 'grace', until } : { status: 'expired', until: null }
  }
  if (paid.length > 0) return { status: 'inactive', until: addDays(paid[0]!.startDate, -1) }
  return { status: terms.some((term) => term.status === 'cancelled') ? 'cancelled' : 'inactive', until: null }
}

/** The status of `statusOf` in SQL: an aggregate over the rows of `membership_terms` of one membership. */
export const statusOfTerms = (day: SQL, graceDays: SQL): SQL => sql`case
  when bool_or(status = 'active' and ${day} between start_date and end_date) then 'active'
  when max(end_date) filter (where status = 'active' and end_date < ${day}) + ${graceDays} >= ${day} then 'grace'
  when bool_or(status = 'active' and end_date < ${day}) then 'expired'
  when bool_or(status = 'active') then 'inactive'
  when bool_or(status = 'cancelled') then 'cancelled'
  else 'inactive' end`

/** Includes seasons paid ahead that follow without a gap. */
function lastDayWithoutGap(paid: readonly StatusTerm[], current: readonly StatusTerm[]): string {
  return paid.reduce(
    (end, term) => (term.endDate > end && term.startDate <= addDays(end, 1) ? term.endDate : end),
    latestEnd(current),
  )
}

const latestEnd = (terms: readonly StatusTerm[]): string =>
  terms
    .map((term) => term.endDate)
    .toSorted()
    .at(-1)!

/** `membershipFor`: the earlier of the years in which a season starts and ends. */
export const earlierYear = ({ startDate, endDate }: { startDate: string; endDate: string }): number =>
  Math.min(Number(startDate.slice(0, 4)), Number(endDate.slice(0, 4)))
