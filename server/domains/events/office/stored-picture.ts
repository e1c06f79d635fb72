import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { type FileStore, hashOf, type Stored } from '#server/documents/file-store.ts'
import { Problem } from '#server/http/problem.ts'

/** A picture in both sizes, stored. */
interface StoredPicture {
  readonly hash: string
  /** Bytes of both. */
  readonly size: number
  readonly large: Stored
  readonly small: Stored
}

export const pictureHash = (large: Buffer, small: Buffer): string => hashOf(Buffer.concat([large, small]))

/** Writes a picture's row, or finds the same one of the club, which is not dropped until the transaction ends. */
export async function storePicture(
  tx: Tx,
  orgId: string,
  { hash, size, large, small }: StoredPicture,
): Promise<string> {
  const smallBytes = small.bucketKey === null ? small.bytes : null
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into stored_pictures (id, org_id, hash, bytes, small, bucket_key, small_key, size)
    values (${newId()}, ${orgId}, ${hash}, ${large.bytes}, ${smallBytes}, ${large.bucketKey}, ${small.bucketKey}, ${size})
    on conflict (org_id, hash) do update set hash = stored_pictures.hash returning id`)
  return rows[0]!.id
}

/** Throws `not_found` when the bucket has lost it. */
export async function readPicture(files: FileStore, picture: Stored): Promise<Buffer> {
  const bytes = await files.get(picture)
  if (!bytes) throw new Problem('not_found')
  return bytes
}

/** Takes the bytes in an event's own row to the club's stored pictures. */
export const storeOwnPicture = (tx: Tx, orgId: string, eventId: string) =>
  tx.execute(sql`
    with own as (
      select bytes, small from event_pictures where event_id = ${eventId} and octet_length(bytes) > 0 for update
    ),
    stored as (
      insert into stored_pictures (id, org_id, hash, bytes, small)
        select ${newId()}::uuid, ${orgId}::uuid, encode(sha256(bytes || coalesce(small, '')), 'hex'), bytes, small from own
      on conflict (org_id, hash) do update set hash = stored_pictures.hash returning id
    )
    update event_pictures set stored_id = stored.id, bytes = '', small = null from stored where event_id = ${eventId}`)

/** Gives an event the picture of another one of the club. Bytes in the other's own row are stored first. */
export async function sharePicture(
  tx: Tx,
  orgId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await storeOwnPicture(tx, orgId, from)
  // One that is dropped meanwhile is not shared.
  await tx.execute(sql`
    insert into event_pictures (event_id, version, content_type, bytes, stored_id, width, height, alt_texts, focal_x, focal_y)
    select ${to}, version, content_type, '', stored_id, width, height, alt_texts, focal_x, focal_y
    from event_pictures join stored_pictures on stored_pictures.id = stored_id where event_id = ${from}
    for key share of stored_pictures`)
}

/** Drops bytes that no event shows any more. */
export async function dropUnused(tx: Tx, storedId: string | null | undefined): Promise<void> {
  if (!storedId) return
  // Whoever shares them now has them locked; the second statement sees what they did.
  await tx.execute(sql`select from stored_pictures where id = ${storedId} for update`)
  await tx.execute(sql`
    delete from stored_pictures where id = ${storedId}
      and not exists (select from event_pictures where stored_id = ${storedId})`)
}
