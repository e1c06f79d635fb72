import type { OfficeEvent } from '#contract/audit/history.ts'
import type { LocalText } from '#contract/local-text.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { changeStatus } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import {
  coupons,
  eventCategories,
  eventPhases,
  eventPictures,
  eventPools,
  eventQuestions,
  events,
} from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { localTimeOf } from '#server/database/local-time.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { type OfficeChange, recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import {
  type EventClub,
  type EventRow,
  fieldsOf,
  lockEditedEvent,
  presentEditedEvent,
  problemsNow,
  readParts,
} from './edited-event.ts'
import { offerSoon } from '../waiting/offer-job.ts'
import { dropUnused } from './stored-picture.ts'
import { refuse } from './write-event.ts'

type Caller = OfficeCaller<EventClub>

interface Seen {
  readonly eventId: string
  readonly version: number
}

/** Publishes a draft without problems. One that is published stays as it is, so that a second press changes nothing. */
export async function publishEvent(tx: Tx, caller: Caller, seen: Seen): Promise<EditedEvent> {
  const row = await lockEditedEvent(tx, caller, seen)
  if (row.status === 'published') return presentEditedEvent(tx, caller.organisation, row)
  const parts = await readParts(tx, row)
  refuse(problemsNow(row, fieldsOf(row, parts), parts))
  return moveTo(tx, caller, row, 'published', 'event_published')
}

/** Makes a published event a draft again, while nobody has or holds a place. */
export async function withdrawEvent(tx: Tx, caller: Caller, seen: Seen): Promise<EditedEvent> {
  const row = await lockEditedEvent(tx, caller, seen)
  if (row.status === 'draft') return presentEditedEvent(tx, caller.organisation, row)
  if (row.sold + row.held > 0) throw new Problem('event_has_guests')
  return moveTo(tx, caller, row, 'draft', 'event_withdrawn')
}

/** Deletes a draft that was never published. Nobody can have bought it. */
export async function discardEvent(tx: Tx, caller: Caller, { eventId }: { readonly eventId: string }): Promise<void> {
  const row = await lockEditedEvent(tx, caller, { eventId })
  if (row.publishedAt !== null) throw new Problem('event_published')
  if (await tx.$count(coupons, eq(coupons.eventId, eventId))) throw new Problem('event_has_coupons')
  const [picture] = await tx
    .delete(eventPictures)
    .where(eq(eventPictures.eventId, eventId))
    .returning({ storedId: eventPictures.storedId })
  await dropUnused(tx, picture?.storedId)
  for (const parts of [eventQuestions, eventPhases, eventCategories, eventPools])
    await tx.delete(parts).where(eq(parts.eventId, eventId))
  await tx.delete(events).where(eq(events.id, eventId))
  // Its day is not added to the series again.
  if (row.seriesId !== null) await leaveOut(tx, row.seriesId, localTimeOf(row.startsAt, row.timeZone).slice(0, 10))
  await recordOfficeChange(tx, caller, {
    name: 'event_draft_deleted',
    thing: 'event',
    thingId: eventId,
    label: row.title,
  })
}

/** Cancels a published event, with the message to its guests. Its sale ends with the commit; a run ends its orders. */
export async function cancelEvent(
  tx: Tx,
  caller: Caller,
  row: EventRow,
  { texts, ...details }: { readonly texts: LocalText } & AuditDetails,
): Promise<void> {
  if (row.status !== 'published') throw new Problem('event_not_published')
  await write(tx, caller, row, { status: 'cancelled', cancelTexts: texts }, { name: 'event_cancelled', ...details })
}

/** Publishes a cancelled event again, whose run has done nothing. */
export async function restoreEvent(tx: Tx, caller: Caller, eventId: string): Promise<EventRow> {
  const [row] = await tx.select().from(events).where(eq(events.id, eventId)).for('no key update')
  return write(tx, caller, row!, { status: 'published', cancelTexts: null }, { name: 'event_cancel_stopped' })
}

async function moveTo(
  tx: Tx,
  caller: Caller,
  row: EventRow,
  status: EventRow['status'],
  name: OfficeEvent,
): Promise<EditedEvent> {
  const changes = { status, ...(status === 'published' && { publishedAt: tx.now }) }
  return presentEditedEvent(tx, caller.organisation, await write(tx, caller, row, changes, { name }))
}

export type AuditDetails = Pick<OfficeChange, 'after' | 'reason'>

/** The only writer of an event's status. */
async function write(
  tx: Tx,
  caller: Caller,
  { id, title, status }: EventRow,
  changes: Pick<EventRow, 'status'> & Partial<Pick<EventRow, 'publishedAt' | 'cancelTexts'>>,
  details: AuditDetails & Pick<OfficeChange, 'name'>,
): Promise<EventRow> {
  const { status: to, ...columns } = changes
  const cause = { reason: details.name, actorId: caller.actor.actorId }
  await changeStatus(tx, { table: 'events', ids: [id], from: [status], to, cause })
  const [row] = await tx
    .update(events)
    .set({ ...columns, version: sql`${events.version} + 1` })
    .where(eq(events.id, id))
    .returning()
  await recordOfficeChange(tx, caller, { thing: 'event', thingId: id, label: title, ...details })
  if (row!.waiting > 0) await offerSoon(tx, [id])
  return row!
}

/** Leaves a local day out of a series from now on. */
const leaveOut = (tx: Tx, seriesId: string, day: string) =>
  tx.execute(sql`
    update event_series set edits = edits + 1, rule = jsonb_set(rule, '{except}', (rule->'except') || to_jsonb(${day}::text))
    where id = ${seriesId} and not rule->'except' ? ${day} and jsonb_array_length(rule->'except') < 200`)
