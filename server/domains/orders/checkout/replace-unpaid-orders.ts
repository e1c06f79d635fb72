import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import { selectPaymentsOf } from '#server/domains/payments/index.ts'
import { Problem } from '#server/http/problem.ts'
import { isBeingPaid } from '../order-actions.ts'
import { transitionOrders } from '../order-state.ts'
import { type OrderRow, updateHold } from '../queries.ts'
import { recordReplaced } from '../replaceable-queries.ts'
import { releaseReplaced } from '../line-items.ts'
import type { Replaced, LineItemHandlers } from '../line-item-handler.ts'
import { notifyOrderReleased } from '../notifications/buyer.ts'

interface Chosen {
  /** The club's name. */
  readonly club: string
  readonly cause: Cause
  /** The end of the new order's hold, unless it inherits less. */
  readonly until: Date
}

/**
 * Cancels the unpaid orders that a new one replaces, which are locked. The new order inherits the remaining time of the buyer's own
 * orders, so nobody can keep a place by choosing it again. Orders that others placed for the buyer are
 * replaced unless they are being paid.
 * @returns the end of the new order's hold, and the replaced orders whose places `allocateLines` releases
 */
export async function replaceUnpaidOrders(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: OrderRow,
  orders: readonly OrderRow[],
  { club, cause, until }: Chosen,
): Promise<{ until: Date; replaced: Replaced }> {
  if (orders.length === 0) return { until, replaced: { ids: [], cause } }
  const ofOthers = orders.filter(({ buyerId }) => buyerId !== order.buyerId)
  await requireNotBeingPaid(tx, ofOthers)

  const replaced = { ids: orders.map(({ id }) => id), cause }
  await transitionOrders(tx, replaced.ids, 'cancelled', { ...cause, reason: 'replaced by another selection' })
  await recordReplaced(tx, replaced.ids, order.id)
  await releaseReplaced(lineHandlers, tx, replaced)
  if (ofOthers.length > 0) {
    const buyer = (await selectOptionalMember(tx, order.buyerId))!
    for (const one of ofOthers) await notifyOrderReleased(tx, one, { club, by: buyer, linkEnded: false })
  }

  const running = orders.filter(
    (one) => !ofOthers.includes(one) && one.renewalUntil === null && one.reservedUntil! > tx.now,
  )
  if (running.length === 0) return { until, replaced }
  const inherited = new Date(Math.min(until.getTime(), ...running.map((one) => one.reservedUntil!.getTime())))
  if (order.status !== 'paid')
    await updateHold(tx, order.id, inherited, Math.max(...running.map((one) => one.holdExtensions)))
  return { until: inherited, replaced }
}

/** The orders are locked, so no payment window can open meanwhile. */
async function requireNotBeingPaid(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return
  const attempts = await selectPaymentsOf(
    tx,
    orders.map(({ id }) => id),
  )
  const paying = orders.find((order) => {
    const own = attempts.filter(({ orderId }) => orderId === order.id)
    return order.reservedUntil! > tx.now && isBeingPaid(order, own, tx.now)
  })
  if (!paying) return
  const payer = (await selectOptionalMember(tx, paying.buyerId))!
  const until = paying.reservedUntil!
  throw new Problem('held_by_other', {
    data: { name: fullName(payer), until: until.toISOString() },
    retryAfter: Math.max(1, Math.ceil((until.getTime() - tx.now.getTime()) / 1000)),
  })
}
