import type { Reader } from '#server/database/db.ts'
import { executePrepared, isOneOf } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { isReplacedBy, type RequestedItem } from '#server/domains/orders/index.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { CategoryConditions, EventConditions } from './eligibility-rules.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import { type Phase, phaseOf, type PhaseRow, phasesOfCategory } from './phases.ts'

/** A limit on places; `held`: reserved by unpaid orders that are not being replaced. */
export interface Limit {
  readonly capacity: number | null
  readonly sold: number
  readonly held: number
}

export interface CategoryForSale extends CategoryConditions, Limit {
  readonly id: string
  readonly category: string
  readonly name: LocalText
  /** Øre, after the phases. */
  readonly price: number
  readonly memberPrice: number | null
  readonly phases: readonly Phase[]
  /** Sold no longer. */
  readonly closed: boolean
  readonly pool: (Limit & { readonly id: string }) | null
}

/** A place that somebody has booked or holds. */
interface LiveEntry {
  readonly id: string
  readonly memberId: string
  readonly categoryId: string
  readonly status: 'held' | 'paid'
  /** It does not block: held by an unpaid order that is replaced, or by the asking order. */
  readonly reserved: boolean
}

/** An event with everything that decides who may book which place, as of `now`. */
export interface EventForSale extends EventConditions, Limit {
  readonly id: string
  readonly orgId: string
  readonly orgKey: string
  readonly currency: string
  readonly title: LocalText
  /** The series of memberships that count; null: all of the club. */
  readonly memberSeries: readonly string[] | null
  readonly now: Date
  readonly enabled: boolean
  /** Its club sells nothing for now. */
  readonly clubPaused: boolean
  /** It has questions. */
  readonly asks: boolean
  readonly categories: readonly CategoryForSale[]
  /** Entries of the requested people. */
  readonly entries: readonly LiveEntry[]
  /** Wishes of the waiting list that wait or have an offer. */
  readonly waiting: number
  /** Expired holds of anybody that still count until they are released. */
  readonly ranOut: number
  /** Places held here by the buyer's other unpaid orders; only counted for an order about to hold more. */
  readonly unpaidOfBuyer: number
}

type Moments = 'startsAt' | 'endsAt' | 'publicFrom' | 'saleFrom' | 'saleUntil' | 'now'

type Row = Omit<EventForSale, Moments | 'categories'> & {
  [K in Exclude<Moments, 'saleFrom' | 'saleUntil'>]: string
} & {
  saleFrom: string | null
  saleUntil: string | null
  categories: (Omit<CategoryForSale, 'phases'> & { phases: PhaseRow[] })[]
}

interface Which {
  readonly eventIds: readonly string[]
  /** Whose entries are included. */
  readonly memberIds: readonly string[]
}

/**
 * Open events of open clubs, in one query; unknown events are left out. Expired holds count as free.
 * @param buyerId their new order replaces others, whose holds count as free
 * @param drafts whether drafts count as open
 */
export const selectEventsForSale = (
  db: Reader,
  {
    buyerId,
    wanted,
    drafts = false,
    ...which
  }: Which & { readonly buyerId: string | null; readonly wanted: readonly RequestedItem[]; readonly drafts?: boolean },
): Promise<Map<string, EventForSale>> =>
  selectEvents(db, which, {
    isOpen: sql`${isShown(drafts)} and organisations.enabled`,
    yielding: isReplacedBy(buyerId, wanted),
    buyerId,
  })

/** Of `events`: anybody may see it, or its office before others. */
export const isShown = (drafts: boolean): SQL =>
  drafts ? sql`(events.enabled or events.status = 'draft')` : sql`events.enabled`

/**
 * Counts for an order that reserves places, with the events locked: open or not, without the order's own holds. Expired holds count until
 * they are released, so that a place is never sold twice.
 */
export const recountEvents = (tx: Reader, { orderId, ...which }: Which & { readonly orderId: string }) =>
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
  const ranOut = sql`entries.status = 'held' and entries.reserved_until <= wanted.now`
  const isFree = holdingOrderId === null ? ranOut : sql`false`
  const { rows } = await executePrepared<Row>(
    db,
    'events.for-sale',
    sql`
    with clock as materialized (select portal_now() as now),
    yielding as materialized (
      select id, coalesce(buyer_id <> ${buyerId}::uuid, false) as of_another from orders where ${yielding}
    ),
    wanted as materialized (
      select events.*, organisations.key as org_key, organisations.currency, organisations.state = 'paused' as club_paused, now
      from events join organisations on organisations.id = events.org_id cross join clock
      where ${isOneOf(sql`events.id`, eventIds)} and ${isOpen}
    ),
    -- Counted as held, and yet to be had.
    free as materialized (
      select entries.id, entries.event_id, entries.category_id, entries.pool_id
      from wanted join event_entries entries on entries.event_id = wanted.id where ${isFree}
      union
      select entries.id, entries.event_id, entries.category_id, entries.pool_id
      from yielding join event_entries entries on entries.order_id = yielding.id where entries.status = 'held'
    )
    select id, org_id as "orgId", org_key as "orgKey", currency, title_texts as title, member_series as "memberSeries", enabled, club_paused as "clubPaused", now,
      starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone", public_from as "publicFrom",
      sale_from as "saleFrom", sale_until as "saleUntil", for_members as "forMembers", guests_invited as "guestsInvited",
      one_per_person as "onePerPerson", capacity, sold, waiting, ${hasQuestions(sql`wanted.id`)} as asks,
      held - (select count(*)::int from free where free.event_id = wanted.id) as held,
      (select count(*)::int from event_entries entries where entries.event_id = wanted.id and ${ranOut}) as "ranOut",
      (
        select count(*)::int from orders this join orders others on others.buyer_id = this.buyer_id
        join event_entries theirs on theirs.order_id = others.id
        where this.id = ${holdingOrderId}::uuid and this.origin = 'buyer' and others.id <> this.id and others.origin = 'buyer'
          and others.status in ('open', 'declined') and others.reserved_until > wanted.now
          and theirs.event_id = wanted.id and theirs.status = 'held'
      ) as "unpaidOfBuyer",
      (
        select coalesce(json_agg(json_build_object(
          'id', categories.id, 'category', categories.category, 'name', categories.name_texts,
          'phases', ${phasesOfCategory}, 'closed', categories.closed_at is not null,
          'price', categories.price, 'memberPrice', categories.member_price,
          'minAge', categories.min_age, 'maxAge', categories.max_age, 'membersOnly', categories.members_only,
          'capacity', categories.capacity, 'sold', categories.sold,
          'held', categories.held - (select count(*) from free where free.category_id = categories.id),
          'pool', case when pools.id is not null then json_build_object(
            'id', pools.id, 'capacity', pools.capacity, 'sold', pools.sold,
            'held', pools.held - (select count(*) from free where free.pool_id = pools.id)) end
        ) order by categories.position, categories.category), '[]')
        from event_categories categories left join event_pools pools on pools.id = categories.pool_id
        where categories.event_id = wanted.id
      ) as categories,
      (
        select coalesce(json_agg(json_build_object(
          'id', entries.id, 'memberId', entries.member_id, 'categoryId', entries.category_id, 'status', entries.status,
          'reserved', entries.status = 'held' and entries.order_id in (select id from yielding)
        ) order by entries.id), '[]')
        from event_entries entries
        where ${isOneOf(sql`entries.member_id`, memberIds)} and entries.event_id = wanted.id
          and entries.status in ('held', 'paid') and (${isFree}) is not true
          and not (entries.status = 'held' and entries.order_id in (select id from yielding where of_another))
      ) as entries
    from wanted`,
  )
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

const fromRow = (row: Row): EventForSale => ({
  ...row,
  now: new Date(row.now),
  startsAt: new Date(row.startsAt),
  endsAt: new Date(row.endsAt),
  publicFrom: new Date(row.publicFrom),
  saleFrom: row.saleFrom === null ? null : new Date(row.saleFrom),
  saleUntil: row.saleUntil === null ? null : new Date(row.saleUntil),
  categories: row.categories.map((category) => ({ ...category, phases: category.phases.map(phaseOf) })),
})
