import type { EditedEvent, EventFields, EventProblem, SeriesScope } from '#contract/events/office.ts'
import { type Db, inTransactionThenRead, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import { newId } from '#server/database/new-id.ts'
import { events, eventSeries } from '#server/database/schema/index.ts'
import { and, asc, eq, gt, ne, sql } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import {
  type EventClub,
  type EventRow,
  fieldsOf,
  lockEditedEvent,
  presentEditedEvent,
  readParts,
} from '../office/edited-event.ts'
import { canAsk, inAWeek, keepUntilWithin, type MoveWish } from '../office/move-event.ts'
import { storeEvent } from '../office/write-event.ts'
import { changedFields, fieldsWith, following, isLikeSeries, type SeriesField, seriesFields } from './date-fields.ts'

type Caller = OfficeCaller<EventClub>
type Save = EventFields & {
  readonly eventId: string
  readonly version: number
  readonly tellGuests?: boolean | undefined
  readonly moveText?: MoveWish['texts']
  readonly keepUntil?: string | undefined
  readonly scope?: SeriesScope | undefined
}

/**
 * Saves an event, and what was changed at the dates of its series that the scope names and that follow it: all of them, or none. What the editor shows
 * of it is counted after the commit.
 */
export function saveEvent(secrets: Secrets, db: Db, caller: Caller, save: Save): Promise<EditedEvent> {
  return inTransactionThenRead(
    db,
    (tx) => writeEvent(secrets, tx, caller, save),
    (reader, row) => presentEditedEvent(reader, caller.organisation, row),
  )
}

async function writeEvent(
  secrets: Secrets,
  tx: Tx,
  caller: Caller,
  { eventId, version, tellGuests, moveText: texts, keepUntil, scope = 'one', ...fields }: Save,
): Promise<EventRow> {
  if (scope !== 'one') await lockDates(tx, { eventId })
  const before = await lockEditedEvent(tx, caller, { eventId, version })
  const press = scope === 'one' ? undefined : newId()
  const wish = { tellGuests, texts, press }
  const { row, was, is } = await storeEvent(
    secrets,
    tx,
    caller,
    before,
    () => fields,
    () => ({ ...wish, keepUntil }),
  )
  const changed = row.seriesId === null ? [] : changedFields(was, is)
  if (changed.length === 0) return row
  if (scope === 'one') {
    const again = await followedAgain(tx, row, is, changed)
    const own = [...row.ownFields, ...changed].filter((name) => !again.has(name))
    return setOwnFields(tx, eventId, own)
  }
  // Guests of other dates are asked as those of this one; by default where this one has nobody to ask, or begins too soon.
  const until = keepUntil ?? (canAsk(before, { was, is }, tx.now) ? null : inAWeek(is, tx.now))
  const wishOfDate = (date: EventFields): MoveWish => ({
    ...wish,
    keepUntil: (until && keepUntilWithin(until, date, tx.now)) ?? undefined,
  })
  for (const date of await selectDates(tx, before, scope)) {
    const names = new Set(changed.filter((name) => !date.ownFields.includes(name)))
    if (names.size > 0) await follow(secrets, tx, caller, date, { was, is, names, wishOf: wishOfDate })
  }
  return setOwnFields(
    tx,
    eventId,
    row.ownFields.filter((name) => !changed.includes(name as SeriesField)),
  )
}

/** Takes a field of an event from the nearest other date that follows its series, and follows it again. */
export async function followAgain(
  secrets: Secrets,
  tx: Tx,
  caller: Caller,
  { eventId, field, version }: { readonly eventId: string; readonly field: string; readonly version: number },
): Promise<EditedEvent> {
  await lockDates(tx, { eventId })
  const event = await lockEditedEvent(tx, caller, { eventId, version })
  const own = seriesFields.filter((name) => event.ownFields.includes(name))
  const name = own.find((one) => one === field)
  if (!name || event.seriesId === null) throw new Problem('not_found')
  const names = new Set(fieldsWith(name))
  const [fields] = await readFollowed(tx, event, name, 1)
  if (!fields) throw new Problem('not_found')
  await follow(secrets, tx, caller, event, { was: fields, is: fields, names, wishOf: () => ({}) })
  const row = await setOwnFields(
    tx,
    event.id,
    event.ownFields.filter((one) => !names.has(one as SeriesField)),
  )
  return presentEditedEvent(tx, caller.organisation, row)
}

/** The fields of the nearest other dates that follow their series in one of them. No change reaches those that are over. */
async function readFollowed(
  tx: Tx,
  { id, seriesId, startsAt }: EventRow,
  name: SeriesField,
  most: number,
): Promise<EventFields[]> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.seriesId, seriesId!),
        ne(events.id, id),
        ne(events.status, 'cancelled'),
        sql`not ${events.ownFields} @> array[${name}]::text[]`,
      ),
    )
    .orderBy(
      sql`${events.endsAt} <= portal_now()`,
      sql`abs(extract(epoch from ${events.startsAt} - ${startsAt}::timestamptz))`,
      asc(events.id),
    )
    .limit(most)
  const others: EventFields[] = []
  for (const row of rows) others.push(fieldsOf(row, await readParts(tx, row)))
  return others
}

/** The changed fields of its own that are like those of its series again, as after *Undo*. */
async function followedAgain(
  tx: Tx,
  row: EventRow,
  is: EventFields,
  changed: readonly SeriesField[],
): Promise<Set<string>> {
  const own = changed.filter((name) => row.ownFields.includes(name))
  const again = new Set<string>()
  if (own.length === 0) return again
  const [series] = await tx.select().from(eventSeries).where(eq(eventSeries.id, row.seriesId!))
  for (const name of own) {
    // On both sides, since a change may have reached this date and later ones only, or those before it.
    const others = await readFollowed(tx, row, name, 2)
    if (others.some((one) => isLikeSeries(is, one, name, series!))) again.add(name)
  }
  return again
}

/** Locks all dates of a series, of which one may be named instead, in the order in which buyers lock events. */
export const lockDates = (tx: Tx, of: { readonly seriesId: string } | { readonly eventId: string }) =>
  tx.execute(sql`
    select id from events
    where series_id = ${'seriesId' in of ? of.seriesId : sql`(select series_id from events where id = ${of.eventId})`}
    order by id for no key update`)

interface Followed {
  readonly was: EventFields
  readonly is: EventFields
  readonly names: ReadonlySet<SeriesField>
  readonly wishOf: (is: EventFields) => MoveWish
}

async function follow(secrets: Secrets, tx: Tx, caller: Caller, date: EventRow, { was, is, names, wishOf }: Followed) {
  const locked = await lockEditedEvent(tx, caller, { eventId: date.id })
  try {
    await storeEvent(secrets, tx, caller, locked, (own) => following(own, { was, is }, names), wishOf)
  } catch (error) {
    throw error instanceof Problem && error.code === 'event_invalid' ? ofDate(error, date) : error
  }
}

/** The refusal with the day of the date that it is about. */
function ofDate(error: Problem, { startsAt, timeZone }: EventRow): Problem {
  const problems = (error.options.data?.['problems'] ?? []) as readonly EventProblem[]
  const date = localTimeOf(startsAt, timeZone).slice(0, 10)
  return new Problem('event_invalid', {
    ...error.options,
    data: { problems: problems.map((one) => ({ ...one, data: { ...one.data, date } })) },
  })
}

/** The other dates that a change is for: later ones, or all that are not over. */
const selectDates = (tx: Tx, { id, seriesId, startsAt }: EventRow, scope: SeriesScope) =>
  tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.seriesId, seriesId!),
        ne(events.id, id),
        ne(events.status, 'cancelled'),
        scope === 'later' ? gt(events.startsAt, startsAt) : sql`${events.endsAt} > portal_now()`,
      ),
    )
    .orderBy(asc(events.id))

async function setOwnFields(tx: Tx, eventId: string, names: readonly string[]): Promise<EventRow> {
  const [row] = await tx
    .update(events)
    .set({ ownFields: [...new Set(names)].toSorted() })
    .where(eq(events.id, eventId))
    .returning()
  return row!
}
