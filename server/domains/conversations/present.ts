import type { Attachment } from '#contract/conversation-parts.ts'
import type { Thread, ThreadMessage, ThreadTopic } from '#contract/conversation-answers.ts'
import type { Reader } from '#server/database/db.ts'
import { selectAttachments, selectMessages, type AttachmentRow, type MessageRow, type ThreadRow } from './queries.ts'

/** Messages that a thread shows at once. */
const SHOWN = 100

export const presentAttachment = ({ id, name, contentType, size }: AttachmentRow): Attachment => ({
  id,
  name,
  contentType,
  bytes: size,
})

/** Letters of a message that a list shows. */
const PREVIEW = 160

/** The beginning of a message in one line. */
export function previewOf(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > PREVIEW
    ? `${Array.from(line)
        .slice(0, PREVIEW - 1)
        .join('')
        .trimEnd()}…`
    : line
}

export const presentTopic = ({ topicKind, topicId, topicTitle }: ThreadRow): ThreadTopic | null =>
  topicKind && topicId ? { kind: topicKind, id: topicId, title: topicTitle ?? '' } : null

/** A thread as its asker sees it. */
export const presentThread = (
  thread: ThreadRow,
  { club, unread }: { club: Thread['club']; unread: number },
): Thread => ({
  id: thread.id,
  club,
  subject: thread.subject,
  state: thread.state,
  topic: presentTopic(thread),
  createdAt: thread.createdAt.toISOString(),
  lastAt: thread.lastAt.toISOString(),
  preview: thread.preview,
  unread,
})

/** The newest messages of a thread, or those before one of them, oldest first; and where those before these begin. @param nameless instead of a name that is forgotten */
export async function showMessages(
  db: Reader,
  threadId: string,
  before: string | undefined,
  nameless = '',
): Promise<{ messages: ThreadMessage[]; before: string | null }> {
  const rows = await selectMessages(db, threadId, { before, limit: SHOWN + 1 })
  const shown = rows.slice(0, SHOWN).toReversed()
  const files = Map.groupBy(
    await selectAttachments(
      db,
      shown.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  )
  return {
    messages: shown.map((row) => presentMessage(row, files.get(row.id) ?? [], nameless)),
    before: rows.length > SHOWN ? shown[0]!.id : null,
  }
}

const presentMessage = (
  { id, sender, author, text, createdAt }: MessageRow,
  attachments: readonly AttachmentRow[],
  nameless: string,
): ThreadMessage => ({
  id,
  from: sender,
  author: author || nameless,
  text,
  at: createdAt.toISOString(),
  attachments: attachments.map(presentAttachment),
})
