import type { PaymentRow } from '#server/domains/payments/index.ts'
import { isSeason } from './line-kinds.ts'
import type { OrderRow } from './queries.ts'

/** How often the time to pay is extended. */
export const MOST_EXTENSIONS = 3

/** Longer than the gateway is given to answer: a saved card that is charged for longer has lost its answer. */
const CHARGE_SECONDS = 20

/** How long an open payment window may still be paid. */
const WINDOW_MINUTES = 60

type Attempt = Pick<PaymentRow, 'status' | 'createdAt'>

/** Whether money of an unpaid order may be on its way: a window is open, or a payment is being confirmed. */
export function isBeingPaid(order: OrderRow, attempts: readonly Attempt[], now: Date): boolean {
  const since = new Date(now.getTime() - WINDOW_MINUTES * 60_000)
  return (
    orderActions(order, attempts, now).confirming ||
    attempts.some(({ status, createdAt }) => (status === 'linking' || status === 'linked') && createdAt > since)
  )
}

/** Whether whoever pays it is asked for the consent to a kept card, which nobody else could give. */
export const asksForRenewal = ({ origin, kinds, total, renewalUntil }: OrderRow): boolean =>
  origin !== 'buyer' && kinds.some(isSeason) && total > 0 && renewalUntil === null

/** What becomes of an order that is not paid, and what its buyer may do with it. Both are false once it has ended. */
export function orderActions(order: OrderRow, attempts: readonly Attempt[], now: Date) {
  const unpaid = order.status === 'open' || order.status === 'declined'
  const charging = new Date(now.getTime() - CHARGE_SECONDS * 1000)
  const confirming =
    unpaid &&
    attempts.some(
      ({ status, createdAt }) =>
        status === 'authorised' || status === 'capturing' || (status === 'authorising' && createdAt > charging),
    )
  const held = order.reservedUntil !== null && order.reservedUntil > now
  return {
    confirming,
    reservedUntil: unpaid ? (order.reservedUntil?.toISOString() ?? null) : null,
    can: {
      pay: unpaid && !confirming && (held || order.holdExtensions < MOST_EXTENSIONS),
      cancel: unpaid && !confirming,
    },
  }
}
