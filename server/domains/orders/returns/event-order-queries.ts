import { and, desc, eq, sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import type { OrderRow } from '../queries.ts'

/** A buyer's order with tickets to an event: the one that an authorisation is known to pay, else the newest. */
export async function selectOptionalOrderAt(
  db: Reader,
  which: { buyerId: string; eventId: string; authorizationIdentifier: string },
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, which.buyerId), eq(orders.eventId, which.eventId)))
    .orderBy(
      sql`exists (select from payments where payments.order_id = ${orders.id}
        and payments.authorization_identifier = ${which.authorizationIdentifier}) desc`,
      desc(orders.id),
    )
    .limit(1)
  return row ?? null
}
