import type { ConfigurationRow } from '../configuration-queries.ts'
import type { MembershipWithTerms } from '../queries.ts'
import { saleStateOf, type SaleState } from '../sale/sale-state.ts'

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

/**
 * What a membership is renewed with: the first season of the same series that begins after its last one has ended and is not
 * over itself, whether on sale yet or not. Null where the club offers none.
 * @param today `YYYY-MM-DD` in Copenhagen
 */
export function nextSeasonOf(
  terms: readonly PaidSeason[],
  configurations: readonly ConfigurationRow[],
  today: string,
): (ConfigurationRow & { sale: SaleState }) | null {
  const last = lastSeasonOf(terms)
  if (!last) return null
  const [next] = configurations
    .filter((one) => one.series === last.series && one.enabled && one.startDate > last.endDate && one.endDate >= today)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))
  return next ? { ...next, sale: saleStateOf(next, today) } : null
}
