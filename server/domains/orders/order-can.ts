import type { PaymentRow } from '#server/domains/payments/index.ts'
import type { OrderRow } from './queries.ts'

/** How often the time to pay is extended. */
export const MOST_EXTENSIONS = 3

/** What becomes of an order that is not paid, and what its buyer may do with it. Both are false once it has ended. */
export function whatNext(order: OrderRow, attempts: readonly Pick<PaymentRow, 'status'>[], now: Date) {
  const unpaid = order.status === 'open' || order.status === 'declined'
  const confirming = unpaid && attempts.some(({ status }) => status === 'authorised' || status === 'capturing')
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
