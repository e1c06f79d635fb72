import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { orders, refundLines } from '#server/database/schema/index.ts'
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

/** Those of the lines that were given back, or are on their way. */
export async function selectGivenBackLines(db: Reader, lineIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ lineId: refundLines.lineId })
    .from(refundLines)
    .where(inArray(refundLines.lineId, [...lineIds]))
  return new Set(rows.map((row) => row.lineId))
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
      )
    ) as all`)
  return rows[0]!.all
}
