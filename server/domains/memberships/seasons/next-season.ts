import type { ConfigurationRow } from '../configuration-queries.ts'
import type { MembershipWithTerms } from '../queries.ts'
import { ageRefusal } from '../sale/fits-age.ts'
import type { Holders } from '../sale/holder-queries.ts'
import { isNearlyOver, proposedFor } from '../sale/propose-membership.ts'
import { saleStateOf, type SaleState } from '../sale/sale-state.ts'

/** Nobody who paid within so many days is asked to renew. */
export const JUST_PAID_DAYS = 7

export type PaidSeason = MembershipWithTerms['terms'][number]

/**
 * The season that a membership ends with: the last one paid. What is held beside others (a boat place beside a membership)
 * counts only where there is nothing else.
 */
export function lastSeasonOf(terms: readonly PaidSeason[]): PaidSeason | null {
  const paid = terms.filter((term) => term.status === 'active')
  const main = paid.filter((term) => !term.combinable)
  return (main.length > 0 ? main : paid).toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0] ?? null
}

type Held = Pick<MembershipWithTerms, 'terms' | 'dateOfBirth'>

export type NextSeason = ConfigurationRow & {
  sale: SaleState
  /** The season of the same series that is for another age. */
  insteadOf: Pick<ConfigurationRow, 'name' | 'minAge' | 'maxAge'> | null
}

/**
 * What a membership is renewed with: the first season of the same series that begins after its last one has ended, whether on sale
 * yet or not; the one after, where that is on sale and the first is nearly over. Who has grown out of the series is proposed
 * what fits. Null where the club offers none.
 */
export function nextSeasonOf(
  held: Held,
  configurations: readonly ConfigurationRow[],
  { today, holders }: { today: string; holders: readonly Holders[] },
): NextSeason | null {
  const { following, same, fitting } = seasonsAfter(held, configurations, today)
  const [first, second] = fitting
  if (first) {
    const skips = isNearlyOver(first, today) && second && saleStateOf(second, today) === 'on_sale'
    const next = skips ? second : first
    return { ...next, sale: saleStateOf(next, today), insteadOf: null }
  }
  const [outgrown] = same
  if (!outgrown) return null
  const onSale = following.filter((one) => saleStateOf(one, today) === 'on_sale')
  const person = { dateOfBirth: held.dateOfBirth, held: [] }
  const instead = proposedFor(onSale, person, { holders, today, unknownAge: false })
  return instead && { ...instead, sale: 'on_sale', insteadOf: outgrown }
}

/** Whether the seasons that follow are all for another age. */
export function hasGrownOut(held: Held, configurations: readonly ConfigurationRow[], today: string): boolean {
  const { same, fitting } = seasonsAfter(held, configurations, today)
  return same.length > 0 && fitting.length === 0
}

/** Whether none of them can be bought for an age as it is known: no card renews it. */
export function isClosedByAge(held: Held, configurations: readonly ConfigurationRow[], today: string): boolean {
  const { same } = seasonsAfter(held, configurations, today)
  return same.length > 0 && same.every((one) => ageRefusal(one, held.dateOfBirth) !== null)
}

function seasonsAfter({ terms, dateOfBirth }: Held, configurations: readonly ConfigurationRow[], today: string) {
  const last = lastSeasonOf(terms)
  const following = configurations.filter(
    (one) => last !== null && one.enabled && one.startDate > last.endDate && one.endDate >= today,
  )
  const same = following
    .filter(({ series }) => series === last?.series)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))
  const fitting = same.filter((one) => {
    const refusal = ageRefusal(one, dateOfBirth)
    return refusal === null || refusal === 'birth_date_missing'
  })
  return { following, same, fitting }
}
