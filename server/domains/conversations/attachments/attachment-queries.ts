import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { organisations, threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'
import type { AttachmentOwner, AttachmentRow } from '../queries.ts'

const facts = {
  id: threadAttachments.id,
  messageId: threadAttachments.messageId,
  name: threadAttachments.name,
  contentType: threadAttachments.contentType,
  size: threadAttachments.size,
}

const ownUnsent = (owner: AttachmentOwner) =>
  and(
    isNull(threadAttachments.messageId),
    'memberId' in owner
      ? eq(threadAttachments.memberId, owner.memberId)
      : eq(threadAttachments.passHash, owner.passHash),
  )

/** One upload of somebody at a time, so that their unsent files can be counted. */
export const lockOwner = (tx: Tx, owner: AttachmentOwner) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${Object.values(owner).join('')}`}, 0))`)

export const countUnsent = (db: Reader, owner: AttachmentOwner): Promise<number> =>
  db.$count(threadAttachments, ownUnsent(owner))

export async function insertAttachment(
  tx: Tx,
  owner: AttachmentOwner,
  file: Pick<typeof threadAttachments.$inferInsert, 'name' | 'contentType' | 'bytes'>,
): Promise<AttachmentRow> {
  const [row] = await tx
    .insert(threadAttachments)
    .values({ id: newId(), ...owner, ...file, size: file.bytes.length })
    .returning(facts)
  return row!
}

/** @returns whether there was such an unsent file of theirs */
export async function deleteUnsent(tx: Tx, owner: AttachmentOwner, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(threadAttachments).where(and(eq(threadAttachments.id, id), ownUnsent(owner)))
  return rowCount === 1
}

/** A file without its bytes, with what decides who may have it: the thread it was sent in, its asker and its club; all null while unsent. */
export async function selectOptionalAttachment(db: Reader, id: string) {
  const [row] = await db
    .select({
      ...facts,
      memberId: threadAttachments.memberId,
      threadId: threads.id,
      askerId: threads.memberId,
      orgKey: organisations.key,
    })
    .from(threadAttachments)
    .leftJoin(threadMessages, eq(threadMessages.id, threadAttachments.messageId))
    .leftJoin(threads, eq(threads.id, threadMessages.threadId))
    .leftJoin(organisations, eq(organisations.id, threads.orgId))
    .where(eq(threadAttachments.id, id))
  return row ?? null
}

export async function selectBytes(db: Reader, id: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ bytes: threadAttachments.bytes })
    .from(threadAttachments)
    .where(eq(threadAttachments.id, id))
  return row?.bytes ?? null
}

/** Removes what was uploaded so many hours ago and never sent, a chunk at a time. @returns how many */
export async function deleteOldUnsent(tx: Tx, hours: number, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${threadAttachments} where id in (
      select id from ${threadAttachments}
      where message_id is null and created_at < portal_now() - make_interval(hours => ${hours}::int)
      order by created_at limit ${limit} for update skip locked
    )`)
  return rowCount ?? 0
}
