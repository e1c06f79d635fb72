import { cutWithEllipsis } from '#contract/cut-text.ts'
import type { Thread, ThreadMessage, ThreadTopic } from '#contract/conversations/answers.ts'
import type { Attachment } from '#contract/conversations/parts.ts'
import { lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { threadAttachments, threadMessages, threads } from '#server/database/schema/index.ts'
import { and, asc, desc, eq, inArray, sql, type SQL } from '#server/database/sql.ts'
import { type ClubRow, presentClub } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'

/** Where a page ends. New messages move their thread, but not the page. */
export interface Cursor {
  readonly at: Date
  readonly id: string
}

/** The cursor's format in the contract: `milliseconds_id`. */
export const cursorOf = ({ at, id }: Cursor): string => `${at.getTime()}_${id}`

/** @param text in the contract's format */
export function readCursor(text: string | undefined): Cursor | null {
  const [at, id] = text?.split('_') ?? []
  return at && id ? { at: new Date(Number(at)), id } : null
}

export type ThreadRow = typeof threads.$inferSelect
export type MessageRow = typeof threadMessages.$inferSelect

/** A file of a message without its bytes. */
export type AttachmentRow = Pick<
  typeof threadAttachments.$inferSelect,
  'id' | 'messageId' | 'name' | 'contentType' | 'size'
>

/** The uploader of an unsent file. */
export type AttachmentOwner = { readonly memberId: string } | { readonly passHash: string }

/** Who reads threads; `link`: the holder of a visitor's link. */
export type ThreadReader = Pick<MemberActor, 'memberId'> | { readonly organisation: { readonly id: string } } | 'link'

/**
 * Which threads the reader may see: members their own, an office its club's, a link the thread of a visitor who was
 * not erased.
 */
export function visibleTo(reader: ThreadReader): SQL {
  if (reader === 'link') return sql`${threads.visitorEmail} <> ''`
  return 'organisation' in reader ? eq(threads.orgId, reader.organisation.id) : eq(threads.memberId, reader.memberId)
}

/** A thread that a message or job refers to, without any check of the reader. */
export async function selectOptionalThread(db: Reader, id: string): Promise<ThreadRow | null> {
  const [row] = await db.select().from(threads).where(eq(threads.id, id))
  return row ?? null
}

/** Locks a thread before somebody writes in it or changes its state. */
export async function lockOptionalThread(tx: Tx, id: string, reader: ThreadReader): Promise<ThreadRow | null> {
  const [row] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.id, id), visibleTo(reader)))
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

/** Makes a second request with the same token wait for the first. */
export const lockToken = (tx: Tx, tokenHash: string) => lockKey(tx, `thread message ${tokenHash}`)

/** The message created earlier with this token, or null. */
export async function selectMessageOnce(db: Reader, tokenHash: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(threadMessages).where(eq(threadMessages.tokenHash, tokenHash))
  return row ?? null
}

export async function selectOptionalMessage(db: Reader, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(threadMessages).where(eq(threadMessages.id, id))
  return row ?? null
}

/** Newest first, before a message of the same thread. */
const selectMessages = (
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

/** The files of messages, in the order they were added. */
export const selectAttachments = async (db: Reader, messageIds: readonly string[]): Promise<AttachmentRow[]> => {
  if (messageIds.length === 0) return []
  const { id, messageId, name, contentType, size } = threadAttachments
  return db
    .select({ id, messageId, name, contentType, size })
    .from(threadAttachments)
    .where(inArray(messageId, [...messageIds]))
    .orderBy(asc(threadAttachments.position))
}

/** Messages per page of a thread. */
const SHOWN = 100

export const presentAttachment = ({ id, name, contentType, size }: AttachmentRow): Attachment => ({
  id,
  name,
  contentType,
  bytes: size,
})

/** Characters of a preview. */
const PREVIEW = 160

/** The start of a message on one line. */
export function previewOf(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return cutWithEllipsis(line, PREVIEW)
}

export const presentTopic = ({ topicKind, topicId, topicTitle }: ThreadRow): ThreadTopic | null =>
  topicKind && topicId ? { kind: topicKind, id: topicId, title: topicTitle ?? '' } : null

/** A thread as its asker sees it. */
export const presentThread = (thread: ThreadRow, { club, unread }: { club: ClubRow; unread: number }): Thread => ({
  id: thread.id,
  club: presentClub(club),
  subject: thread.subject,
  state: thread.state,
  topic: presentTopic(thread),
  createdAt: thread.createdAt.toISOString(),
  lastAt: thread.lastAt.toISOString(),
  preview: thread.preview,
  unread,
})

/**
 * The newest messages of a thread, or those before one of them, oldest first.
 * @param nameless shown instead of an erased name
 */
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
