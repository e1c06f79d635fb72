import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { payments } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { type PaymentRow, selectPayments, transitionPayment } from '#server/domains/payments/index.ts'
import { transitionOrders } from '../order-state.ts'
import { lockOrder, type OrderRow } from '../queries.ts'

export interface DeclineFacts {
  readonly paymentIdentifier?: string | undefined
  readonly gatewayreason?: string | undefined
  readonly reason?: string | undefined
  readonly acquirer?: string | undefined
}

/**
 * Records a decline reported by the browser or a callback. It is unverified, so it only changes an attempt without a
 * known authorisation, and an authorisation read later still wins. Paid never becomes declined.
 */
export async function recordDecline(tx: Tx, orderId: string, facts: DeclineFacts): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'open' && order.status !== 'declined') return
  const attempts = await selectPayments(tx, orderId)
  const attempt = facts.paymentIdentifier
    ? attempts.find((one) => one.paymentIdentifier === facts.paymentIdentifier)
    : attempts.find((one) => one.paymentIdentifier !== null)
  if (!attempt || (attempt.status !== 'linked' && attempt.status !== 'declined')) return

  const cause = { reason: 'declined' }
  const known = (text: string | undefined) => text || null
  const words = {
    gatewayReason: known(facts.gatewayreason),
    reason: known(facts.reason),
    acquirer: known(facts.acquirer),
  }
  // The callback has no reason and the browser does; they come in any order.
  if (attempt.status === 'declined') await updateDeclineWords(tx, attempt.id, words)
  else await transitionPayment(tx, attempt.id, 'declined', cause, words)
  // A repeated report says nothing about a newer attempt that the order is waiting for.
  const newer = attempts.slice(0, attempts.indexOf(attempt))
  if (!newer.some(({ status }) => status === 'linking' || status === 'linked')) await declineOrder(tx, order, cause)
}

/** Marks an open order declined, so that it waits for another payment. */
export async function declineOrder(tx: Tx, order: OrderRow, cause: Cause): Promise<void> {
  if (order.status === 'open') await transitionOrders(tx, [order.id], 'declined', cause)
}

/** Adds reasons that are learnt later. */
const updateDeclineWords = (tx: Tx, id: string, words: Pick<PaymentRow, 'gatewayReason' | 'reason' | 'acquirer'>) =>
  tx
    .update(payments)
    .set({
      gatewayReason: sql`coalesce(${words.gatewayReason}, gateway_reason)`,
      reason: sql`coalesce(${words.reason}, reason)`,
      acquirer: sql`coalesce(${words.acquirer}, acquirer)`,
    })
    .where(eq(payments.id, id))
