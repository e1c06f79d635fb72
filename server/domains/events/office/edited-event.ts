import {
  type EditedEvent,
  eventFields,
  type EventFields,
  type EventProblem,
  problemsOfEvent,
} from '#contract/events/office.ts'
import type { WhenAndWhere } from '#contract/events/move.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { valuesOfRow } from '#server/database/fields.ts'
import { events } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import type { Club, OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { isTimeZone, localTimeOf } from '#server/database/local-time.ts'
import { currentMemberPrice, currentPrice } from '../registration/phases.ts'
import { releaseExpired } from '../registration/reserve-places.ts'
import { selectPlaces } from '../listing/list-events.ts'
import { questionsAsJson } from '../questions/write-questions.ts'
import { badgeOf } from './event-badge.ts'

export type EventRow = typeof events.$inferSelect

/** An event of the caller's club with all that its editor shows, in three queries. Throws `event_not_found`. */
export async function showEditedEvent(
  db: Reader,
  { organisation }: OfficeCaller<EventClub>,
  { eventId }: { readonly eventId: string },
): Promise<EditedEvent> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, organisation.id)))
  if (!row) throw new Problem('event_not_found')
  return presentEditedEvent(db, organisation, row)
}

/** The facts of a club that editing its events needs. */
export type EventClub = Club & { readonly currency: string }

/**
 * Locks an event against its buyers and other offices, at the version that the office has seen. Holds that have run out are released, so
 * that none comes back by a late payment without being counted again; `held` counts the rest. Throws `event_not_found`, `changed_meanwhile`
 * with the current one, `event_cancelled`.
 */
export async function lockEditedEvent(
  tx: Tx,
  { organisation }: OfficeCaller<EventClub>,
  { eventId, version }: { readonly eventId: string; readonly version?: number },
): Promise<EventRow> {
  const [row] = await tx
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, organisation.id)))
    .for('no key update')
  if (!row) throw new Problem('event_not_found')
  await refuseIfChanged(row, version, () => presentEditedEvent(tx, organisation, row))
  if (row.status === 'cancelled') throw new Problem('event_cancelled')
  if (row.held === 0) return row
  await releaseExpired(tx, [row.id])
  const [counted] = await tx.select().from(events).where(eq(events.id, row.id))
  return counted!
}

interface Places {
  readonly id: string
  readonly sold: number
  readonly held: number
  /** Sold, and held as counted under the lock: a hold that has run out counts until it is released. */
  readonly taken: number
}

/** The parts of an event, as one query reads them. */
interface Parts extends Record<string, unknown> {
  readonly pools: (EventFields['pools'][number] & Places)[]
  readonly categories: (Omit<EventFields['categories'][number], 'phases'> &
    Places & {
      /** Somebody has, holds, had or waits for a place. */
      readonly hasEntries: boolean
      readonly phases: (Omit<EventFields['categories'][number]['phases'][number], 'until'> & { until: string | null })[]
    })[]
  readonly questions: EventFields['questions']
  readonly picture: (Omit<NonNullable<EditedEvent['picture']>, 'alt'> & { readonly alt: LocalText }) | null
  /** Holds that have not run out. */
  readonly held: number
  readonly takesPayments: boolean
  /** Purchases are tests now. */
  readonly testMode: boolean
  /** The days that memberships of the club last, those of grace included, the newest of each series last. */
  readonly seasons: {
    readonly series: string
    readonly name: LocalText
    readonly from: string
    readonly until: string
  }[]
  /** When and where it was before changes that its guests are not notified of yet. */
  readonly knownAs: WhenAndWhere | null
  readonly series: Omit<NonNullable<EditedEvent['series']>, 'ownFields'> | null
  readonly now: string
}

const isHeld = sql`entries.status = 'held' and (entries.reserved_until is null or entries.reserved_until > portal_now())`

/** Nothing here reads every place of the event, because buyers wait for its lock meanwhile. */
export async function readParts(db: Reader, event: Pick<EventRow, 'id' | 'orgId' | 'seriesId'>): Promise<Parts> {
  const { rows } = await db.execute<Parts>(sql`
    with holds as materialized (
      select category_id, pool_id from event_entries entries where entries.event_id = ${event.id} and ${isHeld}
    )
    select portal_now() as now,
      (select count(*)::int from holds) as held,
      exists (select from payment_configurations where org_id = ${event.orgId}) as "takesPayments",
      coalesce((select bool_or(test_mode) from payment_configurations where org_id = ${event.orgId}), clubs.state in ('draft', 'test')) as "testMode",
      (select coalesce(json_agg(json_build_object('series', series, 'name', name_texts, 'from', start_date, 'until', end_date + clubs.grace_days)
          order by end_date), '[]')
        from membership_configurations where org_id = clubs.id) as seasons,
      (select before from event_changes where event_id = ${event.id} and told_by is null and dropped_at is null order by at, id limit 1) as "knownAs",
      (select json_build_object('id', id, 'rule', rule,
          'dates', (select count(*) from events dates where dates.series_id = series.id),
          'coming', (select count(*) from events dates where dates.series_id = series.id and ends_at > portal_now() and status <> 'cancelled'))
        from event_series series where id = ${event.seriesId}::uuid) as series,
      (select json_build_object('version', version, 'width', width, 'height', height, 'alt', alt_texts, 'focalX', focal_x, 'focalY', focal_y)
        from event_pictures where event_id = ${event.id}) as picture,
      ${questionsAsJson(event.id)} as questions,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'capacity', capacity, 'sold', sold, 'taken', sold + held,
          'held', (select count(*) from holds where holds.pool_id = pools.id)) order by danish_order(name), id), '[]')
        from event_pools pools where event_id = ${event.id}) as pools,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name_texts, 'price', price, 'memberPrice', member_price,
          'capacity', capacity, 'poolId', pool_id, 'minAge', min_age, 'maxAge', max_age, 'membersOnly', members_only,
          'closed', closed_at is not null, 'sold', sold, 'taken', sold + held,
          'held', (select count(*) from holds where holds.category_id = categories.id),
          'hasEntries', sold + held > 0 or exists (
            select from event_entries where event_id = ${event.id} and category_id = categories.id)
            or exists (select from waiting_people where category_id = categories.id)
            -- Whoever was moved to another one bought it here.
            or exists (select from order_lines where category_id = categories.id),
          'phases', (select coalesce(json_agg(json_build_object('id', id, 'name', name_texts, 'price', price, 'memberPrice', member_price,
              'until', until, 'places', places) order by position), '[]')
            from event_phases phases where phases.category_id = categories.id and removed_at is null)
        ) order by position, category), '[]')
        from event_categories categories where event_id = ${event.id}) as categories
    from organisations clubs where clubs.id = ${event.orgId}`)
  return rows[0]!
}

interface AtPrices extends Pick<EditedEvent['soldByCategory'][number], 'atOtherPrice' | 'early'> {
  readonly id: string
}

/** How many places of each category are sold at its early prices, and sold or held at another price than the one that is written now. */
async function countAtPrices(db: Reader, eventId: string): Promise<Map<string, AtPrices>> {
  const { rows } = await db.execute<AtPrices & Record<string, unknown>>(sql`
    select id, sum(other)::int as "atOtherPrice",
      coalesce(json_agg(json_build_object('phaseId', phase_id, 'sold', sold)) filter (where phase_id is not null and sold > 0), '[]') as early
    from (select entries.category_id as id, phase.id as phase_id, count(*) filter (where entries.status = 'paid') as sold,
      count(*) filter (where lines.price <> case when entries.price_kind = 'standard' then ${currentPrice} else coalesce(${currentMemberPrice}, ${currentPrice}) end) as other
    from event_entries entries
    join order_lines lines on lines.entry_id = entries.id
    join event_categories categories on categories.id = entries.category_id
    left join event_phases phase on phase.id = entries.phase_id and phase.removed_at is null
    where entries.event_id = ${eventId} and (entries.status = 'paid' or ${isHeld})
    group by 1, 2) counted group by id`)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function presentEditedEvent(db: Reader, { currency }: EventClub, row: EventRow): Promise<EditedEvent> {
  const parts = await readParts(db, row)
  const atPrices = await countAtPrices(db, row.id)
  const places = await selectPlaces(db, [row])
  const fields = fieldsOf(row, parts)
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    badge: badgeOf({ ...row, places: places.get(row.id) }, new Date(parts.now)),
    fields,
    problems: problemsNow(row, fields, parts),
    sold: row.sold,
    held: parts.held,
    soldByCategory: parts.categories.map(({ id, sold, held, hasEntries }) => ({
      id,
      sold,
      held,
      hasEntries,
      atOtherPrice: atPrices.get(id)?.atOtherPrice ?? 0,
      early: atPrices.get(id)?.early ?? [],
    })),
    soldByPool: parts.pools.map(({ id, sold, held }) => ({ id, sold, held })),
    picture: parts.picture,
    currency,
    testMode: parts.testMode,
    clubSeries: [...new Map(parts.seasons.map(({ series, name }) => [series, name]))]
      .map(([key, { da, en }]) => ({
        key,
        name: { da: withoutYears(da), ...(en !== undefined && { en: withoutYears(en) }) },
      }))
      .toSorted((a, b) => a.name.da.localeCompare(b.name.da, 'da')),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    copiedFrom: row.copiedFrom,
    series: parts.series && { ...parts.series, ownFields: row.ownFields },
    cancelTexts: row.cancelTexts,
    knownAs: parts.knownAs,
  }
}

/** The fields of a row and its parts, as the editor writes them. */
export function fieldsOf(
  row: EventRow,
  { pools, categories, questions }: Pick<Parts, 'pools' | 'categories' | 'questions'>,
): EventFields {
  const own = {
    ...row,
    title: row.titleTexts,
    description: row.descriptionTexts,
    place: row.placeTexts,
    questions,
    pools: pools.map(({ id, name, capacity }) => ({ id, name, capacity })),
    categories: categories.map(({ phases, sold: _sold, held: _held, taken: _taken, hasEntries: _entries, ...one }) => ({
      ...one,
      phases: phases.map((phase) => ({
        ...phase,
        until: phase.until === null ? null : localTimeOf(new Date(phase.until), row.timeZone),
      })),
    })),
  }
  return valuesOfRow(eventFields, own, row.timeZone)
}

/** `Voksen` of `Voksen 2026/27`: a series continues every year. */
const withoutYears = (name: string): string =>
  name
    .replace(/\d+(?:[^\p{L}\p{N}\s]+\d+)*/gu, '')
    .replace(/\s+/g, ' ')
    .trim() || name

/** The problems of an event: of its fields, and of whatever else has to be there before anybody can buy a place. */
export function problemsNow(
  { status, publishedAt }: Pick<EventRow, 'status' | 'publishedAt'>,
  fields: EventFields,
  { picture, takesPayments, seasons, now }: Pick<Parts, 'picture' | 'takesPayments' | 'seasons' | 'now'>,
): EventProblem[] {
  if (!isTimeZone(fields.timeZone)) return [{ path: 'timeZone', fault: 'time_zone_unknown' }]
  const problems = problemsOfEvent(fields)
  if (fields.memberSeries?.some((one) => !seasons.some(({ series }) => series === one)))
    problems.push({ path: 'memberSeries', fault: 'series_unknown' })
  if (picture && picture.alt.da === '') problems.push({ path: 'picture', fault: 'alt_text_missing' })
  const costs = fields.categories.some((one) => !one.closed && [one, ...one.phases].some(({ price }) => price > 0))
  if (costs && !takesPayments) problems.push({ path: 'categories', fault: 'payment_not_configured' })
  if (status === 'draft') problems.push(...pricesForNobody(fields, seasons))
  const isFirst = status === 'draft' && publishedAt === null
  if (isFirst && fields.endsAt <= localTimeOf(new Date(now), fields.timeZone))
    problems.push({ path: 'endsAt', fault: 'event_over' })
  if (isFirst) problems.push(...phasesOver(fields, now))
  return problems
}

/** Early prices that had ended before they were written. Those of `was` may end, and stay. */
export function phasesOver(fields: EventFields, now: string, was?: EventFields): EventProblem[] {
  if (!isTimeZone(fields.timeZone)) return []
  const local = localTimeOf(new Date(now), fields.timeZone)
  const before = new Map(was?.categories.flatMap(({ phases }) => phases.map(({ id, until }) => [id, until] as const)))
  return fields.categories.flatMap(({ phases }, at) =>
    phases.flatMap(({ id, until }, n) =>
      until !== null && until <= local && before.get(id) !== until
        ? [{ path: `categories.${at}.phases.${n}.until`, fault: 'phase_over' as const }]
        : [],
    ),
  )
}

/** Member prices that no membership of the club would give on the event's first day. Afterwards a season may end or be taken away. */
function pricesForNobody(
  { startsAt, memberSeries, categories }: EventFields,
  seasons: Parts['seasons'],
): EventProblem[] {
  const day = startsAt.slice(0, 10)
  const counts = seasons.some(
    ({ series, from, until }) => (memberSeries?.includes(series) ?? true) && from <= day && day <= until,
  )
  if (counts) return []
  const has = ({ closed, memberPrice, phases }: EventFields['categories'][number]) =>
    !closed && [memberPrice, ...phases.map((phase) => phase.memberPrice)].some((price) => price !== null)
  return categories.flatMap((category, at) =>
    has(category) ? [{ path: `categories.${at}.memberPrice`, fault: 'member_price_for_nobody' as const }] : [],
  )
}
