import type { PriceParts } from '#contract/organisations.ts'
import type { ConfigurationRow } from '../configuration-queries.ts'

type PeriodKind = ConfigurationRow['periodKind']

interface Price {
  /** A season when left out. */
  readonly periodKind?: PeriodKind
  /** Øre, before VAT. */
  readonly price: number
  /** Percent, at most three decimals. Below 1 it adds nothing, as the specification has it. */
  readonly vatRate: number
  /** Øre, added after VAT. */
  readonly surcharge: number
}

interface PricedAmounts extends Omit<Price, 'periodKind'> {
  readonly vat: number
  readonly total: number
}

interface PriceRule {
  /** Explains the amount, by the same name on the wire, in a line and in words. */
  readonly name: keyof PricedAmounts & keyof PriceParts
  /** What it adds, in whole øre, from what is asked for and what the rules before it came to. */
  readonly amount: (of: Price, soFar: number) => number
}

/** What each kind costs, one rule after the other. VAT is on all that stands before it, and on nothing after it. */
const rules = {
  season: [
    { name: 'price', amount: ({ price }) => price },
    { name: 'vat', amount: ({ vatRate }, soFar) => vatOn(soFar, vatRate) },
    { name: 'surcharge', amount: ({ surcharge }) => surcharge },
  ],
} as const satisfies Record<PeriodKind, readonly PriceRule[]>

/** Price × VAT + surcharge, rounded half up to the øre; exact, whatever the size. What is shown is what is charged. */
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

/** In integers, because fractions of a krone are not exact otherwise. What is below nought rounds up as well. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && quotient * 2n * divisor !== doubled ? quotient - 1n : quotient
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
