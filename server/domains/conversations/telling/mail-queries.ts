import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import {
  selectAttachments,
  selectOptionalMessage,
  selectOptionalThread,
  type AttachmentRow,
  type MessageRow,
  type ThreadRow,
} from '../queries.ts'

/** A message with what a mail about it says. */
export interface MailedMessage {
  readonly message: MessageRow
  readonly thread: ThreadRow
  readonly organisation: Awaited<ReturnType<typeof selectOrganisation>>
  readonly attachments: readonly AttachmentRow[]
}

/** Null when it is gone. */
export async function selectMailed(db: Reader, messageId: string): Promise<MailedMessage | null> {
  const message = await selectOptionalMessage(db, messageId)
  const thread = message && (await selectOptionalThread(db, message.threadId))
  if (!thread) return null
  const [organisation, attachments] = await Promise.all([
    selectOrganisation(db, thread.orgId),
    selectAttachments(db, [messageId]),
  ])
  return { message, thread, organisation, attachments }
}

/** Messages that one mail says at most. */
const MOST = 10

/**
 * A message with the texts and files of what its asker has written since, the newest of them. Null when the thread does not
 * wait any more for an answer to it.
 */
export async function selectMailedOnwards(db: Reader, messageId: string): Promise<MailedMessage | null> {
  const mailed = await selectMailed(db, messageId)
  if (mailed?.thread.state !== 'open' || mailed.thread.waitingSince > mailed.message.createdAt) return null
  const { message } = mailed
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select id, text from thread_messages
    where thread_id = ${message.threadId} and sender = 'asker'
      and created_at >= (select created_at from thread_messages first where first.id = ${messageId})
    order by created_at desc, id desc limit ${MOST}`)
  const all = rows.toReversed()
  return {
    ...mailed,
    message: { ...message, text: all.map(({ text }) => text).join('\n\n') },
    attachments: await selectAttachments(
      db,
      all.map(({ id }) => id),
    ),
  }
}
