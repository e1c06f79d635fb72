import type { MembershipStatus } from '#contract/memberships/memberships.ts'
import { addDays } from '#server/database/clock.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { graceEnd } from '../grace.ts'

export interface HeldTerm {
  readonly status: 'held' | 'active' | 'released' | 'cancelled'
  /** `YYYY-MM-DD`. */
  readonly startDate: string
  readonly endDate: string
  readonly isTrial: boolean
  readonly combinable: boolean
}

type TermStatus = Exclude<MembershipStatus, 'inactive'> | 'upcoming'

/**
 * Which term of a person is their membership of a club: what counts on the day before what begins later, and that before what is over;
 * among these a membership before trials and optional extras.
 */
const order: readonly (readonly ['main' | 'beside', TermStatus])[] = [
  ['main', 'active'],
  ['main', 'grace'],
  ['beside', 'active'],
  ['main', 'upcoming'],
  ['beside', 'upcoming'],
  ['beside', 'grace'],
  ['main', 'expired'],
  ['beside', 'expired'],
  ['main', 'cancelled'],
  ['beside', 'cancelled'],
]

export interface MainTerm<T> {
  readonly term: T
  readonly status: MembershipStatus
  /** The last day of this status, if it ends by itself. */
  readonly until: string | null
}

/**
 * The term by which a membership is named: its name, price, end and status on a day in Copenhagen. Of several alike the one that ends
 * last; of those to come the next. Null where nothing was ever paid.
 */
export function mainTerm<T extends HeldTerm>(terms: readonly T[], day: string, graceDays: number): MainTerm<T> | null {
  const known = terms
    .filter(({ status }) => status === 'active' || status === 'cancelled')
    .map((term) => ({ term, status: statusOn(term, day, graceDays) }))
  const [first] = known.toSorted(
    (a, b) =>
      rankOf(a.term, a.status) - rankOf(b.term, b.status) ||
      (a.status === 'upcoming' ? a.term.startDate.localeCompare(b.term.startDate) : 0) ||
      b.term.endDate.localeCompare(a.term.endDate) ||
      b.term.startDate.localeCompare(a.term.startDate),
  )
  if (!first) return null
  const { term, status } = first
  const last: Record<TermStatus, string | null> = {
    active: term.endDate,
    grace: graceEnd(term.endDate, graceDays),
    upcoming: addDays(term.startDate, -1),
    expired: null,
    cancelled: null,
  }
  return { term, status: status === 'upcoming' ? 'inactive' : status, until: last[status] }
}

/** The main term first, then what else runs on the day: extras beside a membership. */
export function termsOnDay<T extends HeldTerm>(terms: readonly T[], day: string, graceDays: number): readonly T[] {
  const main = mainTerm(terms, day, graceDays)
  if (!main) return []
  const paid = terms.filter((term) => term !== main.term && term.status === 'active')
  return [main.term, ...paid.filter((term) => statusOn(term, day, graceDays) === 'active')]
}

function statusOn({ status, startDate, endDate }: HeldTerm, day: string, graceDays: number): TermStatus {
  if (status === 'cancelled') return 'cancelled'
  if (startDate > day) return 'upcoming'
  if (endDate >= day) return 'active'
  return graceEnd(endDate, graceDays) >= day ? 'grace' : 'expired'
}

const kindOf = ({ isTrial, combinable }: Pick<HeldTerm, 'isTrial' | 'combinable'>) =>
  isTrial || combinable ? 'beside' : 'main'

const rankOf = (term: HeldTerm, status: TermStatus) =>
  order.findIndex((one) => one[0] === kindOf(term) && one[1] === status)

/**
 * The status of `mainTerm` in SQL: an aggregate over the rows of `membership_terms` of one membership, joined with their
 * configurations as `seasons`.
 */
export const statusOfTerms = (day: SQL, graceDays: SQL): SQL => {
  const rankIn = (kind: 'main' | 'beside') => {
    const rank = (status: TermStatus) =>
      sql.raw(String(order.findIndex((one) => one[0] === kind && one[1] === status) + 1))
    return sql`case when status = 'cancelled' then ${rank('cancelled')} when start_date > ${day} then ${rank('upcoming')}
      when end_date >= ${day} then ${rank('active')} when end_date + ${graceDays} >= ${day} then ${rank('grace')} else ${rank('expired')} end`
  }
  const names = order.map(([, one]) => (one === 'upcoming' ? 'inactive' : one))
  return sql`coalesce((array[${sql.join(names.map(literal), sql`, `)}])[
    min(case when seasons.is_trial or seasons.combinable then ${rankIn('beside')} else ${rankIn('main')} end)
      filter (where status in ('active', 'cancelled'))], 'inactive')`
}

const literal = (text: string) => sql.raw(`'${text}'`)
