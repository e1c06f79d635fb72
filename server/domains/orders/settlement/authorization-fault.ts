import type { Authorization, PaymentRow, RefundRow } from '#server/domains/payments/index.ts'
import type { OrderRow } from '../queries.ts'
import type { AbandonedPayment } from './abandon-payment.ts'

/**
 * Why an authorisation must not be kept: it differs from the attempt, or another payment was captured or is about to
 * be.
 */
export function paymentFault(
  order: Pick<OrderRow, 'status'>,
  attempts: readonly PaymentRow[],
  attempt: PaymentRow,
  authorization: Authorization,
): AbandonedPayment['cause'] | null {
  if (authorizationFault(attempt, authorization)) return 'differs'
  const paid = order.status === 'paid' || order.status === 'refunded'
  const other = attempts.some(
    ({ id, status }) => id !== attempt.id && (status === 'capturing' || status === 'captured'),
  )
  return paid || other ? 'paid_otherwise' : null
}

/** How an authorisation differs from its attempt; null if it does not. */
export function authorizationFault(
  attempt: Pick<PaymentRow, 'amount' | 'currency' | 'orderNumber' | 'testMode'>,
  authorization: Authorization,
): RefundRow['differs'] {
  if (authorization.orderNumber !== attempt.orderNumber) return 'order_number'
  if (authorization.amount !== attempt.amount) return 'amount'
  if (authorization.currency !== attempt.currency) return 'currency'
  if (authorization.test !== attempt.testMode) return 'test_mode'
  return null
}
