import { createHash } from 'node:crypto'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'

/** Stores a picture's bytes, or finds the same ones of the club, which are not dropped until the transaction ends. */
export async function storePicture(
  tx: Tx,
  orgId: string,
  { bytes, small }: { readonly bytes: Buffer; readonly small: Buffer },
): Promise<string> {
  const hash = createHash('sha256').update(bytes).update(small).digest('hex')
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into stored_pictures (id, org_id, hash, bytes, small) values (${newId()}, ${orgId}, ${hash}, ${bytes}, ${small})
    on conflict (org_id, hash) do update set hash = stored_pictures.hash returning id`)
  return rows[0]!.id
}

/** Gives an event the picture of another one of the club. Bytes in the other's own row are stored first. */
export async function sharePicture(
  tx: Tx,
  orgId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.execute(sql`
    with own as (
      select bytes, small from event_pictures where event_id = ${from} and octet_length(bytes) > 0 for update
    ),
    stored as (
      insert into stored_pictures (id, org_id, hash, bytes, small)
        select ${newId()}::uuid, ${orgId}::uuid, encode(sha256(bytes || coalesce(small, '')), 'hex'), bytes, small from own
      on conflict (org_id, hash) do update set hash = stored_pictures.hash returning id
    )
    update event_pictures set stored_id = stored.id, bytes = '', small = null from stored where event_id = ${from}`)
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
