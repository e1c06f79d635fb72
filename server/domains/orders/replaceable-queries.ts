import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import type { OrderRow } from './queries.ts'

/** A person, and the event at which a place is wanted for them; without one it is a membership. */
export interface Wanted {
  readonly memberId: string
  readonly eventId?: string
}

/** Not paid, and no money on its way. */
const isReplaceable = sql`(orders.status in ('open', 'declined') and orders.reserved_until is not null)`

export async function selectReplaceableOrders(db: Reader, buyerId: string, orgId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.orgId, orgId), isReplaceable))
  return new Set(rows.map((row) => row.id))
}

/**
 * Of the rows of `orders`, those whose place a new order of the buyer's takes: unpaid ones that want one of the same, a membership of a
 * person on the new one or a place for them at the same event. What they hold is free for it, in every count; of one club's orders.
 * @param wanted all that is chosen
 */
export function givesWay(buyerId: string | null, wanted: readonly Wanted[]): SQL {
  const memberIds = sql.param(wanted.map(({ memberId }) => memberId))
  const eventIds = sql.param(wanted.map(({ eventId = null }) => eventId))
  return sql`(orders.buyer_id = ${buyerId}::uuid and ${isReplaceable} and exists (
    select from order_lines join unnest(${memberIds}::uuid[], ${eventIds}::uuid[]) as wanted (member_id, event_id)
      on order_lines.member_id = wanted.member_id and order_lines.event_id is not distinct from wanted.event_id
    where order_lines.order_id = orders.id))`
}

/** The orders of the buyer that give way to this one, locked. */
export async function lockReplacedOrders(tx: Tx, order: OrderRow, wanted: readonly Wanted[]): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(givesWay(order.buyerId, wanted), eq(orders.orgId, order.orgId), sql`orders.id <> ${order.id}`))
    .orderBy(asc(orders.id))
    .for('update')
  return rows.map((row) => row.id)
}

/** They were not given up: the buyer wants some of it otherwise. */
export const noteReplaced = (tx: Tx, ids: readonly string[], by: string) =>
  tx
    .update(orders)
    .set({ replacedBy: by })
    .where(inArray(orders.id, [...ids]))
