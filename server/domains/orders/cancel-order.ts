import type { Cause } from '#server/database/change-status.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { selectPayments } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import type { Logger } from '#server/http/log.ts'
import { Problem } from '#server/http/problem.ts'
import { orderActions } from './order-actions.ts'
import { type OrderStatus, transitionOrders } from './order-state.ts'
import { findOrder } from './order-token.ts'
import { lockExpiredOrders, lockOrder, type OrderRow, selectLines } from './queries.ts'
import { auditOrderForOthers } from './audit-order.ts'
import { releaseOrders } from './line-items.ts'
import type { LineItemHandlers } from './line-item-handler.ts'

/**
 * Cancels an unpaid order for its buyer and releases what it held. A payment that arrives later is still honoured if
 * the same places or seasons are free, otherwise it is refunded.
 */
export async function cancelOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  { token }: { token: string },
): Promise<{ status: OrderStatus }> {
  const found = await findOrder(tx, token)
  if (found?.buyerId !== buyer.memberId) throw new Problem('order_not_found')
  const order = await lockOrder(tx, found.id)
  if (order.status === 'paid' || order.status === 'refunded') throw new Problem('order_paid')
  const next = orderActions(order, await selectPayments(tx, order.id), tx.now)
  if (next.confirming) throw new Problem('payment_in_progress', { retryAfter: 2 })
  if (!next.can.cancel) return { status: order.status }
  const cause = { reason: 'cancelled by the buyer', actorId: buyer.actorId, subjectId: buyer.memberId }
  await transitionOrders(tx, [order.id], 'cancelled', cause)
  await releaseOrders(lineHandlers, tx, [order.id], cause)
  await auditOrderForOthers(tx, buyer, order, { name: 'order_cancelled', lines: await selectLines(tx, order.id) })
  return { status: 'cancelled' }
}

/**
 * Cancels an unpaid order because something it holds is no longer sold. A payment that arrives later is refunded.
 * @returns `later` while a payment of it is being confirmed; `paid` if that came first
 */
export async function endUnsoldOrder(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orderId: string,
  cause: Cause,
): Promise<{ readonly order: OrderRow; readonly outcome: 'ended' | 'ended before' | 'later' | 'paid' }> {
  const order = await lockOrder(tx, orderId)
  const { status, reservedUntil } = order
  if (status === 'paid' || status === 'refunded') return { order, outcome: 'paid' }
  const isUnpaid = status === 'open' || status === 'declined'
  const { confirming } = orderActions(order, await selectPayments(tx, order.id), tx.now)
  if (isUnpaid && (confirming || reservedUntil === null)) return { order, outcome: 'later' }
  const why = { ...cause, subjectId: order.buyerId }
  await transitionOrders(tx, [order.id], order.renewalUntil === null ? 'cancelled' : 'expired', why)
  await releaseOrders(lineHandlers, tx, [order.id], why)
  return { order, outcome: isUnpaid ? 'ended' : 'ended before' }
}

const CHUNK = 500

interface ExpireServices {
  readonly db: Db
  readonly log: Logger
  readonly lineHandlers: LineItemHandlers
}

/**
 * Expires unpaid orders whose hold has run out. An expired hold is already free to others; this only updates the
 * rows. One that cannot be ended stops no other.
 */
export async function expireOrders({ db, log, lineHandlers }: ExpireServices): Promise<number> {
  const failed: string[] = []
  for (let ended = 0, limit = CHUNK; ;) {
    let ids: string[] = []
    try {
      await inTransaction(db, async (tx) => {
        ids = await lockExpiredOrders(tx, limit, failed)
        const cause = { reason: 'hold ran out' }
        await transitionOrders(tx, ids, 'expired', cause)
        await releaseOrders(lineHandlers, tx, ids, cause)
      })
      ended += ids.length
      if (ids.length < limit) return ended
    } catch (error) {
      if (ids.length === 0) throw error
      if (limit === 1) {
        log.error({ err: error, orderId: ids[0] }, 'Unpaid order could not be expired')
        failed.push(...ids)
      }
      limit = 1
    }
  }
}
