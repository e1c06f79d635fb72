import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { orders, receipts } from '#server/database/schema/index.ts'
import type { OrderRow, ReceiptRow } from '../queries.ts'

/** Paid orders of a club, newest first, before one that was seen; those in which the text is found, where there is one. */
export const selectPaidOrders = (
  db: Reader,
  { orgId, search, before }: { orgId: string; search: string; before: string | null },
  limit: number,
): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.orgId, orgId),
        inArray(orders.status, ['paid', 'refunded']),
        before ? lt(orders.id, before) : undefined,
        search ? mentions(search) : undefined,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)

/** The text wherever it stands; `%`, `_` and `\` are letters like others. */
function mentions(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${orders.number} ilike ${pattern}
    or ${orders.billing} ->> 'name' ilike ${pattern} or ${orders.billing} ->> 'email' ilike ${pattern}
    or exists (select from order_lines where order_id = ${orders.id} and member_name ilike ${pattern})
    or exists (select from receipts where order_id = ${orders.id}
      and (case when test_mode then 'TEST-' else '' end) || year || '-' || lpad(number::text, 5, '0') ilike ${pattern}))`
}

export const selectReceipts = (db: Reader, orderIds: readonly string[]): Promise<ReceiptRow[]> =>
  db
    .select()
    .from(receipts)
    .where(inArray(receipts.orderId, [...orderIds]))
