import type { PricedAmounts } from '#contract/memberships/price.ts'
import type { PriceParts } from '#contract/organisations/organisations.ts'

export function presentParts(amounts: PricedAmounts, currency: string): PriceParts {
  const money = (minor: number) => ({ minor, currency })
  return {
    price: money(amounts.price),
    vatRate: amounts.vatRate,
    vat: money(amounts.vat),
    surcharge: money(amounts.surcharge),
    total: money(amounts.total),
  }
}
