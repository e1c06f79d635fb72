import { isDeepStrictEqual } from 'node:util'
import { cutText } from '#contract/cut-text.ts'
import type { Parsed } from '#contract/endpoint.ts'
import {
  type EditedEvent,
  eventFields,
  EventFields,
  type EventProblem,
  type officeEvents,
  problemsOfEvent,
} from '#contract/events/office.ts'
import type { Tx } from '#server/database/db.ts'
import { changesOf, columnsOf, flatOf, skippedTimes, withoutBlank } from '#server/database/fields.ts'
import { idByToken, newId } from '#server/database/new-id.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { eventCategories, eventPhases, eventPools, events } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQLWrapper } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordFoldedChange, recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem, requireValid } from '#server/http/problem.ts'
import { isSkipped, isTimeZone, momentOf } from '#server/database/local-time.ts'
import {
  type EventClub,
  type EventRow,
  fieldsOf,
  phasesOver,
  presentEditedEvent,
  problemsNow,
  readParts,
} from './edited-event.ts'
import { draftOf } from './event-templates.ts'
import { recountMissing } from '../questions/answers.ts'
import { answeredProblems } from '../questions/answered-questions.ts'
import { flatQuestions, ofKnownCategories, writeQuestions } from '../questions/write-questions.ts'
import { type MoveWish, noteMove, problemsOfMove } from './move-event.ts'
import { offerSoon } from '../waiting/offer-job.ts'

const MOST_EVENTS = 5000

type Caller = OfficeCaller<EventClub>

/** Creates a draft: blank, or by a template. Sent again with its token, it answers with the first. */
export async function createEvent(
  tx: Tx,
  caller: Caller,
  { template, startsAt, token }: Parsed<typeof officeEvents.create>,
): Promise<EditedEvent> {
  const { id, made } = await findMade(tx, caller, token, [template, startsAt])
  if (made) return presentEditedEvent(tx, caller.organisation, made)
  const fields = draftOf(template, startsAt)
  if (isSkipped(startsAt, fields.timeZone)) throw missingTime('startsAt')
  await requireRoom(tx, caller.organisation.id)
  const row = await insertDraft(tx, caller, fields, { id })
  await recordOfficeChange(tx, caller, { name: 'event_created', thing: 'event', thingId: row.id, label: row.title })
  return presentEditedEvent(tx, caller.organisation, row)
}

/** The id of a new draft, and the draft if this token made it already. */
export async function findMade(
  tx: Tx,
  caller: Caller,
  token: string | undefined,
  asked: readonly (string | null)[],
): Promise<{ readonly id: string; readonly made?: EventRow | undefined }> {
  const id = await idByToken(tx, caller, token, asked)
  const [made] = await tx.select().from(events).where(eq(events.id, id))
  return { id, made }
}

const missingTime = (path: string) =>
  new Problem('invalid_input', { errors: [{ path, message: 'time_missing_that_day' }] })

/** Throws where clocks skip one of the times, which would move. @param path of the day that was chosen */
export function requireTimes(fields: EventFields, path: string): void {
  if (skippedIn(fields).length > 0) throw missingTime(path)
}

/** The times that clocks skip, as at the beginning of summer, by their paths. */
export function skippedIn(fields: EventFields): string[] {
  const phases = fields.categories.flatMap((category, at) =>
    category.phases.flatMap(({ until }, n) =>
      until !== null && isSkipped(until, fields.timeZone) ? [`categories.${at}.phases.${n}.until`] : [],
    ),
  )
  return [...skippedTimes(eventFields, fields, fields.timeZone), ...phases]
}

/** Throws `too_many_events` where a club has no room for so many more. */
export async function requireRoom(tx: Tx, orgId: string, more = 1): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from events where org_id = ${orgId}`,
  )
  if (rows[0]!.count + more > MOST_EVENTS) throw new Problem('too_many_events')
}

/** Inserts a draft with its parts. */
export async function insertDraft(
  tx: Tx,
  { organisation }: Caller,
  fields: EventFields,
  { id = newId(), ...of }: Partial<Pick<EventRow, 'id' | 'copiedFrom' | 'seriesId'>>,
): Promise<EventRow> {
  // Times that move with the start may leave the years that an event can be in.
  requireValid(EventFields, fields)
  const [row] = await tx
    .insert(events)
    .values({ id, orgId: organisation.id, status: 'draft', ...of, ...eventColumns(fields) })
    .returning()
  await writeParts(tx, id, fields)
  return row!
}

/**
 * Writes the fields of an event that is locked, so that buyers meet it before or after, and never in between. A draft is saved with its problems. A
 * published event has none, and whatever was sold stays possible: no limit goes below what is sold and held.
 * @param fieldsFrom the new fields, from those that it has
 */
export async function storeEvent(
  secrets: Secrets,
  tx: Tx,
  caller: Caller,
  before: EventRow,
  fieldsFrom: (was: EventFields) => EventFields,
  wishOf: (is: EventFields) => MoveWish,
): Promise<{ readonly row: EventRow; readonly was: EventFields; readonly is: EventFields }> {
  const parts = await readParts(tx, before)
  const was = fieldsOf(before, parts)
  const typed = fieldsFrom(was)
  const fields = { ...typed, questions: ofKnownCategories(typed) }
  const wish = wishOf(fields)
  refuse([
    ...impossible(before, fields, parts),
    ...(await answeredProblems(secrets, tx, before.id, was.questions, fields.questions)),
    ...(before.status === 'published'
      ? [
          ...problemsNow(before, fields, parts),
          ...phasesOver(fields, parts.now, was),
          ...(await problemsOfMove(tx, before, { was, is: fields, keepUntil: wish.keepUntil })),
        ]
      : []),
  ])
  const [row] = await tx
    .update(events)
    .set({ ...eventColumns(fields), version: sql`${events.version} + 1` })
    .where(eq(events.id, before.id))
    .returning()
  await writeParts(tx, before.id, fields)
  const is = fieldsOf(row!, await readParts(tx, row!))
  // A question can depend on the age on the event's day.
  const isMoved = is.questions.length > 0 && (was.startsAt !== is.startsAt || was.timeZone !== is.timeZone)
  if (before.status === 'published' && (isMoved || !isDeepStrictEqual(was.questions, fields.questions)))
    await recountMissing(secrets, tx, sql`entries.event_id = ${before.id}`)
  const changes = changesOf(flat(was), flat(is))
  // A draft is saved at every pause.
  const record = before.status === 'draft' ? recordFoldedChange : recordOfficeChange
  const of = { name: 'event_changed', thing: 'event', thingId: before.id, label: is.title.da } as const
  if (changes) await record(tx, caller, { ...of, ...changes })
  await noteMove(tx, caller, row!, { was, is, ...wish })
  // There may be more places, or other rules.
  if (row!.waiting > 0) await offerSoon(tx, [before.id])
  return { row: row!, was, is }
}

/** Throws with what is wrong beside each field. */
export function refuse(problems: readonly EventProblem[]): void {
  if (problems.length === 0) return
  const errors = problems.map(({ path, fault }) => ({ path, message: fault }))
  throw new Problem('event_invalid', { errors, data: { problems: [...problems] } })
}

type Parts = Awaited<ReturnType<typeof readParts>>

/** Problems that prevent saving even a draft. */
function impossible(before: EventRow, fields: EventFields, parts: Parts): EventProblem[] {
  if (!isTimeZone(fields.timeZone)) return [{ path: 'timeZone', fault: 'time_zone_unknown' }]
  const problems = problemsOfEvent(fields).filter(({ fault }) => fault === 'pool_unknown')
  for (const path of skippedIn(fields)) problems.push({ path, fault: 'time_missing_that_day' })
  const tooSmall = (path: string, capacity: number | null, { sold, taken }: { sold: number; taken: number }) => {
    if (capacity !== null && taken > 0 && capacity < taken)
      problems.push({ path, fault: 'capacity_below_sold', data: { sold, held: taken - sold } })
  }
  tooSmall('capacity', fields.capacity, { sold: before.sold, taken: before.sold + before.held })
  fields.pools.forEach((pool, at) => {
    const taken = parts.pools.find(({ id }) => id === pool.id)
    if (taken) tooSmall(`pools.${at}.capacity`, pool.capacity, taken)
  })
  fields.categories.forEach((category, at) => {
    const taken = parts.categories.find(({ id }) => id === category.id)
    if (taken) tooSmall(`categories.${at}.capacity`, category.capacity, taken)
    // A payment that arrives late takes a released place back in the pool that it had.
    if (taken?.hasEntries && taken.poolId !== category.poolId)
      problems.push({ path: `categories.${at}.poolId`, fault: 'category_has_guests' })
  })
  for (const { id, name, hasEntries } of parts.categories) {
    if (hasEntries && !fields.categories.some((one) => one.id === id))
      problems.push({ path: 'categories', fault: 'category_has_guests', data: { name: name.da } })
  }
  return problems
}

/** The columns of what was typed. */
function eventColumns(fields: EventFields) {
  const {
    pools: _pools,
    categories: _categories,
    questions: _questions,
    title,
    description,
    place,
    ...columns
  } = columnsOf(eventFields, fields, fields.timeZone)
  return {
    ...columns,
    title: title.da,
    titleTexts: title,
    description: description.da,
    descriptionTexts: description,
    place: place.da,
    placeTexts: place,
  }
}

/** Writes pools, categories and phases, and takes away those that are missing. An id of another event is refused. */
async function writeParts(
  tx: Tx,
  eventId: string,
  { pools, categories, questions, timeZone }: EventFields,
): Promise<void> {
  for (const pool of pools) {
    const { rowCount } = await tx
      .insert(eventPools)
      .values({ ...pool, eventId })
      .onConflictDoUpdate({
        target: eventPools.id,
        set: { name: pool.name, capacity: pool.capacity },
        setWhere: eq(eventPools.eventId, eventId),
      })
    if (rowCount === 0) throw new Problem('event_not_found')
  }
  const keys = new Map((await selectKeys(tx, eventId)).map(({ id, category }) => [id, category]))
  for (const [position, { id, phases: _, name, closed, ...category }] of categories.entries()) {
    const key = keys.get(id) ?? freeKey(name.da, new Set(keys.values()))
    keys.set(id, key)
    // Without the id: setting it would wait for every buyer who has written a line of the category, and they wait for the event.
    const values = { ...category, name: name.da, nameTexts: withoutBlank(name), position }
    const closedAt = closed ? sql`coalesce(${eventCategories.closedAt}, portal_now())` : null
    const { rowCount } = await tx
      .insert(eventCategories)
      .values({ id, ...values, eventId, category: key, closedAt: closed ? tx.now : null })
      .onConflictDoUpdate({
        target: eventCategories.id,
        set: { ...values, closedAt },
        setWhere: eq(eventCategories.eventId, eventId),
      })
    if (rowCount === 0) throw new Problem('event_not_found')
  }
  await writePhases(tx, eventId, { categories, timeZone })
  await writeQuestions(tx, eventId, questions)
  const categoryIds = categories.map(({ id }) => id)
  const others = and(eq(eventCategories.eventId, eventId), not(eventCategories.id, categoryIds))
  await tx.delete(eventPhases).where(and(eq(eventPhases.eventId, eventId), not(eventPhases.categoryId, categoryIds)))
  await tx.delete(eventCategories).where(others)
  await tx.delete(eventPools).where(
    and(
      eq(eventPools.eventId, eventId),
      not(
        eventPools.id,
        pools.map(({ id }) => id),
      ),
    ),
  )
}

async function writePhases(
  tx: Tx,
  eventId: string,
  { categories, timeZone }: Pick<EventFields, 'categories' | 'timeZone'>,
): Promise<void> {
  const phases = categories.flatMap(({ id: categoryId, phases: those }) =>
    those.map(({ name, until, ...phase }, position) => ({
      ...phase,
      eventId,
      categoryId,
      position,
      name: withoutBlank(name),
      until: until === null ? null : momentOf(until, timeZone),
      removedAt: null,
    })),
  )
  for (const phase of phases) {
    const { id: _, ...values } = phase
    const { rowCount } = await tx
      .insert(eventPhases)
      .values(phase)
      .onConflictDoUpdate({ target: eventPhases.id, set: values, setWhere: eq(eventPhases.eventId, eventId) })
    if (rowCount === 0) throw new Problem('event_not_found')
  }
  const gone = and(
    eq(eventPhases.eventId, eventId),
    not(
      eventPhases.id,
      phases.map(({ id }) => id),
    ),
  )
  await tx.update(eventPhases).set({ removedAt: tx.now }).where(gone)
}

const not = (column: SQLWrapper, ids: readonly string[]) => sql`${column} <> all(${sql.param([...ids])}::uuid[])`

const selectKeys = (tx: Tx, eventId: string) =>
  tx
    .select({ id: eventCategories.id, category: eventCategories.category })
    .from(eventCategories)
    .where(eq(eventCategories.eventId, eventId))

/** The key of a new category, which never changes: its name in plain letters. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  const letters = name
    .toLowerCase()
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'oe')
    .replace(/å/g, 'aa')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const plain = cutText(letters, 50) || 'ticket'
  if (!taken.has(plain)) return plain
  for (let number = 2; ; number += 1) if (!taken.has(`${plain}-${number}`)) return `${plain}-${number}`
}

/** An event's fields flat, as the history keeps them: `Adult.Early.price`. */
function flat(event: EventFields) {
  const { forMembers, guestsInvited, capacity: places, pools, categories } = event
  const fields: Record<string, unknown> = {
    ...flatOf(eventFields, event),
    ...flatQuestions(event.questions),
    forMembers,
    guestsInvited,
    capacity: places,
  }
  for (const { id: _, name, capacity } of pools) fields[`pool.${name}`] = capacity
  for (const { id: _, name, phases, poolId, ...category } of categories) {
    for (const [field, value] of Object.entries(category)) fields[`${name.da}.${field}`] = value
    fields[`${name.da}.pool`] = pools.find(({ id }) => id === poolId)?.name ?? null
    for (const { id: __, name: phaseName, ...phase } of phases)
      for (const [field, value] of Object.entries(phase)) fields[`${name.da}.${phaseName.da}.${field}`] = value
  }
  return fields
}
