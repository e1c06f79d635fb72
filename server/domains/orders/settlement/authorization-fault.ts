import type { Authorization, PaymentRow } from '#server/domains/payments/index.ts'

/** Why an authorisation is not the one that an attempt asked for; null when it is. Amount, currency, order and mode count. */
export function authorizationFault(
  attempt: Pick<PaymentRow, 'amount' | 'currency' | 'orderNumber' | 'testMode'>,
  authorization: Authorization,
): string | null {
  if (authorization.orderNumber !== attempt.orderNumber) return 'the order number differs'
  if (authorization.amount !== attempt.amount) return 'the amount differs'
  if (authorization.currency !== attempt.currency) return 'the currency differs'
  if (authorization.test && !attempt.testMode) return 'a test authorisation pays no live order'
  if (!authorization.test && attempt.testMode) return 'a live authorisation pays no test order'
  return null
}
