import type { Reader, Tx } from '#server/database/db.ts'
import { executePrepared, isOneOf, preparedInsert, whenOne } from '#server/database/prepared.ts'
import { eventEntries, events } from '#server/database/schema/index.ts'
import { and, asc, eq, getTableColumns, inArray, ne, sql } from '#server/database/sql.ts'
import { lastDay } from '../listing/filter-queries.ts'
import { isWaiting } from '../waiting/wish-state.ts'

export type EntryRow = typeof eventEntries.$inferSelect

/**
 * Locks events in the order of their ids, to avoid deadlocks: counting and allocating places is serialised. Inserting
 * rows that refer to an event is not blocked.
 * @returns those with a waiting list
 */
export async function lockEvents(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string; waiting: number }>(
    tx,
    'events.lock',
    sql`select id, waiting from ${events} where ${isOneOf(sql`id`, [...new Set(ids)])} order by id for no key update`,
  )
  return withWaiting(rows)
}

const withWaiting = (rows: readonly { id: string; waiting: number }[]) =>
  rows.filter(({ waiting }) => waiting > 0).map(({ id }) => id)

/** Locks an order's entries, so that nobody releases them meanwhile: whoever cleans up skips locked rows. */
export const lockEntriesOfOrder = (tx: Tx, orderId: string) =>
  tx
    .select({
      ...getTableColumns(eventEntries),
      eventCancelled: sql<boolean>`(select events.status = 'cancelled' from events where events.id = ${eventEntries.eventId})`,
    })
    .from(eventEntries)
    .where(eq(eventEntries.orderId, orderId))
    .orderBy(asc(eventEntries.id))
    .for('no key update')
    .prepare('events.lock-entries')
    .execute()

/** Locks expired holds of other orders, except those being renewed right now. The events are locked. */
export async function lockExpiredEntries(tx: Tx, eventIds: readonly string[], orderId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: eventEntries.id })
    .from(eventEntries)
    .where(
      and(
        isOneOf(sql`${eventEntries.eventId}`, eventIds),
        eq(eventEntries.status, 'held'),
        sql`${eventEntries.reservedUntil} <= portal_now()`,
        ne(eventEntries.orderId, orderId),
      ),
    )
    .for('no key update', { skipLocked: true })
    .prepare(whenOne('events.expired-entries', eventIds))
    .execute()
  return rows.map(({ id }) => id)
}

export const insertEntries = preparedInsert('events.insert-entries', eventEntries, (tx, rows) =>
  tx.insert(eventEntries).values(rows),
)

export async function selectEntriesOfOrders(db: Reader, orderIds: readonly string[]): Promise<EntryRow[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(eventEntries)
    .where(inArray(eventEntries.orderId, [...orderIds]))
    .orderBy(asc(eventEntries.id))
    .prepare(whenOne('events.entries-of-order', orderIds))
    .execute()
}

export const selectEntries = (db: Reader, ids: readonly string[]): Promise<EntryRow[]> =>
  db
    .select()
    .from(eventEntries)
    .where(inArray(eventEntries.id, [...ids]))
    .orderBy(asc(eventEntries.id))
    .prepare(whenOne('events.entry', ids))
    .execute()

/** The agreed prices of the places of an order, before discounts. By entry. */
export async function selectAgreedPrices(db: Reader, orderId: string): Promise<Map<string, number>> {
  const { rows } = await executePrepared<{ id: string; price: number }>(
    db,
    'events.agreed-prices',
    sql`select entry_id as id, price::float8 as price from order_lines where order_id = ${orderId}::uuid and entry_id is not null`,
  )
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** @param until null: the hold does not run out */
export const updateReservedUntil = (tx: Tx, orderId: string, until: Date | null) =>
  tx
    .update(eventEntries)
    .set({ reservedUntil: until })
    .where(and(eq(eventEntries.orderId, orderId), eq(eventEntries.status, 'held')))
    .prepare('events.reserve')
    .execute()

/** Counts places as sold, or with `sign` −1 as free, in every limit. The events are locked. @returns those with a waiting list */
export async function countSold(tx: Tx, entryIds: readonly string[], sign: 1 | -1): Promise<string[]> {
  const { rows } = await executePrepared<{ id: string; waiting: number }>(
    tx,
    'events.count-sold',
    sql`
    with counted as materialized (
      select event_id, category_id, pool_id, ${sign}::int * count(*)::int as places
      from event_entries where ${isOneOf(sql`id`, entryIds)} group by event_id, category_id, pool_id
    ), of_categories as (
      update event_categories set sold = sold + counted.places from counted where event_categories.id = counted.category_id
    ), of_pools as (
      update event_pools set sold = sold + counted.places
      from (select pool_id, sum(places)::int as places from counted group by pool_id) counted
      where event_pools.id = counted.pool_id
    )
    update events set sold = sold + counted.places
    from (select event_id, sum(places)::int as places from counted group by event_id) counted
    where events.id = counted.event_id
    returning events.id, events.waiting`,
  )
  return withWaiting(rows)
}

/** Whether an order has a place at an event that is over or closed. */
export async function hasClosedPlaces(db: Reader, orderId: string): Promise<boolean> {
  const { rows } = await executePrepared(
    db,
    'events.closed-places',
    sql`
    select from event_entries entries
    join events on events.id = entries.event_id
    join organisations on organisations.id = events.org_id
    where entries.order_id = ${orderId}::uuid
      and (not events.enabled or not organisations.enabled or events.ends_at <= portal_now())
    limit 1`,
  )
  return rows.length > 0
}

/** The last day of a member's places at upcoming events; null if there are none. */
export async function selectTicketUntil(db: Reader, memberId: string): Promise<string | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    select max(${lastDay})::text as until
    from event_entries entries join events on events.id = entries.event_id
    where entries.member_id = ${memberId} and events.ends_at > portal_now() and (entries.status = 'paid'
      or entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now()))`)
  return rows[0]?.until ?? null
}

/** Whether somebody ever started to register a member for an event, or waits for a place with or for them. */
export async function hasEntries(db: Reader, memberId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from event_entries where member_id = ${memberId}) or ${isWaiting(sql`${memberId}`)} as has`)
  return rows[0]!.has
}
