import type { PricedEvent, PricedLine } from '#server/domains/orders/index.ts'
import type { CouponRow, Uses } from './queries.ts'
import { splitDiscount } from './split-discount.ts'

/** Whether it may be used at a moment, as far as the coupon itself says. */
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

/** Takes it off the tickets that it is for, memberships never. The lines stand in their order. */
export function discountLines(coupon: CouponRow, lines: readonly PricedLine[]): PricedLine[] {
  const eligible = lines.filter((line): line is PricedEvent => isFor(coupon, line))
  const off = splitDiscount(
    coupon,
    eligible.map(({ total }) => total),
  )
  return lines.map((line) => {
    const at = eligible.findIndex((one) => one === line)
    return at < 0 ? line : { ...line, discount: off[at]!, total: line.total - off[at]! }
  })
}

const isFor = ({ eventId, categories }: CouponRow, line: PricedLine): boolean =>
  line.kind === 'event' &&
  (eventId === null || eventId === line.eventId) &&
  (categories === null || categories.includes(line.category))

export const offOf = (lines: readonly PricedLine[]): number => lines.reduce((sum, { discount }) => sum + discount, 0)

/** The lines as they were before anything was taken off. */
export const fullPrice = (lines: readonly PricedLine[]): PricedLine[] =>
  lines.map((line) => ({ ...line, discount: 0, total: line.total + line.discount }))
