import type { Reader } from '#server/database/db.ts'
import { priceMembership } from '../sale/membership-price.ts'
import { earlierYear } from '../terms/membership-year.ts'
import type { ConfigurationRow } from '../configuration-queries.ts'
import { selectAllConfigurations } from './renewal-queries.ts'

/** Which season of a club follows which, with what it costs. */
export interface Successor {
  readonly from: string
  readonly to: string
  /** Øre, with VAT and surcharge. */
  readonly amount: number
  /** `membershipFor` of the season that follows. */
  readonly year: number
  /** The season that ends stands beside another. */
  readonly combinable: boolean
  /** First day of the season that follows, and for which ages it is. */
  readonly startDate: string
  readonly minAge: number | null
  readonly maxAge: number | null
}

/** What follows the seasons of a club that end on a day: the first of the same series that is on sale by another day. */
export async function selectSuccessors(
  db: Reader,
  { orgId, endDate, onSaleBy }: { orgId: string; endDate: string; onSaleBy: string },
): Promise<Successor[]> {
  return successorsOf(await selectAllConfigurations(db, orgId), endDate, onSaleBy)
}

/** The rule itself. Days are `YYYY-MM-DD`. */
export const successorsOf = (
  configurations: readonly ConfigurationRow[],
  endDate: string,
  onSaleBy: string,
): Successor[] =>
  configurations
    .filter((one) => one.endDate === endDate)
    .flatMap((one) => {
      const [next] = configurations
        .filter((other) => other.enabled && other.series === one.series && other.startDate > endDate)
        .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id))
      if (!next || next.offerStartDate > onSaleBy || next.endDate < onSaleBy) return []
      return [
        {
          from: one.id,
          to: next.id,
          amount: priceMembership(next).total,
          year: earlierYear(next),
          combinable: one.combinable,
          startDate: next.startDate,
          minAge: next.minAge,
          maxAge: next.maxAge,
        },
      ]
    })
