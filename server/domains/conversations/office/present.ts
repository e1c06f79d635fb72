import type { OfficeConversation, OfficeThread } from '#contract/conversation-answers.ts'
import type { Reader } from '#server/database/db.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { presentTopic, showMessages } from '../present.ts'
import { selectOptionalInOffice, type InOffice, type OfficeThreadRow } from './inbox-queries.ts'
import { selectNotes } from './note-queries.ts'
import { presentNote } from './thread-notes.ts'

/** Instead of a name that the portal has forgotten. */
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

/** A thread of a club that the caller was seen to administer, alone. Throws `thread_not_found`. */
export async function showOfficeThread(db: Reader, actor: MemberActor, which: InOffice): Promise<OfficeThread> {
  const row = await selectOptionalInOffice(db, actor.memberId, which)
  if (!row) throw new Problem('thread_not_found')
  return presentInOffice(row, actor)
}

/** The same with its messages and notes. */
export async function showOfficeConversation(
  db: Reader,
  actor: MemberActor,
  { before, ...which }: InOffice & { readonly before?: string | undefined },
): Promise<OfficeConversation> {
  const thread = await showOfficeThread(db, actor, which)
  const { messages, before: earlier } = await showMessages(db, which.threadId, before, nameless(actor))
  const notes = await selectNotes(db, which.threadId)
  return { thread, messages, before: earlier, notes: notes.map((note) => presentNote(note, actor)) }
}
