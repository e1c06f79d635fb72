import type { Output } from '#contract/endpoint.ts'
import type { EventFields, EventProblem } from '#contract/events/office.ts'
import { datesOf, MOST_DATES, type RepeatRule } from '#contract/events/repeat.ts'
import type { EventSeries, eventSeries } from '#contract/events/series.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { newId } from '#server/database/new-id.ts'
import { events, eventSeries as series } from '#server/database/schema/index.ts'
import { and, asc, eq, ne, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem, refuseIfChanged } from '#server/http/problem.ts'
import { selectPlaces } from '../listing/list-events.ts'
import { insertCopy, movedTo } from '../office/copy-event.ts'
import { type EventClub, type EventRow, fieldsOf, lockEditedEvent, readParts } from '../office/edited-event.ts'
import { badgeOf } from '../office/event-badge.ts'
import { lockDates } from './follow-series.ts'
import { publishEvent } from '../office/event-state.ts'
import { refuse, requireRoom, skippedIn } from '../office/write-event.ts'

type Caller = OfficeCaller<EventClub>
type SeriesRow = typeof series.$inferSelect

interface Which {
  readonly seriesId: string
}

/** Repeats an event, which becomes the first date of a series: a draft for each other day of the rule. Throws `event_in_series`. */
export async function createSeries(
  tx: Tx,
  caller: Caller,
  { eventId, rule }: { readonly eventId: string; readonly rule: RepeatRule },
): Promise<EventSeries> {
  const event = await lockEditedEvent(tx, caller, { eventId })
  if (event.seriesId !== null) throw new Problem('event_in_series')
  const startsOn = localTimeOf(event.startsAt, event.timeZone).slice(0, 10)
  const days = requireDays(rule, startsOn)
  const [row] = await tx
    .insert(series)
    .values({ id: newId(), orgId: caller.organisation.id, rule, startsOn })
    .returning()
  await tx.update(events).set({ seriesId: row!.id }).where(eq(events.id, eventId))
  await addDates(tx, caller, row!, { source: event, days: days.filter((day) => day !== startsOn) })
  await recordOfficeChange(tx, caller, {
    name: 'event_repeated',
    thing: 'event',
    thingId: eventId,
    label: event.title,
    after: { dates: days.length },
  })
  return present(tx, row!)
}

/** A series of the caller's club with all its dates. Throws `not_found`. */
export async function showSeries(db: Reader, caller: Caller, { seriesId }: Which): Promise<EventSeries> {
  return present(db, await find(db, caller, seriesId))
}

/**
 * Changes the rule. Days from today on that it did not have before are added as drafts, like the last date that follows the series in all. A day whose
 * date was cancelled, or moved to another one, is not added again.
 */
export async function changeRule(
  tx: Tx,
  caller: Caller,
  { seriesId, rule, version }: Which & { readonly rule: RepeatRule; readonly version: number },
): Promise<EventSeries> {
  const before = await find(tx, caller, seriesId, 'lock')
  await refuseIfChanged(before, version, () => present(tx, before))
  const days = requireDays(rule, before.startsOn)
  const [row] = await tx
    .update(series)
    .set({ rule, version: sql`${series.version} + 1` })
    .where(eq(series.id, seriesId))
    .returning()
  const [source] = await tx
    .select()
    .from(events)
    .where(and(eq(events.seriesId, seriesId), ne(events.status, 'cancelled')))
    .orderBy(sql`cardinality(${events.ownFields}) > 0`, sql`${events.startsAt} desc`)
    .limit(1)
  if (!source) throw new Problem('not_found')
  const taken = new Set((await selectDates(tx, seriesId)).map(({ startsAt, timeZone }) => dayOf(startsAt, timeZone)))
  const today = dayOf(tx.now, source.timeZone)
  // With a number of dates, one that was left out since made room for another at the end.
  const had = new Set(datesOf({ ...before.rule, except: [] }, before.startsOn).days)
  const isNew = (day: string) => !had.has(day) || before.rule.except.includes(day)
  const missing = days.filter((day) => day >= today && !taken.has(day) && isNew(day))
  await addDates(tx, caller, row!, { source, days: missing })
  await recordOfficeChange(tx, caller, {
    name: 'series_rule_changed',
    thing: 'event',
    thingId: source.id,
    label: source.title,
    after: { dates: missing.length },
  })
  return present(tx, row!)
}

/** Publishes the drafts without problems, and names the others with theirs. */
export async function publishSeries(
  tx: Tx,
  caller: Caller,
  { seriesId }: Which,
): Promise<Output<typeof eventSeries.publish>> {
  const row = await find(tx, caller, seriesId, 'lock')
  await lockDates(tx, { seriesId })
  const waiting = (await selectDates(tx, seriesId)).filter(({ status }) => status === 'draft')
  const drafts: { eventId: string; problems: EventProblem[] }[] = []
  for (const { id: eventId, version } of waiting) {
    try {
      await publishEvent(tx, caller, { eventId, version })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'event_invalid') throw error
      drafts.push({ eventId, problems: (error.options.data?.['problems'] ?? []) as EventProblem[] })
    }
  }
  return { series: await present(tx, row), published: waiting.length - drafts.length, drafts }
}

/** Locks the series of an event with all its dates, so that none is added, published or sold meanwhile. */
export async function lockSeriesOf(tx: Tx, eventId: string): Promise<void> {
  await tx.execute(sql`
    select from event_series where id = (select series_id from events where id = ${eventId}) for no key update`)
  await lockDates(tx, { eventId })
}

/** Ends a series with its last date before this one, so that no later day is added again. */
export const endSeriesBefore = (tx: Tx, { seriesId, startsAt, timeZone }: EventRow) =>
  tx.execute(sql`
    update event_series set edits = edits + 1, rule = rule || jsonb_build_object('count', null, 'until', least(rule->>'until', coalesce((
      select max((starts_at at time zone time_zone)::date) from events where series_id = ${seriesId} and starts_at < ${startsAt}
    ), (${startsAt}::timestamptz at time zone ${timeZone})::date - 1)::text))
    where id = ${seriesId}`)

/** Lets a series reach a date again that is no longer cancelled. */
export const reachAgain = (tx: Tx, { seriesId, startsAt, timeZone }: EventRow) => {
  const day = dayOf(startsAt, timeZone)
  return tx.execute(sql`
    update event_series set edits = edits + 1, rule = jsonb_set(rule, '{until}', to_jsonb(${day}::text))
    where id = ${seriesId} and rule->>'until' < ${day}`)
}

async function find(db: Reader, { organisation }: Caller, seriesId: string, lock?: 'lock'): Promise<SeriesRow> {
  const query = db
    .select()
    .from(series)
    .where(and(eq(series.id, seriesId), eq(series.orgId, organisation.id)))
  const [row] = await (lock ? query.for('no key update') : query)
  if (!row) throw new Problem('not_found')
  return row
}

/** The days of a rule. Throws `event_invalid` with what is wrong beside its field. */
function requireDays(rule: RepeatRule, startsOn: string): readonly string[] {
  const { days, problem } = datesOf(rule, startsOn)
  if (problem) refuse([{ path: `repeat.${problem.path}`, fault: problem.fault }])
  return days
}

/** Inserts a draft for each day, at the local times of the source. A day on which one of them does not exist is refused. */
async function addDates(
  tx: Tx,
  caller: Caller,
  { id: seriesId }: SeriesRow,
  { source, days }: { readonly source: EventRow; readonly days: readonly string[] },
): Promise<void> {
  const fields = fieldsOf(source, await readParts(tx, source))
  // All dates are seen at once.
  const dates = days.map((day) => ({ ...movedTo(fields, day), publicFrom: fields.publicFrom }))
  refuse(dates.flatMap(missingTimes))
  await requireRoom(tx, source.orgId, dates.length)
  for (const one of dates) await insertCopy(tx, caller, { eventId: source.id, fields: one, seriesId })
}

const missingTimes = (date: EventFields): EventProblem[] =>
  skippedIn(date).length === 0
    ? []
    : [{ path: 'repeat.except', fault: 'time_missing_that_day', data: { date: date.startsAt.slice(0, 10) } }]

type Dates = Awaited<ReturnType<typeof selectDates>>

const selectDates = (db: Reader, seriesId: string) =>
  db
    .select({
      id: events.id,
      version: events.version,
      title: events.titleTexts,
      status: events.status,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      timeZone: events.timeZone,
      publicFrom: events.publicFrom,
      saleFrom: events.saleFrom,
      saleUntil: events.saleUntil,
      capacity: events.capacity,
      sold: events.sold,
      held: events.held,
      ownFields: events.ownFields,
      now: sql<string>`portal_now()`,
    })
    .from(events)
    .where(eq(events.seriesId, seriesId))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(10 * MOST_DATES)

async function present(db: Reader, { id, version, rule, startsOn }: SeriesRow): Promise<EventSeries> {
  // A rule that has ended again has no days, but its first.
  const days = new Set([startsOn, ...datesOf(rule, startsOn).days])
  const dates: Dates = await selectDates(db, id)
  const places = await selectPlaces(db, dates)
  return {
    id,
    version,
    rule,
    startsOn,
    dates: dates.map((date) => ({
      eventId: date.id,
      title: date.title,
      startsAt: localTimeOf(date.startsAt, date.timeZone),
      endsAt: localTimeOf(date.endsAt, date.timeZone),
      status: date.status,
      badge: badgeOf({ ...date, places: places.get(date.id) }, new Date(date.now)),
      sold: date.sold,
      held: date.held,
      places: date.capacity,
      isOver: date.endsAt <= new Date(date.now),
      fits: days.has(dayOf(date.startsAt, date.timeZone)),
      ownFields: date.ownFields,
    })),
  }
}

const dayOf = (moment: Date, timeZone: string) => localTimeOf(moment, timeZone).slice(0, 10)
