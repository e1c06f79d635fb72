import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { orders } from '#server/database/schema/index.ts'
import { openToken } from '../order-token.ts'
import type { OrderRow } from '../queries.ts'

/** What a buyer last bought of a club, with an address if there is any: one of free tickets does not know where they live. */
export async function selectLastOrder(db: Reader, buyerId: string, orgId: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.orgId, orgId), isNotNull(orders.paidAt)))
    .orderBy(desc(sql`${orders.billing} ->> 'addressLine1' <> ''`), desc(orders.id))
    .limit(1)
  return row ?? null
}

/** The tokens of those orders that can still be paid, for their buyer. */
export async function selectUnpaidTokens(
  secrets: Secrets,
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), inArray(orders.status, ['open', 'declined'])))
  return new Map(rows.map((order) => [order.id, openToken(secrets, order)]))
}
