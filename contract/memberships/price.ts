/** The parts of a price in øre. */
export interface Price {
  /** Defaults to a season. */
  readonly periodKind?: PeriodKind
  /** Before VAT. */
  readonly price: number
  /** Percent with at most three decimals. Below 1 it adds nothing, as the specification says. */
  readonly vatRate: number
  /** Added after VAT. */
  readonly surcharge: number
}

type PeriodKind = 'season'

export interface PricedAmounts extends Omit<Price, 'periodKind'> {
  readonly vat: number
  readonly total: number
}

interface PriceRule {
  /** Its name on the wire, in a line and in texts. */
  readonly name: 'price' | 'vat' | 'surcharge'
  /** Its amount in whole øre, from the configuration and the sum of the rules before it. */
  readonly amount: (of: Price, soFar: number) => number
}

/** The price rules of each kind, in order. VAT applies to everything before it and to nothing after. */
const rules = {
  season: [
    { name: 'price', amount: ({ price }) => price },
    { name: 'vat', amount: ({ vatRate }, soFar) => vatOn(soFar, vatRate) },
    { name: 'surcharge', amount: ({ surcharge }) => surcharge },
  ],
} as const satisfies Record<PeriodKind, readonly PriceRule[]>

/** Price × VAT + surcharge, rounded half up to the øre, in exact arithmetic. An office's form shows the same while it is typed. */
export function priceMembership(of: Price): PricedAmounts {
  const { periodKind = 'season', price, vatRate, surcharge } = of
  const priced = { price, vatRate, surcharge, vat: 0, total: 0 }
  for (const { name, amount } of rules[periodKind]) {
    priced[name] = amount(of, priced.total)
    priced.total += priced[name]
  }
  return priced
}

function vatOn(amount: number, vatRate: number): number {
  const thousandths = vatRate < 1 ? 0n : BigInt(Math.round(vatRate * 1000))
  return Number(halfUp(BigInt(amount) * thousandths, 100_000n))
}

/** In integers, because fractions of a krone are not exact in floating point. Negative amounts also round half up. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && quotient * 2n * divisor !== doubled ? quotient - 1n : quotient
}
