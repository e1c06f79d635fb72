import type { Conversation } from '#contract/conversation-answers.ts'
import type { Reader } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { presentThread, showMessages } from '../present.ts'
import { selectOptionalAsked } from './queries.ts'

/** Anybody else's thread is answered like none. */
export async function showThread(
  db: Reader,
  { memberId }: Pick<MemberActor, 'memberId'>,
  { threadId, before }: { threadId: string; before?: string | undefined },
): Promise<Conversation> {
  const found = await showConversation(db, { threadId, memberId, before })
  if (!found) throw new Problem('thread_not_found')
  return found
}

/** A thread of this member's, or a visitor's when null, as whoever asked sees it. */
export async function showConversation(
  db: Reader,
  { threadId, memberId, before }: { threadId: string; memberId: string | null; before?: string | undefined },
): Promise<Conversation | null> {
  const asked = await selectOptionalAsked(db, threadId, memberId)
  if (!asked) return null
  const { thread, ...about } = asked
  return { thread: presentThread(thread, about), ...(await showMessages(db, threadId, before)) }
}
