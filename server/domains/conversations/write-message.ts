import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'
import { hashToken } from '#server/database/secrets.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import { requireStorage } from '#server/domains/organisations/index.ts'
import { Problem } from '#server/http/problem.ts'
import { transitionThread } from './thread-state.ts'
import { previewOf, type AttachmentOwner, type MessageRow, type ThreadRow } from './threads.ts'

interface NewMessage {
  readonly sender: 'asker' | 'club'
  /** Null: a visitor. */
  readonly memberId: string | null
  readonly author: string
  readonly text: string
  /** From `tokenHashOf`. The caller checks whether it was used before. */
  readonly tokenHash: string
  readonly attachmentIds?: readonly string[] | undefined
  /** The uploader of the files. */
  readonly owner?: AttachmentOwner
}

/** How a browser's token is stored: bound to writer and place, so that nobody can use up another person's token. */
export const tokenHashOf = (writer: string, place: string, token: string): string =>
  hashToken([writer, place, token].join('\0'))

/**
 * Inserts a message with its files in a locked or new thread, and opens or answers the thread. Messages have
 * increasing times, because read marks are times. Throws `attachment_not_found` and `storage_full_for_files`.
 */
export async function writeMessage(
  tx: Tx,
  thread: ThreadRow,
  { sender, memberId, author, text, tokenHash, attachmentIds = [], owner }: NewMessage,
): Promise<{ thread: ThreadRow; message: MessageRow }> {
  const createdAt = new Date(Math.max(tx.now.getTime(), thread.lastAt.getTime() + 1))
  const values = { threadId: thread.id, sender, memberId, author, text, tokenHash, createdAt }
  const message = await insertMessage(tx, values)
  const ids = [...new Set(attachmentIds)]
  if (ids.length > 0) {
    const sent = owner ? await updateSent(tx, message.id, ids, owner) : 0
    if (sent < ids.length) throw new Problem('attachment_not_found')
    await requireStorage(tx, thread.orgId, 'storage_full_for_files')
  }
  const moved = await updateLast(tx, message, previewOf(text))
  const cause = { reason: sender === 'club' ? 'answered' : 'asked', actorId: memberId }
  return { message, thread: await transitionThread(tx, moved, sender === 'club' ? 'answered' : 'open', cause) }
}

async function insertMessage(tx: Tx, values: Omit<typeof threadMessages.$inferInsert, 'id'>) {
  const [row] = await tx
    .insert(threadMessages)
    .values({ ...values, id: newId() })
    .returning()
  return row!
}

/** The searchable characters of a thread. */
const MOST_SEARCHED = 100_000

/** Updates the summary of a thread's last message. `transitionThread` sets the state. */
async function updateLast(
  tx: Tx,
  { threadId, sender, author, text, createdAt }: MessageRow,
  preview: string,
): Promise<ThreadRow> {
  const [row] = await tx
    .update(threads)
    .set({
      lastAt: createdAt,
      preview,
      search: sql`left(search || ' ' || ${text}, ${MOST_SEARCHED}::int)`,
      ...(sender === 'club' ? { answeredBy: author } : {}),
    })
    .where(eq(threads.id, threadId))
    .returning()
  return row!
}

/** Attaches uploaded files to a message, in the order of `ids`. @returns how many of them the owner had */
async function updateSent(tx: Tx, messageId: string, ids: readonly string[], owner: AttachmentOwner): Promise<number> {
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
