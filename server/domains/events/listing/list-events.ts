import type { Parsed } from '#contract/endpoint.ts'
import type { events, EventSummary, Places } from '#contract/events/events.ts'
import type { publicEvents, PublicEventSummary } from '#contract/events/public.ts'
import { searchWords } from '#contract/search-words.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { containsWord } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { selectPaidDays } from '#server/domains/memberships/index.ts'
import { type Actor, type MemberActor, nobody } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isMemberBy } from '../registration/membership-facts.ts'
import { currentMemberPrice, currentPrice, joinCurrentPhase } from '../registration/phases.ts'
import { leftOfCategory, leftOfEvent, type OfferedPlaces, placesOf } from '../registration/places.ts'
import { selectEventsForSale } from '../registration/queries.ts'
import { keepAllForWaiting } from '../waiting/wishes.ts'
import {
  columns,
  type Filters,
  hasAll,
  ids,
  indexed,
  isOfClubs,
  isShown,
  matchesFilters,
  pivotOf,
  span,
} from './filter-queries.ts'
import { type EventViewer, readEventViewer } from './event-viewer.ts'
import { presentSummary } from './present.ts'
import { selectShown } from './show-queries.ts'

type Query = Parsed<typeof events.list>

const MOST = 100
/** A client that names a club and no page gets all of it, as the specification has it: more than a club may have. */
const MOST_OF_CLUB = 5000

/** Events that the caller may see and that are not over, the next one first. */
export async function listEvents(db: Db, actor: MemberActor, query: Query): Promise<EventSummary[]> {
  const viewer = await readEventViewer(db, actor)
  const filters = await filtersOf(db, query, viewer)
  return filters.orgIds?.length === 0 ? [] : listPage(db, { query, viewer, filters, reader: actor })
}

/** Most events of one page for visitors, and how many are meant without a limit. */
const MOST_PUBLIC = 24
const PUBLIC_PAGE = 12

/** Events that anybody may see and are not over, the next one first: the same for everybody, whoever calls. */
export async function listPublicEvents(
  db: Db,
  { via: { language } }: Actor,
  { orgId, from, until, search, series, otherDatesOf, after, limit = PUBLIC_PAGE }: Parsed<typeof publicEvents.list>,
): Promise<PublicEventSummary[]> {
  const visitor = nobody(language)
  const viewer = await readEventViewer(db, visitor)
  const filters = {
    orgIds: orgId === undefined ? null : [orgId],
    notOrgIds: [],
    kind: null,
    words: searchWords(search ?? ''),
    from: from ?? null,
    until: until ?? null,
    seriesOnce: series === 'once',
    otherDatesOf: otherDatesOf ?? null,
    fits: null,
    openToAll: true,
  }
  const query = { after, limit: Math.min(limit, MOST_PUBLIC) }
  return listPage(db, { query, viewer, filters, reader: visitor })
}

interface ListedFor {
  readonly query: Pick<Query, 'after' | 'limit' | 'orgId'>
  readonly viewer: EventViewer
  readonly filters: Filters
  readonly reader: Actor
}

async function listPage(db: Db, { query, viewer, filters, reader }: ListedFor): Promise<EventSummary[]> {
  const after = query.after === undefined ? null : await selectEndOfPage(db, viewer, query.after)
  if (query.after !== undefined && !after) throw new Problem('event_not_found')
  const isWhole = query.limit === undefined && query.after === undefined && query.orgId !== undefined
  const limit = isWhole ? MOST_OF_CLUB : Math.max(1, Math.min(query.limit ?? MOST, MOST))
  const wanted = { filters, viewer, after, limit }
  const page = filters.words.length > 0 ? await selectFound(db, wanted) : await selectPage(db, wanted)
  return page.length === 0 ? [] : summariesOf(db, viewer, page, { reader, known: filters.fits })
}

/** The kinds of events that the reader may see, of one club or of all. */
export async function listKinds(db: Db, actor: MemberActor, { orgId }: { orgId?: string | undefined }) {
  return selectKinds(db, await readEventViewer(db, actor), orgId ?? null)
}

async function filtersOf(db: Db, query: Query, { clubs, family }: EventViewer): Promise<Filters> {
  const { orgId, mine, kind, search, from, until, series, otherDatesOf, fits } = query
  const named = orgId === undefined ? null : [orgId]
  const familyIds = family.map(({ id }) => id)
  return {
    orgIds: mine === 'true' ? (named ?? clubs).filter((id) => clubs.includes(id)) : named,
    notOrgIds: mine === 'false' ? clubs : [],
    kind: kind || null,
    words: searchWords(search ?? ''),
    from: from ?? null,
    until: until ?? null,
    seriesOnce: series === 'once',
    otherDatesOf: otherDatesOf ?? null,
    openToAll: false,
    fits: fits === 'true' ? await selectPaidDays(db, clubs, familyIds) : null,
  }
}

/** Keeps the order of the ids. */
async function summariesOf(
  db: Db,
  { family, clubs }: EventViewer,
  eventIds: readonly string[],
  { reader: { memberId, via }, known }: { readonly reader: Actor; readonly known: Filters['fits'] },
) {
  const familyIds = family.map(({ id }) => id)
  const [shown, offered, paidDays] = await Promise.all([
    selectShown(db, eventIds, familyIds),
    selectOffered(db, eventIds),
    known ?? (clubs.length === 0 || memberId === null ? [] : selectPaidDays(db, clubs, [memberId])),
  ])
  const isMember = isMemberBy(paidDays)
  const byId = new Map(shown.map((event) => [event.id, event]))
  return eventIds.flatMap((id) => {
    const event = byId.get(id)
    const offer = offered.get(id)
    if (!event || !offer) return []
    const paysAsMember = memberId !== null && isMember(event, memberId)
    return [presentSummary(event, { places: placesOf(offer), prices: offer.prices, paysAsMember }, via.language)]
  })
}

/** The places and prices of an event, regardless of who may take them. */
interface Offered extends OfferedPlaces {
  /** Wishes of its waiting list. */
  readonly waiting: number
  /** Øre. */
  readonly prices: readonly {
    readonly categoryId: string
    readonly price: number
    readonly memberPrice: number | null
    readonly membersOnly: boolean
    /** Null: no limit. */
    readonly left: number | null
  }[]
}

/** One row per category: JSON objects take three times as long for a page of events. */
interface Row extends Record<string, unknown> {
  readonly eventId: string
  readonly eventCapacity: number | null
  readonly eventSold: number
  readonly eventHeld: number
  readonly waiting: number
  readonly categoryId: string | null
  readonly price: string
  readonly memberPrice: string | null
  readonly membersOnly: boolean
  readonly capacity: number | null
  readonly sold: number
  readonly held: number
  readonly poolId: string | null
  readonly poolCapacity: number | null
  readonly poolSold: number
  readonly poolHeld: number
}

/** Places and prices by event, in one query. Expired holds count as free; not what goes to those who wait, which costs some more. */
async function selectOffered(db: Reader, eventIds: readonly string[]): Promise<Map<string, Offered>> {
  const { rows } = await executePrepared<Row>(
    db,
    'events.offered',
    sql`
    with clock as materialized (select portal_now() as now),
    ran_out as materialized (
      select event_id, category_id, pool_id, count(*)::int as places
      from event_entries, clock
      where event_id = any(${sql.param([...eventIds])}::uuid[]) and status = 'held' and reserved_until <= now
      group by event_id, category_id, pool_id
    )
    select events.id as "eventId", events.waiting, categories.id as "categoryId", events.capacity as "eventCapacity", events.sold as "eventSold",
      events.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.event_id = events.id) as "eventHeld",
      ${currentPrice} as price, ${currentMemberPrice} as "memberPrice", categories.members_only as "membersOnly", categories.capacity, categories.sold,
      categories.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.category_id = categories.id) as held,
      categories.pool_id as "poolId", pools.capacity as "poolCapacity", pools.sold as "poolSold",
      pools.held - (select coalesce(sum(places), 0)::int from ran_out where ran_out.pool_id = pools.id) as "poolHeld"
    from events
    left join event_categories categories on categories.event_id = events.id and categories.closed_at is null
    left join event_pools pools on pools.id = categories.pool_id
    ${joinCurrentPhase}
    where events.id = any(${sql.param([...eventIds])}::uuid[])`,
  )
  const offered = new Map(
    [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([id, ofEvent]) => [id, fromRows(ofEvent)]),
  )
  return withoutKept(db, offered)
}

/** The free places as a purchase finds them, where some of them are kept for those who wait. */
async function withoutKept(db: Reader, offered: Map<string, Offered>): Promise<Map<string, Offered>> {
  const eventIds = [...offered].flatMap(([id, one]) => (one.waiting > 0 && leftOfEvent(one) !== 0 ? [id] : []))
  if (eventIds.length === 0) return offered
  const open = await selectEventsForSale(db, { eventIds, memberIds: [], buyerId: null, wanted: [] })
  const kept = [...(await keepAllForWaiting(db, open)).values()].map((event): [string, Offered] => {
    const { waiting, prices } = offered.get(event.id)!
    const categories = event.categories.filter(({ closed }) => !closed)
    const left = new Map(categories.map((category) => [category.id, leftOfCategory(event, category)]))
    return [
      event.id,
      {
        ...event,
        waiting,
        categories,
        prices: prices.map((one) => ({ ...one, left: left.get(one.categoryId) ?? null })),
      },
    ]
  })
  return new Map([...offered, ...kept])
}

function fromRows(rows: readonly Row[]): Offered {
  const { eventId, eventCapacity: capacity, eventSold: sold, eventHeld: held, waiting } = rows[0]!
  const limit = { id: eventId, capacity, sold, held }
  const categories = rows
    .filter(({ categoryId }) => categoryId !== null)
    .map((row) => ({
      ...row,
      id: row.categoryId!,
      pool:
        row.poolId === null
          ? null
          : { id: row.poolId, capacity: row.poolCapacity, sold: row.poolSold, held: row.poolHeld },
    }))
  return {
    ...limit,
    waiting,
    categories,
    prices: categories.map((category) => ({
      categoryId: category.id,
      price: Number(category.price),
      memberPrice: category.memberPrice === null ? null : Number(category.memberPrice),
      membersOnly: category.membersOnly,
      left: leftOfCategory(limit, category),
    })),
  }
}

/** The places of those events that are published, as everybody sees them. */
export async function selectPlaces(
  db: Reader,
  found: readonly { readonly id: string; readonly status: string }[],
): Promise<Map<string, Places>> {
  const published = found.filter(({ status }) => status === 'published').map(({ id }) => id)
  if (published.length === 0) return new Map()
  return new Map([...(await selectOffered(db, published))].map(([id, offer]) => [id, placesOf(offer)]))
}

/** The number of upcoming events that are scanned to estimate how frequent a text is. */
const FIRST = 500
/** Beyond this many events, the text index is faster than scanning. */
const FAR = 5000

/**
 * A page of events whose title, kind and place contain every word. Frequent words are found by scanning the next events,
 * rare ones by the index. At most three statements, and none grows with the number of events: words found in one of
 * fifty events would match too many rows in the index, so the scan continues further.
 */
async function selectFound(db: Db, wanted: EventQuery): Promise<string[]> {
  const first = await scanByName(db, wanted, FIRST)
  if (first.complete) return first.ids
  const enough = Math.ceil((FIRST * wanted.limit * 1.3) / first.ids.length)
  if (enough > FAR) return searchIndex(db, wanted)
  const far = await scanByName(db, wanted, enough)
  return far.complete ? far.ids : searchIndex(db, wanted)
}

/** Scans the next events, up to a number. @returns `complete` if the page has no more */
async function scanByName(db: Db, wanted: EventQuery, among: number) {
  const { filters, viewer, limit } = wanted
  const pivot = pivotOf(filters, viewer.now)
  const condition = matchesFilters(filters, viewer)
  // Evaluated while reading, because materialising the rows takes longer.
  const judged = sql`id, starts_at, ${condition} as wanted`
  const { rows } = await executePrepared<{ ids: string[]; all: boolean }>(
    db,
    'events.search-along',
    sql`
    with begun as materialized (${goingOn(filters, pivot)}),
    along as materialized (${next(wanted, pivot, sql`true`, among, judged)}),
    found as (
      (select id, starts_at from begun events where ${condition} and ${behind(wanted)})
      union all
      (select id, starts_at from along where wanted)
      order by starts_at, id limit ${limit}
    )
    select (select coalesce(json_agg(id order by starts_at, id), '[]') from found) as ids,
      (select count(*) from along) < ${among} as all`,
  )
  const page = rows[0]!
  return { ids: page.ids, complete: page.all || page.ids.length === limit }
}

/**
 * The longest word is looked up. Three letters in a row are in one index; one or two letters, and separators, are in another. Expensive
 * conditions are evaluated in order until the page is full.
 */
async function searchIndex(db: Db, { filters, viewer, ...page }: EventQuery): Promise<string[]> {
  const [word = ''] = filters.words.toSorted((one, other) => other.length - one.length)
  const letters = /^.{1,2}$/su.test(word) ? sql`array[${word}::text]` : sql`portal_pairs(${word})`
  const inIndex = /[\p{L}\p{N}]{3}/u.test(word)
    ? containsWord(sql`folded`, word)
    : sql`(portal_pairs(folded) || string_to_array(folded, null)) @> ${letters}`
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'events.search',
    sql`
    with named as materialized (select ${columns} from events where enabled and ${inIndex})
    select id from (
      select * from named
      where ${indexed(filters)} and ${isOfClubs(filters)} and ends_at > ${pivotOf(filters, viewer.now)}::timestamptz
        and ${behind(page)} and ${hasAll(filters.words)}
      order by starts_at, id offset 0
    ) events
    where ${matchesFilters(filters, viewer)}
    order by starts_at, id limit ${page.limit}`,
  )
  return rows.map(({ id }) => id)
}

interface Page {
  readonly after: { readonly id: string; readonly startsAt: Date } | null
  readonly limit: number
}

interface EventQuery extends Page {
  readonly filters: Filters
  readonly viewer: EventViewer
}

/** Events after the last one of the previous page, by start and id. */
const behind = ({ after }: Page): SQL =>
  after ? sql`(starts_at, id) > (${after.startsAt}::timestamptz, ${after.id}::uuid)` : sql`true`

/** Events in progress at that moment: few. */
const goingOn = (filters: Filters, pivot: Date): SQL =>
  sql`select ${columns} from events where ${indexed(filters)} and ${isOfClubs(filters)} and ${span} @> ${pivot}::timestamptz`

/**
 * The next events, read along the index; for several clubs, so many of each.
 * @param most the most that are read
 * @param what the columns
 */
function next(wanted: EventQuery, pivot: Date, condition: SQL, most: number, what: SQL = columns): SQL {
  const { filters } = wanted
  const along = (ofClub: SQL) => sql`
    select ${what} from events
    where ${indexed(filters)} and starts_at > ${pivot}::timestamptz and ${behind(wanted)} and ${ofClub} and ${condition}
    order by starts_at, id limit ${most}`
  return filters.orgIds
    ? sql`select events.* from unnest(${ids(filters.orgIds)}) club cross join lateral (${along(sql`org_id = club`)}) events`
    : along(sql`true`)
}

/** The ids of a page without a search, the next event first. */
async function selectPage(db: Db, wanted: EventQuery): Promise<string[]> {
  const { filters, viewer, limit } = wanted
  const pivot = pivotOf(filters, viewer.now)
  const condition = matchesFilters(filters, viewer)
  const { rows } = await executePrepared<{ id: string }>(
    db,
    'events.page',
    sql`
    with begun as materialized (${goingOn(filters, pivot)})
    select id from (
      (select id, starts_at from begun events where ${condition} and ${behind(wanted)} order by starts_at, id limit ${limit})
      union all
      (select id, starts_at from (${next(wanted, pivot, condition, limit)}) later)
    ) page
    order by starts_at, id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** The last event of the previous page, if the caller may see it. */
async function selectEndOfPage(db: Db, viewer: EventViewer, id: string): Promise<Page['after']> {
  const { rows } = await executePrepared<{ starts_at: string }>(
    db,
    'events.end-of-page',
    sql`select starts_at from events where id = ${id} and ${isShown(viewer)}`,
  )
  return rows[0] ? { id, startsAt: new Date(rows[0].starts_at) } : null
}

/** More than anybody reads. */
const MOST_KINDS = 200

/** The kinds of visible events that are not over, each found by the index after the previous one. */
async function selectKinds(db: Db, viewer: EventViewer, orgId: string | null): Promise<string[]> {
  const ofClub = orgId === null ? sql`enabled` : sql`enabled and org_id = ${orgId}`
  const isOpen = sql`${ofClub} and events.kind = kinds.kind and ${isShown(viewer)}`
  const now = sql`${viewer.now}::timestamptz`
  const { rows } = await executePrepared<{ kind: string }>(
    db,
    'events.kinds',
    sql`
    with recursive kinds as (
      (select kind from events where ${ofClub} order by kind limit 1)
      union all
      select (select kind from events where ${ofClub} and events.kind > kinds.kind order by kind limit 1)
      from kinds where kinds.kind is not null
    ), begun as materialized (select ${columns} from events where ${ofClub} and ${span} @> ${now})
    select kind from kinds
    where kind <> '' and ((select true from events where ${isOpen} and starts_at > ${now} order by starts_at limit 1)
      or (select true from begun events where ${isOpen} limit 1))
    order by kind limit ${MOST_KINDS}`,
  )
  return rows.map(({ kind }) => kind)
}
