import type { PricedLine } from '#server/domains/orders/index.ts'
import type { CouponRow, Uses } from './queries.ts'

/** Whether the coupon is valid at a moment. */
export const isCurrent = ({ enabled, validFrom, validUntil }: CouponRow, now: Date): boolean =>
  enabled && (validFrom === null || validFrom <= now) && (validUntil === null || now < validUntil)

/** Uses left for a buyer; null: no limit. */
export function usesLeft(
  { used, totalLimit, perMemberLimit }: Pick<CouponRow, 'used' | 'totalLimit' | 'perMemberLimit'>,
  { held, mine }: Uses,
): number | null {
  const limits = [
    ...(totalLimit === null ? [] : [totalLimit - used - held]),
    ...(perMemberLimit === null ? [] : [perMemberLimit - mine]),
  ]
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits))
}

/** Discounts the tickets that a coupon is for, never memberships. The lines keep their order. */
export function discountLines(coupon: CouponRow, lines: readonly PricedLine[]): PricedLine[] {
  const eligible = lines.filter((line) => isFor(coupon, line))
  const off = splitDiscount(
    coupon,
    eligible.map(({ total }) => total),
  )
  return lines.map((line) => {
    const at = eligible.findIndex((one) => one === line)
    return at < 0 ? line : { ...line, discount: off[at]!, total: line.total - off[at]! }
  })
}

function isFor({ eventId, categories }: CouponRow, line: PricedLine): boolean {
  switch (line.kind) {
    case 'membership':
      return false
    case 'event':
      return (
        (eventId === null || eventId === line.eventId) && (categories === null || categories.includes(line.category))
      )
  }
}

export const offOf = (lines: readonly PricedLine[]): number => lines.reduce((sum, { discount }) => sum + discount, 0)

/** The lines without their discounts. */
export const fullPrice = (lines: readonly PricedLine[]): PricedLine[] =>
  lines.map((line) => ({ ...line, discount: 0, total: line.total + line.discount }))

/** The value of a coupon: whole percent of each ticket, or øre off the total. Exactly one of them is set. */
interface Worth {
  readonly percent: number | null
  readonly amount: number | null
}

/**
 * The discount on each of these amounts in øre, never more than the amount. A percentage is rounded half up on each;
 * an amount is distributed in proportion, to the last øre.
 */
export function splitDiscount({ percent, amount }: Worth, totals: readonly number[]): number[] {
  if (percent !== null) return totals.map((total) => Math.floor((total * percent + 50) / 100))
  const sum = totals.reduce((all, total) => all + total, 0)
  if (sum === 0) return totals.map(() => 0)
  return spread(Math.min(amount ?? 0, sum), totals, sum)
}

/** Rounds down, then gives the remaining øre to the largest remainders, the first of equals first. */
function spread(off: number, totals: readonly number[], sum: number): number[] {
  // The products exceed what a number holds exactly.
  const shares = totals.map((total) => BigInt(off) * BigInt(total))
  const whole = shares.map((share) => Number(share / BigInt(sum)))
  const left = off - whole.reduce((all, one) => all + one, 0)
  const cut = shares.map((share, at) => ({ at, rest: Number(share % BigInt(sum)) }))
  const favoured = new Set(
    cut
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, left)
      .map(({ at }) => at),
  )
  return whole.map((one, at) => one + (favoured.has(at) ? 1 : 0))
}
