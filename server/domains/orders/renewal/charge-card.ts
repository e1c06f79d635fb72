import type { Tx } from '#server/database/db.ts'
import { insertPayment, selectPayments, transitionPayment, type CardAnswer } from '#server/domains/payments/index.ts'
import { isBeingPaid } from '../order-actions.ts'
import { transitionOrders } from '../order-state.ts'
import { lockOrder, type OrderRow } from '../queries.ts'
import { declineOrder } from '../settlement/record-decline.ts'
import { enqueueSettlement } from '../settlement/settle-job.ts'
import { releaseOrders } from '../line-items.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'

/** `payable`: nobody is paying it. `busy`: somebody is paying it or has a window open. `over`: it ended unpaid. */
type OrderPayability = 'payable' | 'busy' | 'paid' | 'over'

/** Locks an order whose card is about to be charged, and says whether it can be. */
export async function payabilityOfOrder(
  tx: Tx,
  orderId: string,
): Promise<{ order: OrderRow; payability: OrderPayability }> {
  const order = await lockOrder(tx, orderId)
  if (order.status === 'paid' || order.status === 'refunded') return { order, payability: 'paid' }
  const attempts = await selectPayments(tx, orderId)
  if (attempts.some(({ status }) => status === 'authorised' || status === 'capturing'))
    return { order, payability: 'busy' }
  if (order.status !== 'open' && order.status !== 'declined') return { order, payability: 'over' }
  return { order, payability: isBeingPaid(order, attempts, tx.now) ? 'busy' : 'payable' }
}

/** Records that a saved card is about to be charged. The order is locked. @returns the attempt's id */
export async function beginCardPayment(tx: Tx, order: OrderRow, savedCardIdentifier: string): Promise<string> {
  const cause = { reason: 'renewal charged' }
  if (order.status === 'declined') await transitionOrders(tx, [order.id], 'open', cause)
  const id = await insertPayment(tx, order)
  await transitionPayment(tx, id, 'authorising', cause, { savedCardIdentifier })
  return id
}

/** Records the gateway's answer. The ordinary settlement job settles what was authorised. */
export async function recordCardAnswer(tx: Tx, orderId: string, paymentId: string, answer: CardAnswer): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const { authorizationIdentifier } = answer
  if (authorizationIdentifier !== null) {
    const cause = { reason: 'saved card authorised' }
    await transitionPayment(tx, paymentId, 'authorised', cause, { authorizationIdentifier })
    await enqueueSettlement(tx, orderId, authorizationIdentifier, { hurry: true })
    return
  }
  const { gatewayReason, acquirer } = answer
  const cause = { reason: 'saved card declined' }
  await transitionPayment(tx, paymentId, 'declined', cause, { gatewayReason, acquirer })
  await declineOrder(tx, order, cause)
}

/**
 * Ends an order that nobody is paying and releases what it held.
 * @returns false if somebody is paying it or has paid it
 */
export async function endUnpaidOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orderId: string,
  to: 'expired' | 'cancelled',
  reason: string,
): Promise<boolean> {
  const { payability } = await payabilityOfOrder(tx, orderId)
  if (payability === 'over') return true
  if (payability !== 'payable') return false
  await transitionOrders(tx, [orderId], to, { reason })
  await releaseOrders(lineHandlers, tx, [orderId], { reason })
  return true
}
