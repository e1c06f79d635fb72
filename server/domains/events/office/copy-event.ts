import type { Parsed } from '#contract/endpoint.ts'
import { type EditedEvent, eventFields, type EventFields, type officeEvents } from '#contract/events/office.ts'
import { addDays } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { mapTimes } from '#server/database/fields.ts'
import { newId } from '#server/database/new-id.ts'
import { events } from '#server/database/schema/index.ts'
import { and, eq } from '#server/database/sql.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { copiedQuestions } from '../questions/write-questions.ts'
import { type EventClub, type EventRow, fieldsOf, presentEditedEvent, readParts } from './edited-event.ts'
import { sharePicture } from './stored-picture.ts'
import { findMade, insertDraft, requireRoom, requireTimes } from './write-event.ts'

/**
 * Copies an event, also a cancelled one, to another day as a draft. All its times move by the same number of days in local time, across
 * clock changes; a day on which one of them does not exist is refused. Guests, counts and coupons are not copied; stopped categories are.
 * Sent again with its token, it answers with the first.
 */
export async function duplicateEvent(
  tx: Tx,
  caller: OfficeCaller<EventClub>,
  { eventId, startsOn, token }: Parsed<typeof officeEvents.duplicate>,
): Promise<EditedEvent> {
  const { id, made } = await findMade(tx, caller, token, [eventId, startsOn])
  if (made) return presentEditedEvent(tx, caller.organisation, made)
  const [source] = await tx
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), eq(events.orgId, caller.organisation.id)))
  if (!source) throw new Problem('event_not_found')
  const fields = movedTo(fieldsOf(source, await readParts(tx, source)), startsOn)
  requireTimes(fields, 'startsOn')
  await requireRoom(tx, caller.organisation.id)
  const row = await insertCopy(tx, caller, { eventId, fields, id })
  await recordOfficeChange(tx, caller, {
    name: 'event_copied',
    thing: 'event',
    thingId: row.id,
    label: row.title,
    after: { startsAt: fields.startsAt },
  })
  return presentEditedEvent(tx, caller.organisation, row)
}

/** Inserts a draft with the fields of a copy, and whatever else is copied. */
export async function insertCopy(
  tx: Tx,
  caller: OfficeCaller<EventClub>,
  {
    eventId,
    fields,
    ...of
  }: Partial<Pick<EventRow, 'id' | 'seriesId'>> & { readonly eventId: string; readonly fields: EventFields },
): Promise<EventRow> {
  const row = await insertDraft(tx, caller, fields, { ...of, copiedFrom: eventId })
  await sharePicture(tx, caller.organisation.id, { from: eventId, to: row.id })
  return row
}

/** The event moved to another day, with ids of its own. */
export function movedTo(fields: EventFields, startsOn: string): EventFields {
  const days = Math.round((Date.parse(startsOn) - Date.parse(fields.startsAt.slice(0, 10))) / 86_400_000)
  const move = (local: string) => `${addDays(local.slice(0, 10), days)}${local.slice(10)}`
  const optional = (local: string | null) => (local === null ? null : move(local))
  const pools = new Map(fields.pools.map(({ id }) => [id, newId()]))
  const categories = new Map(fields.categories.map(({ id }) => [id, newId()]))
  return {
    ...fields,
    ...mapTimes(eventFields, fields, move),
    pools: fields.pools.map((pool) => ({ ...pool, id: pools.get(pool.id)! })),
    categories: fields.categories.map((category) => ({
      ...category,
      id: categories.get(category.id)!,
      poolId: category.poolId && pools.get(category.poolId)!,
      phases: category.phases.map((phase) => ({ ...phase, id: newId(), until: optional(phase.until) })),
    })),
    questions: copiedQuestions(fields.questions, categories, (day) => addDays(day, days)),
  }
}
