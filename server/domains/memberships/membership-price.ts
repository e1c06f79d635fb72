import type { PriceParts } from '#contract/organisations.ts'

export interface Price {
  /** Øre, before VAT. */
  readonly price: number
  /** Percent, at most three decimals. Below 1 it adds nothing, as the specification has it. */
  readonly vatRate: number
  /** Øre, added after VAT. */
  readonly surcharge: number
}

export interface PricedAmounts extends Price {
  readonly vat: number
  readonly total: number
}

/** Price × VAT + surcharge, rounded half up to the øre; exact, whatever the size. What is shown is what is charged. */
export function priceMembership({ price, vatRate, surcharge }: Price): PricedAmounts {
  const thousandths = vatRate < 1 ? 0n : BigInt(Math.round(vatRate * 1000))
  const vat = Number((BigInt(price) * thousandths + 50_000n) / 100_000n)
  return { price, vatRate, surcharge, vat, total: price + vat + surcharge }
}

/** The same as the wire carries it. */
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
