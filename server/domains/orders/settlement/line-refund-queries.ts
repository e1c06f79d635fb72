import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { events, orderLines, orders } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { statusOfBought } from '../line-kinds.ts'
import { transitionOrders } from '../order-state.ts'
import { type OrderReader, type OrderRow, visibleTo } from '../queries.ts'

/** An order that somebody may see, locked like by whoever settles it. */
export async function lockOptionalOrder(tx: Tx, reader: OrderReader, id: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleTo(reader)))
    .for('update')
  return row ?? null
}

/** Those lines of paid orders of which nothing is left: what they bought was taken back, or given up. */
export async function selectEndedLines(db: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select lines.id from order_lines lines
    where lines.order_id = any(${sql.param([...orderIds])}::uuid[]) and ${statusOfBought} = 'cancelled'`)
  return new Set(rows.map((row) => row.id))
}

/** The line that bought a ticket, with who bought it and when its event begins. */
export async function selectOptionalLineOfEntry(db: Reader, entryId: string) {
  const [row] = await db
    .select({ line: orderLines, buyerId: orders.buyerId, startsAt: events.startsAt })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(eq(orderLines.entryId, entryId))
  return row ?? null
}

/** Notes on the lines of a refund what was given back of each. */
export const recordRefundedLines = (tx: Tx, refundId: string) =>
  tx.execute(sql`
    update order_lines set refunded = refund_lines.amount from refund_lines
    where refund_lines.refund_id = ${refundId} and order_lines.id = refund_lines.line_id`)

/** With the last of its lines a paid order is wholly given back: what cost something is paid back, what was free has ended. */
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
