import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'

export type ThreadRow = typeof threads.$inferSelect
export type MessageRow = typeof threadMessages.$inferSelect

/** A file of a message without its bytes. */
export type AttachmentRow = Pick<
  typeof threadAttachments.$inferSelect,
  'id' | 'messageId' | 'name' | 'contentType' | 'size'
>

/** Whoever uploaded a file that is not sent yet. */
export type AttachmentOwner = { readonly memberId: string } | { readonly passHash: string }

export async function selectOptionalThread(db: Reader, id: string): Promise<ThreadRow | null> {
  const [row] = await db.select().from(threads).where(eq(threads.id, id))
  return row ?? null
}

/** Whoever writes in a thread or decides about it takes turns. @param whose what else must be true of it */
export async function lockOptionalThread(tx: Tx, id: string, whose: SQL | undefined): Promise<ThreadRow | null> {
  const [row] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.id, id), whose))
    .for('no key update')
  return row ?? null
}

export async function insertThread(
  tx: Tx,
  values: Omit<typeof threads.$inferInsert, 'id' | 'state' | 'preview' | 'answeredBy' | 'waitingSince'>,
): Promise<ThreadRow> {
  const [row] = await tx
    .insert(threads)
    .values({ ...values, id: newId() })
    .returning()
  return row!
}

/** The same token waits here until its first message is written or not. */
export const lockToken = (tx: Tx, tokenHash: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`thread message ${tokenHash}`}, 0))`)

/** The message that was written with a token already; null: none was. */
export async function selectMessageOnce(db: Reader, tokenHash: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(threadMessages).where(eq(threadMessages.tokenHash, tokenHash))
  return row ?? null
}

export async function selectOptionalMessage(db: Reader, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(threadMessages).where(eq(threadMessages.id, id))
  return row ?? null
}

export async function insertMessage(tx: Tx, values: Omit<typeof threadMessages.$inferInsert, 'id'>) {
  const [row] = await tx
    .insert(threadMessages)
    .values({ ...values, id: newId() })
    .returning()
  return row!
}

/** Letters of a thread that its search looks at. */
const MOST_SEARCHED = 100_000

/** What a new message changes at its thread, but for its state. */
export async function updateLast(
  tx: Tx,
  { threadId, sender, author, text, createdAt }: MessageRow,
  preview: string,
): Promise<ThreadRow> {
  const [row] = await tx
    .update(threads)
    .set({
      lastAt: createdAt,
      preview,
      search: sql`left(search || ' ' || ${text.toLowerCase()}, ${MOST_SEARCHED}::int)`,
      ...(sender === 'club' ? { answeredBy: author } : {}),
    })
    .where(eq(threads.id, threadId))
    .returning()
  return row!
}

/** Newest first, those before a message of the same thread. */
export const selectMessages = (
  db: Reader,
  threadId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<MessageRow[]> =>
  db
    .select()
    .from(threadMessages)
    .where(
      and(
        eq(threadMessages.threadId, threadId),
        before
          ? sql`(created_at, id) < (select mark.created_at, mark.id from thread_messages mark where mark.id = ${before} and mark.thread_id = ${threadId})`
          : undefined,
      ),
    )
    .orderBy(desc(threadMessages.createdAt), desc(threadMessages.id))
    .limit(limit)

/** The files of messages as they were added. */
export const selectAttachments = async (db: Reader, messageIds: readonly string[]): Promise<AttachmentRow[]> => {
  if (messageIds.length === 0) return []
  const { id, messageId, name, contentType, size } = threadAttachments
  return db
    .select({ id, messageId, name, contentType, size })
    .from(threadAttachments)
    .where(inArray(messageId, [...messageIds]))
    .orderBy(asc(threadAttachments.position))
}

/** Sends uploaded files with a message, in the order of `ids`. @returns how many were there to be sent by their owner */
export async function updateSent(
  tx: Tx,
  messageId: string,
  ids: readonly string[],
  owner: AttachmentOwner,
): Promise<number> {
  const mine =
    'memberId' in owner
      ? eq(threadAttachments.memberId, owner.memberId)
      : eq(threadAttachments.passHash, owner.passHash)
  const { rowCount } = await tx
    .update(threadAttachments)
    .set({ messageId, position: sql`array_position(${sql.param([...ids])}::uuid[], ${threadAttachments.id})` })
    .where(and(inArray(threadAttachments.id, [...ids]), sql`${threadAttachments.messageId} is null`, mine))
  return rowCount ?? 0
}

/** @returns up to when it is read now; null when the message is none of that thread */
export async function writeRead(
  tx: Tx,
  { threadId, memberId, upTo }: { threadId: string; memberId: string; upTo: string },
): Promise<Date | null> {
  const { rows } = await tx.execute<{ read_at: Date }>(sql`
    insert into thread_reads (thread_id, member_id, read_at)
    select thread_id, ${memberId}::uuid, created_at from thread_messages where id = ${upTo} and thread_id = ${threadId}
    on conflict (thread_id, member_id) do update set read_at = greatest(thread_reads.read_at, excluded.read_at)
    returning read_at`)
  return rows[0] ? new Date(rows[0].read_at) : null
}
