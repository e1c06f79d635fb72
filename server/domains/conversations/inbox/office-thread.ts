import type { OfficeConversation, OfficeNote, OfficeThread } from '#contract/conversations/office.ts'
import { MOST_COUNTED } from '#contract/notifications/notifications.ts'
import type { Reader } from '#server/database/db.ts'
import { members, threadNotes, threads } from '#server/database/schema/index.ts'
import { and, desc, eq, getTableColumns, sql, type SQL } from '#server/database/sql.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { presentTopic, showMessages, type ThreadRow, visibleTo } from '../threads.ts'
import { showUnsent } from './unsent-answer.ts'

/** A thread of the caller's club. */
export interface InOffice {
  readonly threadId: string
}

/** A thread as an admin of its club sees it. */
export interface OfficeThreadRow {
  readonly thread: ThreadRow
  /** Null: a visitor. */
  readonly member: { readonly firstName: string; readonly lastName: string; readonly email: string | null } | null
  readonly notes: number
  /** Messages of the asker that the reader has not read, up to a number that says "many". */
  readonly unread: number
}

const noteCount = sql<number>`(select count(*)::int from thread_notes where thread_notes.thread_id = threads.id)`

const unreadBy = (readerId: string) => sql<number>`(
  select count(*)::int from (select from thread_messages
  where thread_messages.thread_id = threads.id and sender = 'asker' and created_at > coalesce((
    select read_at from thread_reads where thread_reads.thread_id = threads.id and thread_reads.member_id = ${readerId}
  ), '-infinity') limit ${MOST_COUNTED + 1}) counted
)`

export const selectOfficeThreads = (db: Reader, readerId: string, where: SQL | undefined) =>
  db
    .select({
      thread: getTableColumns(threads),
      member: { firstName: members.firstName, lastName: members.lastName, email: members.email },
      notes: noteCount,
      unread: unreadBy(readerId),
    })
    .from(threads)
    .leftJoin(members, eq(members.id, threads.memberId))
    .where(where)

/** A thread of the caller's club; null for any other. */
export async function selectOptionalInOffice(
  db: Reader,
  caller: OfficeCaller,
  { threadId }: InOffice,
): Promise<OfficeThreadRow | null> {
  const [row] = await selectOfficeThreads(db, caller.actor.memberId, and(eq(threads.id, threadId), visibleTo(caller)))
  return row ?? null
}

/** Shown instead of a forgotten name. */
const nameless = ({ via }: MemberActor) => m.inbox_nameless({}, { locale: via.language })

export const presentInOffice = (
  { thread, member, notes, unread }: OfficeThreadRow,
  reader: MemberActor,
): OfficeThread => ({
  id: thread.id,
  asker: member
    ? { name: fullName(member) || (member.email ?? ''), email: member.email ?? '', memberId: thread.memberId }
    : { name: thread.visitorName || nameless(reader), email: thread.visitorEmail ?? '', memberId: null },
  subject: thread.subject,
  state: thread.state,
  topic: presentTopic(thread),
  createdAt: thread.createdAt.toISOString(),
  lastAt: thread.lastAt.toISOString(),
  preview: thread.preview,
  answeredBy: thread.answeredBy,
  notes,
  unread,
})

/** A thread without messages. Throws `thread_not_found`. */
export async function showOfficeThread(db: Reader, caller: OfficeCaller, which: InOffice): Promise<OfficeThread> {
  const row = await selectOptionalInOffice(db, caller, which)
  if (!row) throw new Problem('thread_not_found')
  return presentInOffice(row, caller.actor)
}

/** A thread with messages and notes. */
export async function showOfficeConversation(
  db: Reader,
  caller: OfficeCaller,
  { before, ...which }: InOffice & { readonly before?: string | undefined },
): Promise<OfficeConversation> {
  const { actor } = caller
  const thread = await showOfficeThread(db, caller, which)
  const { messages, before: earlier } = await showMessages(db, which.threadId, before, nameless(actor))
  const notes = await selectNotes(db, which.threadId)
  const unsent = await showUnsent(db, caller, which.threadId)
  return { thread, messages, before: earlier, notes: notes.map((note) => presentNote(note, actor)), unsent }
}

export const presentNote = (
  { id, author, text, createdAt, memberId }: NoteRow,
  reader: Pick<MemberActor, 'memberId'>,
): OfficeNote => ({
  id,
  author,
  text,
  at: createdAt.toISOString(),
  can: { remove: memberId === reader.memberId },
})

export type NoteRow = typeof threadNotes.$inferSelect

const SHOWN_NOTES = 200

/** The newest notes of a thread, oldest first. */
async function selectNotes(db: Reader, threadId: string): Promise<NoteRow[]> {
  const rows = await db
    .select()
    .from(threadNotes)
    .where(eq(threadNotes.threadId, threadId))
    .orderBy(desc(threadNotes.createdAt), desc(threadNotes.id))
    .limit(SHOWN_NOTES)
  return rows.toReversed()
}
