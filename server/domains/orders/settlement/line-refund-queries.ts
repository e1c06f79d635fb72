import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventEntries, events, orderLines, orders, refundLines, refunds } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { transitionRefund, type PaymentRow } from '#server/domains/payments/index.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import { statusOfBought } from '../line-kinds.ts'
import { transitionOrders } from '../order-state.ts'
import { type OrderLineRow, type OrderReader, type OrderRow, visibleTo } from '../queries.ts'

export const refundJob = job('orders.refund-lines', z.object({ refundId: Id }))

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Enqueues the refund of lines. Prioritised before mails. @param hurry runs a waiting job now */
export const enqueueLineRefund = (tx: Tx, refundId: string, { hurry = false } = {}): Promise<void> =>
  enqueue(tx, refundJob, { refundId }, { key: `refund-lines:${refundId}`, hurry, maxAttempts: TRIES, priority: -10 })

/**
 * Requests the refund of whole lines of a paid order, which is locked, and enqueues its job. While an earlier refund of the order is
 * unfinished it waits for that. @returns its id; null if they cost nothing
 */
export async function requestLineRefund(
  tx: Tx,
  { id: paymentId, orderId, orgId, currency, testMode }: PaymentRow,
  lines: readonly OrderLineRow[],
): Promise<string | null> {
  if (lines.every(({ total }) => total === 0)) return null
  const id = newId()
  const amount = lines.reduce((sum, line) => sum + line.total, 0)
  const status = (await hasUnfinished(tx, orderId)) ? 'waiting' : 'requested'
  await tx
    .insert(refunds)
    .values({ id, orderId, orgId, paymentId, currency, testMode, amount, cause: 'office', status })
  await tx.insert(refundLines).values(lines.map((line) => ({ lineId: line.id, refundId: id, amount: line.total })))
  if (status === 'requested') await enqueueLineRefund(tx, id)
  return id
}

/** Starts the refund of an order, which is locked, that has waited longest, unless an earlier one is unfinished. */
export async function startNextRefund(tx: Tx, orderId: string): Promise<void> {
  if (await hasUnfinished(tx, orderId)) return
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from refunds where order_id = ${orderId} and status = 'waiting' order by id limit 1`)
  const next = rows[0]
  if (!next) return
  await transitionRefund(tx, next.id, 'requested', { reason: 'the earlier refund is done' })
  await enqueueLineRefund(tx, next.id)
}

/** One is with the gateway, or failed and the office has to look: until then nobody knows what the gateway has credited. */
async function hasUnfinished(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from refunds where order_id = ${orderId} and cause = 'office' and status in ('requested', 'failed')`)
  return rows.length > 0
}

export async function lockOptionalOrder(tx: Tx, reader: OrderReader, id: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleTo(reader)))
    .for('update')
  return row ?? null
}

/** The lines of paid orders that have ended: refunded, or cancelled by their holder. */
export async function selectEndedLines(db: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select lines.id from order_lines lines
    where lines.order_id = any(${sql.param([...orderIds])}::uuid[]) and ${statusOfBought} = 'cancelled'`)
  return new Set(rows.map((row) => row.id))
}

/** The line that bought a ticket, with its buyer and the start of the event. */
export async function selectOptionalLineOfEntry(db: Reader, entryId: string) {
  const [row] = await db
    .select({
      line: orderLines,
      buyerId: orders.buyerId,
      startsAt: events.startsAt,
      /** Paid to the club itself, beside the line. */
      paidByHand: sql`coalesce(${eventEntries.handAmount}, 0)`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(eventEntries, eq(eventEntries.id, orderLines.entryId))
    .where(eq(orderLines.entryId, entryId))
  return row ?? null
}

/** Copies the refunded amounts to the order lines. */
export const recordRefundedLines = (tx: Tx, refundId: string) =>
  tx.execute(sql`
    update order_lines set refunded = refund_lines.amount from refund_lines
    where refund_lines.refund_id = ${refundId} and order_lines.id = refund_lines.line_id`)

/** Marks a paid order refunded once all its paid lines are refunded and all its free lines have ended. */
export async function endRefundedOrder(tx: Tx, order: OrderRow, cause: Cause): Promise<void> {
  const { rows } = await tx.execute<{ all: boolean }>(sql`
    select bool_or(lines.total > 0) and bool_and(
      case when lines.total > 0 then refunds.status is not distinct from 'done'
        else ${statusOfBought} is not distinct from 'cancelled' end
    ) as all
    from order_lines lines
    left join refund_lines on refund_lines.line_id = lines.id
    left join refunds on refunds.id = refund_lines.refund_id
    where lines.order_id = ${order.id}`)
  if (rows[0]!.all) await transitionOrders(tx, [order.id], 'refunded', cause)
}
