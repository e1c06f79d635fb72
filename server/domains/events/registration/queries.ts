import { sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { givesWay, type Wanted } from '#server/domains/orders/index.ts'
import type { GatedCategory, GatedEvent } from './gates.ts'

/** What limits how many may come; `held`: kept for a moment by orders that are not paid. */
export interface Limit {
  readonly capacity: number | null
  readonly sold: number
  readonly held: number
}

export interface CategoryForSale extends GatedCategory, Limit {
  readonly id: string
  readonly category: string
  readonly name: string
  /** Øre. */
  readonly price: number
  readonly memberPrice: number | null
  readonly pool: (Limit & { readonly id: string }) | null
}

/** A place that somebody has or holds. */
export interface LiveEntry {
  readonly id: string
  readonly memberId: string
  readonly categoryId: string
  readonly status: 'held' | 'paid'
  /** It gives way: an unpaid order of the buyer's holds it, or the order that asks. */
  readonly reserved: boolean
}

/** An event with all that decides who may take which place, as of `now`. */
export interface EventForSale extends GatedEvent, Limit {
  readonly id: string
  readonly orgId: string
  readonly orgKey: string
  readonly currency: string
  readonly title: string
  readonly now: Date
  readonly categories: readonly CategoryForSale[]
  /** Of the people asked for. */
  readonly entries: readonly LiveEntry[]
  /** Holds of theirs that ran out. */
  readonly expired: readonly LiveEntry[]
  /** Places here that other unpaid orders hold which the buyer began; counted for an order that is about to hold more. */
  readonly unpaidOfBuyer: number
}

type Moments = 'startsAt' | 'endsAt' | 'publicFrom' | 'saleFrom' | 'saleUntil' | 'now'

type Row = Omit<EventForSale, Moments | 'entries' | 'expired'> & {
  [K in Exclude<Moments, 'saleFrom' | 'saleUntil'>]: string
} & {
  saleFrom: string | null
  saleUntil: string | null
  entries: (LiveEntry & { expired: boolean })[]
}

interface Which {
  readonly eventIds: readonly string[]
  /** Whose entries are told. */
  readonly memberIds: readonly string[]
}

/**
 * Open events of open clubs, in one query. Those that are not to be found are left out.
 * @param buyerId to whose order for all of this others give way: what those hold counts as free
 */
export const selectEventsForSale = (
  db: Reader,
  { buyerId, wanted, ...which }: Which & { readonly buyerId: string | null; readonly wanted: readonly Wanted[] },
): Promise<Map<string, EventForSale>> =>
  selectEvents(db, which, {
    isOpen: sql`events.enabled and organisations.enabled`,
    yielding: givesWay(buyerId, wanted),
    buyerId,
  })

/** The same for an order that holds places, with the events locked: open or not, and without what it holds itself. */
export const recountEvents = (tx: Tx, { orderId, ...which }: Which & { readonly orderId: string }) =>
  selectEvents(tx, which, { isOpen: sql`true`, yielding: sql`id = ${orderId}`, buyerId: null, holdingOrderId: orderId })

async function selectEvents(
  db: Reader,
  { eventIds, memberIds }: Which,
  {
    isOpen,
    yielding,
    buyerId,
    holdingOrderId = null,
  }: { isOpen: SQL; yielding: SQL; buyerId: string | null; holdingOrderId?: string | null },
): Promise<Map<string, EventForSale>> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with clock as materialized (select portal_now() as now),
    yielding as materialized (
      select id, coalesce(buyer_id <> ${buyerId}::uuid, false) as of_another from orders where ${yielding}
    ),
    wanted as materialized (
      select events.*, organisations.key as org_key, organisations.currency, now
      from events join organisations on organisations.id = events.org_id cross join clock
      where events.id = any(${sql.param([...eventIds])}::uuid[]) and ${isOpen}
    ),
    holds as (
      select entries.event_id, entries.category_id, entries.pool_id, entries.order_id
      from wanted join event_entries entries on entries.event_id = wanted.id
      where entries.status = 'held' and entries.reserved_until > wanted.now
      union all
      select entries.event_id, entries.category_id, entries.pool_id, entries.order_id
      from wanted join event_entries entries on entries.event_id = wanted.id
      where entries.status = 'held' and entries.reserved_until is null
    ),
    held as materialized (
      select event_id, category_id, pool_id, count(*)::int as places
      from holds where order_id not in (select id from yielding)
      group by event_id, category_id, pool_id
    )
    select id, org_id as "orgId", org_key as "orgKey", currency, title, now,
      starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone", public_from as "publicFrom",
      sale_from as "saleFrom", sale_until as "saleUntil", for_members as "forMembers", guests_invited as "guestsInvited",
      one_per_person as "onePerPerson", capacity, sold,
      (select coalesce(sum(places), 0)::int from held where held.event_id = wanted.id) as held,
      (
        select count(*)::int from orders this join orders others on others.buyer_id = this.buyer_id
        join event_entries theirs on theirs.order_id = others.id
        where this.id = ${holdingOrderId}::uuid and this.origin = 'buyer' and others.id <> this.id and others.origin = 'buyer'
          and others.status in ('open', 'declined') and others.reserved_until > wanted.now
          and theirs.event_id = wanted.id and theirs.status = 'held'
      ) as "unpaidOfBuyer",
      (
        select coalesce(json_agg(json_build_object(
          'id', categories.id, 'category', categories.category, 'name', categories.name,
          'price', categories.price, 'memberPrice', categories.member_price,
          'minAge', categories.min_age, 'maxAge', categories.max_age, 'membersOnly', categories.members_only,
          'capacity', categories.capacity, 'sold', categories.sold,
          'held', (select coalesce(sum(places), 0) from held where held.category_id = categories.id),
          'pool', case when pools.id is not null then json_build_object(
            'id', pools.id, 'capacity', pools.capacity, 'sold', pools.sold,
            'held', (select coalesce(sum(places), 0) from held where held.pool_id = pools.id)) end
        ) order by categories.position, categories.category), '[]')
        from event_categories categories left join event_pools pools on pools.id = categories.pool_id
        where categories.event_id = wanted.id
      ) as categories,
      (
        select coalesce(json_agg(json_build_object(
          'id', entries.id, 'memberId', entries.member_id, 'categoryId', entries.category_id, 'status', entries.status,
          'reserved', entries.status = 'held' and entries.order_id in (select id from yielding),
          'expired', coalesce(entries.status = 'held' and entries.reserved_until <= wanted.now, false)
        ) order by entries.id), '[]')
        from event_entries entries
        where entries.member_id = any(${sql.param([...memberIds])}::uuid[]) and entries.event_id = wanted.id
          and entries.status in ('held', 'paid')
          and not (entries.status = 'held' and entries.order_id in (select id from yielding where of_another))
      ) as entries
    from wanted`)
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

const fromRow = ({ entries, ...row }: Row): EventForSale => ({
  ...row,
  now: new Date(row.now),
  startsAt: new Date(row.startsAt),
  endsAt: new Date(row.endsAt),
  publicFrom: new Date(row.publicFrom),
  saleFrom: row.saleFrom === null ? null : new Date(row.saleFrom),
  saleUntil: row.saleUntil === null ? null : new Date(row.saleUntil),
  entries: entries.filter(({ expired }) => !expired),
  expired: entries.filter(({ expired }) => expired),
})
