import type { Download } from '#contract/endpoint.ts'
import type { EditedEvent, PictureFields } from '#contract/office-events.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventPictures, events } from '#server/database/schema/index.ts'
import { and, eq } from '#server/database/sql.ts'
import { encodeEventPicture } from '#server/documents/encode-image.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/http/office-history.ts'
import { Problem } from '#server/http/problem.ts'
import { type EventClub, type EventRow, lockEditedEvent, presentEditedEvent } from './edited-event.ts'
import { refuse } from './write-event.ts'

type Caller = OfficeCaller<EventClub>

interface OfEvent {
  readonly eventId: string
}

/**
 * Stores a picture, encoded. No connection is held while it is decoded. What was said about the one before does not describe it, but a
 * published event keeps it until somebody writes other words, or begins with its title: it always has some.
 */
export async function putPicture(
  db: Db,
  caller: Caller,
  { eventId, bytes }: OfEvent & { readonly bytes: Uint8Array },
): Promise<EditedEvent> {
  const picture = { ...(await encodeEventPicture(bytes)), version: newId() }
  return inTransaction(db, async (tx) => {
    const row = await lockEditedEvent(tx, caller, { eventId })
    const [old] = await tx
      .select({ alt: eventPictures.alt })
      .from(eventPictures)
      .where(eq(eventPictures.eventId, eventId))
    const alt = row.status === 'draft' ? { da: '' } : old?.alt.da ? old.alt : row.titleTexts
    const set = { ...picture, alt, focalX: 50, focalY: 50 }
    await tx
      .insert(eventPictures)
      .values({ eventId, ...set })
      .onConflictDoUpdate({ target: eventPictures.eventId, set })
    return changed(tx, caller, row, { after: { picture: true } })
  })
}

/** The picture as its office sees it, before others do. */
export async function showOfficePicture(
  db: Db,
  { organisation }: Caller,
  { eventId, v }: OfEvent & { readonly v: string },
): Promise<Download> {
  const [picture] = await db
    .select({ bytes: eventPictures.bytes, contentType: eventPictures.contentType })
    .from(eventPictures)
    .innerJoin(events, eq(events.id, eventPictures.eventId))
    .where(and(eq(events.id, eventId), eq(events.orgId, organisation.id), eq(eventPictures.version, v)))
  if (!picture) throw new Problem('not_found')
  return { ...picture, fileName: `event.${picture.contentType.split('/')[1]}`, version: v }
}

/** Saves what is said about a picture, and what its crops keep. */
export async function describePicture(
  tx: Tx,
  caller: Caller,
  { eventId, alt, focalX, focalY }: OfEvent & PictureFields,
): Promise<EditedEvent> {
  const row = await lockEditedEvent(tx, caller, { eventId })
  if (row.status !== 'draft' && alt.da === '') refuse([{ path: 'picture', fault: 'alt_text_missing' }])
  const texts = { da: alt.da, ...(alt.en && { en: alt.en }) }
  const { rowCount } = await tx
    .update(eventPictures)
    .set({ alt: texts, focalX, focalY })
    .where(eq(eventPictures.eventId, eventId))
  if (rowCount === 0) throw new Problem('not_found')
  return changed(tx, caller, row, { after: { pictureAlt: alt.da, pictureAltEn: alt.en ?? null, focalX, focalY } })
}

export async function removePicture(tx: Tx, caller: Caller, { eventId }: OfEvent): Promise<EditedEvent> {
  const row = await lockEditedEvent(tx, caller, { eventId })
  const { rowCount } = await tx.delete(eventPictures).where(eq(eventPictures.eventId, eventId))
  if (rowCount === 0) return presentEditedEvent(tx, caller.organisation, row)
  return changed(tx, caller, row, { before: { picture: true } })
}

/** The event's version stays: its form does not contain the picture. */
async function changed(
  tx: Tx,
  caller: Caller,
  row: EventRow,
  change: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> },
): Promise<EditedEvent> {
  await recordOfficeChange(tx, caller, {
    name: 'event_changed',
    thing: 'event',
    thingId: row.id,
    label: row.title,
    ...change,
  })
  return presentEditedEvent(tx, caller.organisation, row)
}
