import type { OrderByHand } from '#contract/orders/by-hand.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransactionThenRead } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { orders } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import {
  insertTakenPayment,
  isByHand,
  type PaymentRow,
  selectPayments,
  type Taken,
} from '#server/domains/payments/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { releaseOrders, renewOrder } from '../line-items.ts'
import { transitionOrders } from '../order-state.ts'
import { orderActions } from '../order-actions.ts'
import type { OrderRow } from '../queries.ts'
import { completeOrder, type CompleteServices } from '../settlement/complete-order.ts'
import { lockOptionalOrder } from '../settlement/refund-lines.ts'
import { readOrderByHand } from '../office/club-orders.ts'
import { billingOf } from '../office/order-by-hand.ts'

interface Which {
  readonly orderId: string
}

/**
 * Records money that the club got for an invoice, and delivers what it holds; also of one that has expired, as long as its places are free.
 * The order's lock makes it wait for a card payment of the same minute, and the other way round: whichever is first counts, and a card
 * that is authorised afterwards is refunded.
 */
export const recordPayment = (
  services: CompleteServices,
  db: Db,
  caller: OfficeCaller,
  { orderId, amount, ...taken }: Which & Taken & { readonly amount: number },
): Promise<OrderByHand> =>
  inTransactionThenRead(
    db,
    async (tx) => {
      const order = await lockInvoice(tx, caller, orderId)
      if (order.status === 'cancelled') throw new Problem('order_ended')
      if (amount !== order.total)
        throw new Problem('amount_mismatch', { data: { total: { minor: order.total, currency: order.currency } } })
      requireReceivedDay(tx, taken.receivedOn)
      if (!(await renewOrder(services.lineHandlers, tx, order, null))) throw new Problem('invoice_places_taken')
      const named = order.billing.name === '' ? await nameAgain(tx, order) : order
      await takePayment(tx, named, taken, caller.actor.actorId)
      await recordOfficeChange(tx, caller, {
        name: 'payment_recorded',
        thing: 'order',
        thingId: order.id,
        label: order.number,
        after: { amount, method: taken.method, receivedOn: taken.receivedOn, reference: taken.reference },
      })
      const cause = { reason: 'paid to the club', actorId: caller.actor.actorId, subjectId: order.buyerId }
      await completeOrder(services, tx, named, cause, '')
    },
    (one) => readOrderByHand(one, orderId),
  )

/** An invoice that lapsed is emptied after a while: its receipt names whom the profiles name now. */
async function nameAgain(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const billing = billingOf((await selectOptionalMember(tx, order.buyerId))!)
  await tx.update(orders).set({ billing }).where(eq(orders.id, order.id))
  await tx.execute(
    sql`update order_lines set member_name = ${fullNameOf('members')} from members where members.id = member_id and order_id = ${order.id}`,
  )
  return { ...order, billing }
}

/** Cancels an invoice that is not paid, and frees what it held. */
export async function cancelInvoice(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  caller: OfficeCaller,
  { orderId, reason }: Which & { readonly reason: string },
): Promise<void> {
  const order = await lockInvoice(tx, caller, orderId)
  const cause = { reason: 'cancelled by the office', actorId: caller.actor.actorId, subjectId: order.buyerId }
  const [moved] = await transitionOrders(tx, [order.id], 'cancelled', cause)
  if (!moved) return
  await releaseOrders(lineHandlers, tx, [order.id], cause)
  await recordOfficeChange(tx, caller, {
    name: 'invoice_cancelled',
    thing: 'order',
    thingId: order.id,
    label: order.number,
    after: { amount: order.total },
    reason,
  })
}

/** The club's invoice, locked. Throws with its payment if it is paid, or if a card is being charged. */
async function lockInvoice(tx: Tx, caller: OfficeCaller, orderId: string): Promise<OrderRow> {
  const order = await lockOptionalOrder(tx, caller, orderId)
  if (!order || order.dueOn === null) throw new Problem('order_not_found')
  const attempts = await selectPayments(tx, order.id)
  if (order.status === 'paid' || order.status === 'refunded')
    throw new Problem('order_paid_before', { data: await paidBefore(tx, order, attempts) })
  const isUnderWay = attempts.some(({ status }) => status === 'authorised' || status === 'capturing')
  if (isUnderWay || orderActions(order, attempts, tx.now).confirming)
    throw new Problem('payment_in_progress', { retryAfter: 2 })
  return order
}

/** The payment that was first, for the sentence about it. */
async function paidBefore(tx: Tx, { total, currency, paidAt }: OrderRow, attempts: readonly PaymentRow[]) {
  const first = attempts.find(({ status }) => status === 'captured')
  const by = first?.recordedBy ? await selectOptionalMember(tx, first.recordedBy) : null
  return {
    method: first && isByHand(first) ? first.method! : 'card',
    amount: { minor: total, currency },
    day: first?.receivedOn ?? copenhagenDate(paidAt ?? tx.now),
    by: by ? fullName(by) : '',
  }
}

/** Records money taken for a whole order, which is locked. */
export const takePayment = (tx: Tx, order: OrderRow, taken: Taken, recordedBy: string) =>
  insertTakenPayment(
    tx,
    {
      orderId: order.id,
      orgId: order.orgId,
      orderNumber: order.number,
      amount: order.total,
      currency: order.currency,
      testMode: order.testMode,
    },
    taken,
    recordedBy,
  )

const OLDEST_DAYS = 366

/** Money was taken today or earlier. Throws `received_day_wrong`. */
export function requireReceivedDay(tx: Tx, day: string): void {
  const today = copenhagenDate(tx.now)
  if (day > today || day < addDays(today, -OLDEST_DAYS)) throw new Problem('received_day_wrong')
}
