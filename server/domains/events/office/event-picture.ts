import type { EditedEvent, PictureFields } from '#contract/events/office.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { eventPictures, pictureColumns } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { encodeEventPicture } from '#server/documents/encode-image.ts'
import type { FileStore, Stored } from '#server/documents/file-store.ts'
import { requireStorage } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { Answered } from '#server/http/route.ts'
import { type EventClub, type EventRow, lockEditedEvent, presentEditedEvent } from './edited-event.ts'
import { dropUnused, pictureHash, readPicture, storePicture } from './stored-picture.ts'
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
  files: FileStore,
  db: Db,
  caller: Caller,
  { eventId, bytes }: OfEvent & { readonly bytes: Uint8Array },
): Promise<EditedEvent> {
  const { bytes: large, small, ...picture } = await encodeEventPicture(bytes)
  const stored = {
    hash: pictureHash(large, small),
    size: large.length + small.length,
    large: await files.put(db, large),
    small: await files.put(db, small),
  }
  return inTransaction(db, async (tx) => {
    const row = await lockEditedEvent(tx, caller, { eventId })
    const [old] = await tx
      .select({ alt: eventPictures.alt, storedId: eventPictures.storedId })
      .from(eventPictures)
      .where(eq(eventPictures.eventId, eventId))
    const alt = row.status === 'draft' ? { da: '' } : old?.alt.da ? old.alt : row.titleTexts
    const storedId = await storePicture(tx, caller.organisation.id, stored)
    const inRow = { bytes: Buffer.alloc(0), small: null, storedId }
    const set = { ...picture, ...inRow, version: newId(), alt, focalX: 50, focalY: 50 }
    await tx
      .insert(eventPictures)
      .values({ eventId, ...set })
      .onConflictDoUpdate({ target: eventPictures.eventId, set })
    if (old?.storedId !== storedId) await dropUnused(tx, old?.storedId)
    await requireStorage(tx, caller.organisation.id, 'storage_full')
    return changed(tx, caller, row, { after: { picture: true } })
  })
}

export async function showOfficePicture(
  files: FileStore,
  db: Db,
  { organisation }: Caller,
  { eventId, v }: OfEvent & { readonly v: string },
): Promise<Answered> {
  const { rows } = await db.execute<Stored & { contentType: string }>(sql`
    select ${pictureColumns}, content_type as "contentType"
    from event_pictures join events on events.id = event_id left join stored_pictures on stored_pictures.id = stored_id
    where event_id = ${eventId} and events.org_id = ${organisation.id} and version = ${v}`)
  const [picture] = rows
  if (!picture) throw new Problem('not_found')
  const { contentType } = picture
  return {
    contentType,
    fileName: `event.${contentType.split('/')[1]}`,
    bytes: () => readPicture(files, picture),
    version: v,
  }
}

/** Saves a picture's description and focal point. */
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
  const [old] = await tx
    .delete(eventPictures)
    .where(eq(eventPictures.eventId, eventId))
    .returning({ storedId: eventPictures.storedId })
  if (!old) return presentEditedEvent(tx, caller.organisation, row)
  await dropUnused(tx, old.storedId)
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
