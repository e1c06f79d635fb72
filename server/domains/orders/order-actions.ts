import type { PaymentRow } from '#server/domains/payments/index.ts'
import type { OrderRow } from './queries.ts'

/** How often the hold of an order can be extended. */
export const MOST_EXTENSIONS = 3

/** Longer than the gateway's time-out: after this the response to a charge is lost. */
const CHARGE_SECONDS = 20

/** How long an open payment window can still be paid. */
const WINDOW_MINUTES = 60

type Attempt = Pick<PaymentRow, 'status' | 'createdAt'>

/** Whether money for an unpaid order may be on its way: a window is open, or a payment is being confirmed. */
export function isBeingPaid(order: OrderRow, attempts: readonly Attempt[], now: Date): boolean {
  const since = new Date(now.getTime() - WINDOW_MINUTES * 60_000)
  return (
    orderActions(order, attempts, now).confirming ||
    attempts.some(({ status, createdAt }) => (status === 'linking' || status === 'linked') && createdAt > since)
  )
}

/** Whether the payer of what a card renews is asked to save theirs: somebody else prepared the order and cannot consent for them. */
export const mayAskForRenewal = ({ origin, total, renewalUntil }: OrderRow): boolean =>
  origin !== 'buyer' && total > 0 && renewalUntil === null

/** Whether the buyer has yet to agree: an administrator or a waiting list, which made the order, cannot agree for them. */
export const asksForConsent = ({ origin, agreedAt }: OrderRow): boolean =>
  (origin === 'administrator' || origin === 'waiting_list') && agreedAt === null

/** Whether an unpaid order is being confirmed, and what its buyer may do. Both actions are false once it has ended. */
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
      // An invoice is cancelled by the club that sent it.
      cancel: unpaid && !confirming && order.dueOn === null,
    },
  }
}
