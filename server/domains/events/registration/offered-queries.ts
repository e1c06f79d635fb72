import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import type { OfferedPlaces } from './places.ts'

/** What many events offer, without who may take it. */
export interface Offered extends OfferedPlaces {
  /** Øre. */
  readonly prices: readonly { readonly price: number; readonly memberPrice: number | null }[]
}

/** A category in a row of its own: objects in JSON take three times as long for a page of events. */
interface Row extends Record<string, unknown> {
  readonly eventId: string
  readonly eventCapacity: number | null
  readonly eventSold: number
  readonly eventHeld: number
  readonly categoryId: string | null
  readonly price: string
  readonly memberPrice: string | null
  readonly capacity: number | null
  readonly sold: number
  readonly held: number
  readonly poolId: string | null
  readonly poolCapacity: number | null
  readonly poolSold: number
  readonly poolHeld: number
}

/** Places and prices by event; one query. Holds that ran out are counted, and free. */
export async function selectOffered(db: Reader, eventIds: readonly string[]): Promise<Map<string, Offered>> {
  const { rows } = await db.execute<Row>(sql`
    with clock as materialized (select portal_now() as now),
    ran_out as materialized (
      select event_id, category_id, pool_id, count(*)::int as places
      from event_entries, clock
      where event_id = any(${sql.param([...eventIds])}::uuid[]) and status = 'held' and reserved_until <= now
      group by event_id, category_id, pool_id
    )
    select events.id as "eventId", categories.id as "categoryId", events.capacity as "eventCapacity", events.sold as "eventSold",
      events.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.event_id = events.id) as "eventHeld",
      categories.price, categories.member_price as "memberPrice", categories.capacity, categories.sold,
      categories.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.category_id = categories.id) as held,
      categories.pool_id as "poolId", pools.capacity as "poolCapacity", pools.sold as "poolSold",
      pools.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.pool_id = pools.id) as "poolHeld"
    from events
    left join event_categories categories on categories.event_id = events.id
    left join event_pools pools on pools.id = categories.pool_id
    where events.id = any(${sql.param([...eventIds])}::uuid[])`)
  return new Map([...Map.groupBy(rows, ({ eventId }) => eventId)].map(([id, ofEvent]) => [id, fromRows(ofEvent)]))
}

function fromRows(rows: readonly Row[]): Offered {
  const { eventCapacity: capacity, eventSold: sold, eventHeld: held } = rows[0]!
  const categories = rows.filter(({ categoryId }) => categoryId !== null)
  return {
    capacity,
    sold,
    held,
    categories: categories.map((row) => ({
      capacity: row.capacity,
      sold: row.sold,
      held: row.held,
      pool:
        row.poolId === null
          ? null
          : { id: row.poolId, capacity: row.poolCapacity, sold: row.poolSold, held: row.poolHeld },
    })),
    prices: categories.map(({ price, memberPrice }) => ({
      price: Number(price),
      memberPrice: memberPrice === null ? null : Number(memberPrice),
    })),
  }
}
