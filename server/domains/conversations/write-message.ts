import { hashToken } from '#server/database/secrets.ts'
import type { Tx } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { previewOf } from './present.ts'
import * as queries from './queries.ts'
import { transitionThread } from './thread-state.ts'

export interface NewMessage {
  readonly sender: 'asker' | 'club'
  /** Null: a visitor. */
  readonly memberId: string | null
  readonly author: string
  readonly text: string
  /** By `tokenHashOf`; whether it was written before is the caller's to ask. */
  readonly tokenHash: string
  readonly attachmentIds?: readonly string[] | undefined
  /** Whose files they are. */
  readonly owner?: queries.AttachmentOwner
}

/**
 * How a token of a browser is kept: it says the same only from the same writer in the same place, so that nobody's token
 * can keep somebody else's message from being written.
 */
export const tokenHashOf = (writer: string, place: string, token: string): string =>
  hashToken([writer, place, token].join('\0'))

/**
 * Writes a message in a thread that is locked or new, with its files, and moves the thread on: to the club's turn, or to
 * answered. Its moment is after that of every message before, whichever transaction began first: what is read is read up to
 * a moment. Throws `attachment_not_found`.
 */
export async function writeMessage(
  tx: Tx,
  thread: queries.ThreadRow,
  { sender, memberId, author, text, tokenHash, attachmentIds = [], owner }: NewMessage,
): Promise<{ thread: queries.ThreadRow; message: queries.MessageRow }> {
  const createdAt = new Date(Math.max(tx.now.getTime(), thread.lastAt.getTime() + 1))
  const values = { threadId: thread.id, sender, memberId, author, text, tokenHash, createdAt }
  const message = await queries.insertMessage(tx, values)
  const ids = [...new Set(attachmentIds)]
  if (ids.length > 0) {
    const sent = owner ? await queries.updateSent(tx, message.id, ids, owner) : 0
    if (sent < ids.length) throw new Problem('attachment_not_found')
  }
  const moved = await queries.updateLast(tx, message, previewOf(text))
  const cause = { reason: sender === 'club' ? 'answered' : 'asked', actorId: memberId }
  return { message, thread: await transitionThread(tx, moved, sender === 'club' ? 'answered' : 'open', cause) }
}
