import type { OrderLine } from '#contract/orders/orders.ts'
import type { Money } from '#contract/values.ts'
import { formatNumber, formatPeriod, momentWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** A VAT rate in percent; rates below 1 add nothing and show as 0. */
export const vatRateWords = (rate: number) => formatNumber(rate < 1 ? 0 : rate)

/** Who a line is for, whether it renews, and the price category where there is one. */
export const whoWords = ({ memberName, event, renews }: OrderLine): string =>
  [renews && m.line_renewal(), memberName, event?.categoryName].filter(Boolean).join(' · ')

/** When the event takes place or which days are covered; empty where neither applies. */
export function whenWords({ event, startDate, endDate }: OrderLine): string {
  if (event) return momentWords(event.startsAt, event.timeZone)
  return startDate && endDate ? formatPeriod(startDate, endDate) : ''
}

/** The total discount. The lines' amounts are after discount. */
export const discountOf = (lines: readonly OrderLine[]): Money => ({
  minor: lines.reduce((sum, { parts }) => sum + parts.discount.minor, 0),
  currency: lines[0]!.parts.discount.currency,
})

/** Null when empty or of mixed currencies. */
export function sumOf(amounts: readonly (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first || amounts.some((amount) => amount?.currency !== first.currency)) return null
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0), currency: first.currency }
}

/** The states of orders in a badge: the same words and colour on every page. */
export const orderStates = {
  open: { label: m.order_state_open, color: 'coral' },
  paid: { label: m.receipt_paid, color: 'teal' },
  declined: { label: m.order_state_declined, color: 'coral' },
  expired: { label: m.order_state_expired, color: 'gray' },
  cancelled: { label: m.order_state_cancelled, color: 'gray' },
  partly_refunded: { label: m.receipt_partly_refunded, color: 'coral' },
  refunded: { label: m.receipt_refunded, color: 'gray' },
} as const
