import type { Reader, Tx } from '#server/database/db.ts'
import { executePrepared, whenOne } from '#server/database/prepared.ts'
import { orders, organisations } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import { thingOfLine, type RequestedItem } from './line-kinds.ts'
import type { OrderRow } from './queries.ts'

/** Unpaid, and no money on its way. */
const isUnpaid = sql`(orders.status in ('open', 'declined') and orders.reserved_until is not null)`

/** The unpaid orders at these clubs that a new one may replace: the buyer's own, and those of others for the buyer. */
export async function selectReplaceableOrders(
  db: Reader,
  buyerId: string,
  orgIds: readonly string[],
): Promise<{ own: Set<string>; forBuyer: Set<string> }> {
  const rows = await db
    .select({ id: orders.id, buyerId: orders.buyerId })
    .from(orders)
    .where(
      and(
        inArray(orders.orgId, [...orgIds]),
        isUnpaid,
        sql`orders.id in (
          select id from orders mine where mine.buyer_id = ${buyerId} and mine.origin = 'buyer'
          union all select order_id from order_lines where member_id = ${buyerId})`,
        sql`(orders.buyer_id <> ${buyerId} or orders.origin = 'buyer')`,
      ),
    )
    .prepare(whenOne('orders.replaceable', orgIds))
    .execute()
  const isOwn = (row: (typeof rows)[number]) => row.buyerId === buyerId
  return {
    own: new Set(rows.filter(isOwn).map(({ id }) => id)),
    forBuyer: new Set(rows.filter((row) => !isOwn(row)).map(({ id }) => id)),
  }
}

/**
 * Selects the rows of `orders`, all of one club, that a new order of the buyer replaces because both ask for the same
 * thing for the same person: the buyer's own unpaid orders, unless an administrator started them, and orders that
 * others placed for the buyer. Whatever these hold counts as free for the new order.
 * @param wanted everything selected
 */
export function isReplacedBy(buyerId: string | null, wanted: readonly RequestedItem[]): SQL {
  const requested = isRequested(wanted)
  // A subquery by the indexes of buyer and person, so that a plan made on small tables stays good. Not by values: PostgreSQL would plan it
  // anew for each order.
  return sql`(${isUnpaid} and orders.id = any(array(
    select mine.id from orders mine join order_lines lines on lines.order_id = mine.id
    where mine.buyer_id = (select ${buyerId}::uuid) and mine.origin = 'buyer' and mine.status in ('open', 'declined') and ${requested}
    union all
    select lines.order_id from order_lines lines join orders theirs on theirs.id = lines.order_id
    where lines.member_id = (select ${buyerId}::uuid) and theirs.buyer_id <> (select ${buyerId}::uuid)
      and theirs.status in ('open', 'declined') and ${requested})))`
}

/** Most people select one thing; unlike a list, that has a plan that can be reused. */
function isRequested(wanted: readonly RequestedItem[]): SQL {
  const [first, ...others] = wanted
  if (first && others.length === 0)
    return sql`(lines.member_id = (select ${first.memberId}::uuid) and lines.kind = ${first.kind}
      and ${thingOfLine} is not distinct from (select ${first.thingId}::uuid))`
  const memberIds = sql.param(wanted.map(({ memberId }) => memberId))
  const kinds = sql.param(wanted.map(({ kind }) => kind))
  const thingIds = sql.param(wanted.map(({ thingId }) => thingId))
  return sql`exists (
    select from unnest(${memberIds}::uuid[], ${kinds}::text[], ${thingIds}::uuid[]) as wanted (member_id, kind, thing_id)
    where lines.member_id = wanted.member_id and lines.kind = wanted.kind
      and ${thingOfLine} is not distinct from wanted.thing_id)`
}

/** Most orders replace none, so the rows are read in a statement of their own. */
export async function lockReplacedOrders(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'orgId' | 'buyerId'>,
  wanted: readonly RequestedItem[],
): Promise<OrderRow[]> {
  const { rows } = await executePrepared<{ id: string }>(
    tx,
    'orders.lock-replaced',
    sql`
    select id from orders where ${isReplacedBy(order.buyerId, wanted)}
      and org_id = (select ${order.orgId}::uuid) and id <> ${order.id}
    order by id for update`,
  )
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? [] : tx.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
}

/** Distinguishes replaced orders from those the buyer cancelled. */
export const recordReplaced = (tx: Tx, ids: readonly string[], by: string) =>
  tx
    .update(orders)
    .set({ replacedBy: by })
    .where(inArray(orders.id, [...ids]))

/**
 * Locks unpaid orders of the two that have a line for somebody their buyer may no longer act for, unless a payment is
 * being confirmed.
 */
export const lockUnpaidAfterUnlink = (tx: Tx, pair: readonly [string, string]) =>
  tx
    .select({ order: orders, club: organisations.name })
    .from(orders)
    .innerJoin(organisations, eq(organisations.id, orders.orgId))
    .where(
      and(
        inArray(orders.buyerId, [...pair]),
        isUnpaid,
        sql`exists (select from order_lines lines where lines.order_id = orders.id and lines.member_id <> orders.buyer_id
          and not exists (select from people_in_reach delegates
            where delegates.actor_id = orders.buyer_id and delegates.member_id = lines.member_id))`,
      ),
    )
    .orderBy(asc(orders.id))
    .for('update', { of: orders })
