import type { Places } from '#contract/events/events.ts'
import type { EventTab, ListedEvent } from '#contract/events/office.ts'
import { type LocalText, textIn } from '#contract/local-text.ts'
import type { Db } from '#server/database/db.ts'
import { afterCursor, cursorAfter, orderOf } from '#server/database/list-order.ts'
import { containsWords } from '#server/database/search-sql.ts'
import type { events } from '#server/database/schema/index.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { hasScope } from '#server/identity/scopes.ts'
import { lastDay } from '../listing/filter-queries.ts'
import { selectPlaces } from '../listing/list-events.ts'
import { hasQuestions } from '../questions/write-questions.ts'
import type { EventClub } from './edited-event.ts'
import { badgeOf } from './event-badge.ts'

const PAGE = 50
/** More than a club has in the weeks that a calendar shows. */
const MOST_IN_CALENDAR = 500

interface Query {
  readonly tab: EventTab
  readonly search?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly after?: string | undefined
}

type Row = Record<string, unknown> &
  Pick<typeof events.$inferSelect, 'status' | 'capacity' | 'sold' | 'held'> & { readonly [K in Moments]: string } & {
    readonly [K in Optional]: string | null
  } & {
    readonly id: string
    readonly key: string
    readonly title: LocalText
    readonly kind: string
    readonly timeZone: string
    readonly place: string
    readonly picture: (Omit<NonNullable<ListedEvent['picture']>, 'alt'> & { readonly alt: LocalText }) | null
    readonly waiting: number
    readonly answersMissing: number
    readonly income: number
    readonly series: ListedEvent['series']
    readonly now: string
  }
type Moments = 'startsAt' | 'endsAt' | 'publicFrom'
type Optional = 'saleFrom' | 'saleUntil'

const tabOf = (table: string, tab: EventTab): SQL => {
  const at = sql.identifier(table)
  const conditions: Readonly<Record<EventTab, SQL>> = {
    coming: sql`${at}.status = 'published' and ${at}.ends_at > portal_now()`,
    drafts: sql`${at}.status = 'draft'`,
    over: sql`${at}.status = 'published' and ${at}.ends_at <= portal_now()`,
    cancelled: sql`${at}.status = 'cancelled'`,
  }
  return conditions[tab]
}

/** A series counts once. */
const countOf = (tab: EventTab) =>
  sql`(count(distinct coalesce(series_id, id)) filter (where ${tabOf('events', tab)}))::int`

const orders = {
  coming: { key: sql`starts_at`, type: 'timestamptz' },
  latest: { key: sql`starts_at`, type: 'timestamptz', descending: true },
} as const

/**
 * Paid for places without refunds, as the event's figures add it up: orders in test mode, and those paid to the club itself, are left out. What
 * places cost is kept with them, so that 100,000 read no order, and refunds have an index of their own.
 */
const incomeOfEvent = sql`(
    select coalesce(sum(sort_total), 0) from event_entries
    where event_id = page.id and status in ('paid', 'cancelled') and order_id not in (select id from uncounted)
  )::float8 - (
    select coalesce(sum(lines.refunded), 0) from order_lines lines
    join event_entries entries on entries.id = lines.entry_id and entries.status in ('paid', 'cancelled')
    where lines.event_id = page.id and lines.refunded > 0 and lines.order_id not in (select id from uncounted)
  )::float8`

/** An index has these tickets alone, so that one is read for each that lacks an answer, however many are sold. */
const answersMissing = sql`
  case when page.ends_at > portal_now() and ${hasQuestions(sql`page.id`)} then (
    select count(*)::int from event_entries entries
    where entries.event_id = page.id and entries.status = 'paid' and entries.answers_missing > 0
  ) else 0 end`

/** A page of a club's events, and how many each tab has, in three queries. Sold and held places are counted once for the page. */
export async function listOfficeEvents(
  db: Db,
  { actor, organisation }: OfficeCaller<EventClub>,
  { tab, search, from, until, after }: Query,
) {
  const ofCalendar = from !== undefined && until !== undefined
  // A calendar has no sums.
  const currency = !ofCalendar && hasScope(actor, 'money.read', organisation.key) ? organisation.currency : null
  const order = orderOf(orders, tab === 'coming' || ofCalendar ? 'coming' : 'latest')
  const words = (table: string) =>
    search?.trim() ? sql`and ${containsWords(sql`${sql.identifier(table)}.folded`, search)}` : sql``
  const which = ofCalendar
    ? sql`status <> 'cancelled' and (starts_at at time zone time_zone)::date <= ${until}::date
        and ${lastDay} >= ${from}::date`
    : tabOf('events', tab)
  // Of a series the first date that is found in the tab; of dates that are over or cancelled the last one.
  const before = tab === 'over' || tab === 'cancelled' ? sql`>` : sql`<`
  const once = ofCalendar
    ? sql``
    : sql`and (series_id is null or not exists (
        select from events other where other.series_id = events.series_id and ${tabOf('other', tab)} ${words('other')}
          and (other.starts_at, other.id) ${before} (events.starts_at, events.id)))`
  const most = ofCalendar ? MOST_IN_CALENDAR : PAGE
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<Row>(sql`
      with page as materialized (
        select * from (select events.*, ${order.key} as key from events where org_id = ${organisation.id} and ${which} ${once} ${words('events')}) listed
        where ${afterCursor(order, after)} order by ${order.by} limit ${most + 1}
      ),
      uncounted as materialized (
        select id from orders where org_id = ${organisation.id} and test_mode and status in ('paid', 'refunded')
        union all
        select order_id from payments where org_id = ${organisation.id} and provider = 'manual' and status = 'captured'
      )
      select page.id, page.title_texts as title, kind, status, page.starts_at as "startsAt", ends_at as "endsAt", time_zone as "timeZone",
        place, public_from as "publicFrom", sale_from as "saleFrom", sale_until as "saleUntil", capacity, sold, waiting, portal_now() as now,
        (select count(*)::int from event_entries entries where entries.event_id = page.id and entries.status = 'held'
          and (entries.reserved_until is null or entries.reserved_until > portal_now())) as held,
        ${answersMissing} as "answersMissing",
        (select json_build_object('version', version, 'width', width, 'height', height, 'alt', alt_texts)
          from event_pictures where event_id = page.id) as picture,
        (select json_build_object('id', series.id, 'rule', rule, 'startsOn', starts_on, 'more', (
            select count(*)::int - 1 from events dates where dates.series_id = series.id and ${tabOf('dates', tab)}))
          from event_series series where series.id = page.series_id) as series,
        ${currency === null ? sql`0` : incomeOfEvent} as income
      from page order by ${order.by}`),
    db.execute<Record<EventTab, number>>(sql`
      select ${countOf('coming')} as coming, ${countOf('drafts')} as drafts, ${countOf('over')} as over,
        ${countOf('cancelled')} as cancelled
      from events where org_id = ${organisation.id}`),
  ])
  const page = rows.slice(0, most)
  const last = page.at(-1)
  const places = await selectPlaces(db, page)
  return {
    events: page.map((row): ListedEvent => present(row, places.get(row.id), currency, actor.via.language)),
    next: rows.length > most && last ? cursorAfter({ key: new Date(last.startsAt).toISOString(), id: last.id }) : null,
    counts: counted[0]!,
  }
}

function present(row: Row, places: Places | undefined, currency: string | null, language: 'da' | 'en'): ListedEvent {
  const { id, title, kind, status, timeZone, place, sold, held, capacity, waiting, answersMissing: missing } = row
  const { picture, income, now } = row
  const moment = (at: string | null) => (at === null ? null : new Date(at))
  const event = {
    status,
    places,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
    publicFrom: new Date(row.publicFrom),
    saleFrom: moment(row.saleFrom),
    saleUntil: moment(row.saleUntil),
  }
  return {
    id,
    title,
    kind,
    status,
    badge: badgeOf(event, new Date(now)),
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    timeZone,
    place,
    picture: picture && { ...picture, alt: textIn(picture.alt, language) },
    sold,
    held,
    places: capacity,
    waiting,
    answersMissing: missing,
    series: row.series,
    income: currency === null ? null : { minor: income, currency },
  }
}
