import type { Authorization, PaymentRow, RefundRow } from '#server/domains/payments/index.ts'

/** In what an authorisation is not the one that an attempt asked for; null when it is. */
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
