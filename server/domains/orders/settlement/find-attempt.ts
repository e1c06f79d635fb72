import type { Db } from '#server/database/db.ts'
import { isAuthorizationKnown, type Authorization, type PaymentRow } from '#server/domains/payments/index.ts'
import { authorizationFault } from './authorization-fault.ts'

/**
 * The attempt that an authorisation is of: that of its window; the charge of a saved card that was answered with it; or, where the
 * office found what a lost answer had named, the charge that is still without answer and asked for exactly this.
 */
export async function findAttempt(
  db: Db,
  attempts: readonly PaymentRow[],
  authorization: Authorization,
): Promise<PaymentRow | null> {
  const { paymentIdentifier, authorizationIdentifier } = authorization
  const charges = attempts.filter((one) => one.paymentIdentifier === null && one.savedCardIdentifier !== null)
  const found =
    attempts.find((one) => one.paymentIdentifier === paymentIdentifier) ??
    charges.find((one) => one.authorizationIdentifier === authorizationIdentifier)
  if (found || !/^[0-]+$/.test(paymentIdentifier)) return found ?? null
  const unanswered = charges.find(
    (one) =>
      one.authorizationIdentifier === null &&
      (one.status === 'authorising' || one.status === 'declined') &&
      one.gatewayReason === null &&
      authorizationFault(one, authorization) === null,
  )
  return unanswered && !(await isAuthorizationKnown(db, authorizationIdentifier)) ? unanswered : null
}
