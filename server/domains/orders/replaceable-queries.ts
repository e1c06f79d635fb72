import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { orderLines, orders } from '#server/database/schema/index.ts'
import type { OrderRow } from './queries.ts'

/** A new selection of the buyer's takes the place of these. */
const replaceable = (buyerId: string, orgId: string) =>
  and(
    eq(orders.buyerId, buyerId),
    eq(orders.orgId, orgId),
    inArray(orders.status, ['open', 'declined']),
    sql`${orders.reservedUntil} is not null`,
  )

export async function selectReplaceableOrders(db: Reader, buyerId: string, orgId: string): Promise<Set<string>> {
  const rows = await db.select({ id: orders.id }).from(orders).where(replaceable(buyerId, orgId))
  return new Set(rows.map((row) => row.id))
}

/**
 * The buyer's unpaid orders that want the same, locked: a membership of a person on the new one, or a place for them at the same event. The
 * new selection takes their place.
 */
export async function lockReplacedOrders(
  tx: Tx,
  order: OrderRow,
  lines: readonly { memberId: string; eventId?: string }[],
): Promise<string[]> {
  const wanted = sql.join(
    lines.map(({ memberId, eventId = null }) => sql`(${memberId}::uuid, ${eventId}::uuid)`),
    sql`, `,
  )
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        replaceable(order.buyerId, order.orgId),
        sql`${orders.id} <> ${order.id}`,
        sql`exists (select from ${orderLines} join (values ${wanted}) as wanted (member_id, event_id)
          on ${orderLines.memberId} = wanted.member_id and ${orderLines.eventId} is not distinct from wanted.event_id
          where ${orderLines.orderId} = ${orders.id})`,
      ),
    )
    .orderBy(asc(orders.id))
    .for('update')
  return rows.map((row) => row.id)
}
