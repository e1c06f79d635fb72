import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { events, orderLines, orders } from '#server/database/schema/index.ts'
import type { OrderRow } from '../queries.ts'

/** The order of a club, locked like by whoever settles it; null when the club has none of this id. */
export async function lockOptionalOrderOf(tx: Tx, orgId: string, id: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.orgId, orgId)))
    .for('update')
  return row ?? null
}

/** Those lines of paid orders of which nothing is left: what they bought was taken back, or given up. */
export async function selectEndedLines(db: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select lines.id from order_lines lines
    left join membership_terms terms on terms.id = lines.term_id
    left join event_entries entries on entries.id = lines.entry_id
    where lines.order_id = any(${sql.param([...orderIds])}::uuid[])
      and (terms.status = 'cancelled' or entries.status = 'cancelled')`)
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

/** Notes on the lines of a refund what was given back of each. @returns whether that was the last of the order */
export async function noteGivenBackLines(tx: Tx, refundId: string, orderId: string): Promise<boolean> {
  await tx.execute(sql`
    update order_lines set refunded = refund_lines.amount from refund_lines
    where refund_lines.refund_id = ${refundId} and order_lines.id = refund_lines.line_id`)
  const { rows } = await tx.execute<{ all: boolean }>(sql`
    select not exists (
      select from order_lines where order_id = ${orderId} and not exists (
        select from refund_lines join refunds on refunds.id = refund_lines.refund_id
        where refund_lines.line_id = order_lines.id and refunds.status = 'done'
      ) and not exists (
        select from event_entries
        where order_lines.total = 0 and event_entries.id = order_lines.entry_id and event_entries.status = 'cancelled'
      )
    ) as all`)
  return rows[0]!.all
}
