import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { refunds } from '#server/database/schema/index.ts'
import { selectPayments, transitionPayment, type PaymentRow, type RefundRow } from '#server/domains/payments/index.ts'
import { holdEndOf } from '../invoices/owes.ts'
import { transitionOrders } from '../order-state.ts'
import { updateHold, type OrderRow } from '../queries.ts'
import { releaseOrders, renewOrder } from '../line-items.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'

/** How long the places are kept for another attempt. */
const RETRY_MINUTES = 20

export interface AbandonedPayment {
  readonly authorizationIdentifier: string
  /** In minor units, as authorised at the gateway. */
  readonly amount: number
  readonly currency: string
  readonly cause: RefundRow['cause']
  readonly differs?: RefundRow['differs']
}

/**
 * Records that an authorisation must not be kept, and frees the order for another payment. The order is locked and no
 * capture is in flight. The settlement job returns the money even if this process dies.
 */
export async function abandonPayment(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: OrderRow,
  attempt: PaymentRow,
  { authorizationIdentifier, amount, currency, cause, differs = null }: AbandonedPayment,
): Promise<void> {
  const { id: orderId, orgId, testMode } = order
  const refund = { orderId, orgId, paymentId: attempt.id, authorizationIdentifier, amount, currency, testMode }
  // If this is repeated, the first cause is kept.
  await tx
    .insert(refunds)
    .values({ ...refund, id: newId(), cause, differs })
    .onConflictDoNothing({ target: refunds.authorizationIdentifier })
  // One window was authorised twice: the attempt continues with its first authorisation.
  if (cause === 'authorised_twice') return
  const facts = { authorizationIdentifier, reason: cause }
  const moved = await transitionPayment(tx, attempt.id, 'unknown', { reason: cause }, facts)
  if (moved) await reopenOrder(lineHandlers, tx, order, attempt, cause)
}

/** Reopens the order for a while, or ends it, unless another payment of it is under way. */
async function reopenOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: OrderRow,
  attempt: PaymentRow,
  reason: string,
) {
  if (order.status === 'paid' || order.status === 'refunded') return
  const others = (await selectPayments(tx, order.id)).filter((one) => one.id !== attempt.id)
  if (others.some(({ status }) => status === 'authorised' || status === 'capturing')) return

  if (order.status === 'expired' || order.status === 'cancelled') {
    await releaseOrders(lineHandlers, tx, [order.id], { reason })
    return
  }
  if (order.status === 'open') await transitionOrders(tx, [order.id], 'declined', { reason })
  if (order.reservedUntil === null) {
    const soon = new Date(tx.now.getTime() + RETRY_MINUTES * 60_000)
    const longer = order.dueOn === null ? order.renewalUntil : holdEndOf(order.dueOn)
    const until = longer && longer > soon ? longer : soon
    await renewOrder(lineHandlers, tx, order, until)
    await updateHold(tx, order.id, until, order.holdExtensions)
  }
}
