import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sumGivenBack, type RefundRow } from '#server/domains/payments/index.ts'
import { noteGivenBackLines } from './line-refund-queries.ts'
import { transitionOrders } from '../order-state.ts'
import type { OrderRow } from '../queries.ts'
import type { SettleServices } from '../settlement/settlement.ts'

/**
 * Credits what an office gave back, on top of what it gave back of this payment before. The gateway is read first: whatever it
 * has credited beyond that, by a call whose answer was lost or in its own portal, is not credited again. One refund of an
 * order is under way at a time, so that the sum is this one's.
 * @returns whether the money is back; false when the gateway refused
 */
export async function creditLines(
  { db, gateway }: Pick<SettleServices, 'db' | 'gateway'>,
  key: string,
  { id, paymentId, authorizationIdentifier, amount, testMode }: RefundRow,
): Promise<boolean> {
  // Of a test nothing was taken.
  if (testMode) return true
  // Without its authorisation the gateway's list of credits says nothing.
  if (!(await gateway.readAuthorization(key, authorizationIdentifier))) return false
  const due = amount + (await sumGivenBack(db, paymentId))
  const missing = due - (await gateway.readCredited(key, authorizationIdentifier))
  return missing <= 0 || gateway.credit(key, authorizationIdentifier, { amount: missing, comment: `Refund ${id}` })
}

/** The money is back: the lines say so, and with the last of them the order. With the order locked. */
export async function endLines(tx: Tx, order: OrderRow, refund: RefundRow, cause: Cause): Promise<void> {
  if (await noteGivenBackLines(tx, refund.id, order.id)) await transitionOrders(tx, [order.id], 'refunded', cause)
}
