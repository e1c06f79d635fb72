import type { PaymentRow } from '#server/domains/payments/index.ts'
import type { OrderRow } from './queries.ts'

/** How often the time to pay is extended. */
export const MOST_EXTENSIONS = 3

/** Longer than the gateway is given to answer: a saved card that is charged for longer has lost its answer. */
const CHARGE_SECONDS = 20

/** What becomes of an order that is not paid, and what its buyer may do with it. Both are false once it has ended. */
export function whatNext(order: OrderRow, attempts: readonly Pick<PaymentRow, 'status' | 'createdAt'>[], now: Date) {
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
