import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { events, orderLines, orders } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { statusOfBought } from '../line-kinds.ts'
import { transitionOrders } from '../order-state.ts'
import { type OrderReader, type OrderRow, visibleTo } from '../queries.ts'

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
    .select({ line: orderLines, buyerId: orders.buyerId, startsAt: events.startsAt })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
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
