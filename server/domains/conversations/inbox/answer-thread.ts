import type { ThreadState } from '#contract/conversation-answers.ts'
import type { OfficeConversation, OfficeThread } from '#contract/office-conversations.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { notifyAsker, type NotifyAskerServices } from '../notifications/contact-notifications.ts'
import { markReadByOffice, markRead } from '../read-marks.ts'
import { transitionThread } from '../thread-state.ts'
import { lockOptionalThread, selectMessageOnce } from '../threads.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { type InOffice, showOfficeConversation, showOfficeThread } from './office-thread.ts'

interface Answer extends InOffice {
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
  readonly lastSeen: string
  readonly close?: boolean | undefined
}

/**
 * Answers for the club and notifies the asker. Idempotent by token. The thread's lock and `lastSeen` refuse an admin
 * who has not read a colleague's answer or a newer message. A forgotten visitor cannot be answered.
 */
export async function answerThread(
  services: NotifyAskerServices,
  tx: Tx,
  caller: OfficeCaller,
  { text, attachmentIds, token, lastSeen, close = false, ...which }: Answer,
): Promise<OfficeConversation> {
  const { actor, organisation } = caller
  const { memberId } = actor
  const { threadId } = which
  const thread = await lockOptionalThread(tx, threadId, caller)
  if (!thread) throw new Problem('thread_not_found')
  const tokenHash = tokenHashOf(memberId, threadId, token)
  if (await selectMessageOnce(tx, tokenHash)) return showOfficeConversation(tx, caller, which)
  if (await selectHasNewer(tx, { threadId, lastSeen, memberId })) throw new Problem('answered_meanwhile')
  if (thread.memberId === null && !thread.visitorEmail) throw new Problem('asker_forgotten')

  const author = await firstNameOf(tx, memberId, organisation.name)
  const answer = { sender: 'club' as const, memberId, author, text, tokenHash, attachmentIds, owner: { memberId } }
  const written = await writeMessage(tx, thread, answer)
  if (close) {
    const cause = { reason: 'closed by the office', actorId: actor.actorId, subjectId: thread.memberId }
    await transitionThread(tx, written.thread, 'closed', cause)
  }
  await markRead(tx, { threadId, memberId, upTo: written.message.id })
  await markReadByOffice(tx, thread, written.message.createdAt)
  await notifyAsker(services, tx, { ...written, organisation })
  return showOfficeConversation(tx, caller, which)
}

/** Askers see admins by first name, or the club's name without one. */
async function firstNameOf(tx: Tx, memberId: string, club: string): Promise<string> {
  const member = await selectOptionalMember(tx, memberId)
  return member?.firstName || club
}

/** Changes a thread's state without a message or a notification; `lastSeen` keeps unseen messages from being closed. */
export async function setThreadState(
  tx: Tx,
  caller: OfficeCaller,
  { state, lastSeen, ...which }: InOffice & { readonly state: ThreadState; readonly lastSeen: string },
): Promise<OfficeThread> {
  const { actor } = caller
  const thread = await lockOptionalThread(tx, which.threadId, caller)
  if (!thread) throw new Problem('thread_not_found')
  if (state !== 'open' && (await selectHasNewer(tx, { threadId: thread.id, lastSeen, memberId: actor.memberId })))
    throw new Problem('answered_meanwhile')
  const cause = { reason: 'set by the office', actorId: actor.actorId, subjectId: thread.memberId }
  await transitionThread(tx, thread, state, cause)
  if (state !== 'open') await markReadByOffice(tx, thread, thread.lastAt)
  return showOfficeThread(tx, caller, which)
}

/** Whether somebody else wrote after the last message seen; true when that message is not in the thread. */
async function selectHasNewer(
  db: Reader,
  { threadId, lastSeen, memberId }: { threadId: string; lastSeen: string; memberId: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ newer: boolean }>(sql`
    select exists (
      select from thread_messages
      where thread_id = ${threadId} and (sender = 'asker' or member_id is distinct from ${memberId}::uuid)
        and created_at > coalesce((
          select created_at from thread_messages seen where seen.id = ${lastSeen} and seen.thread_id = ${threadId}
        ), '-infinity')
    ) as newer`)
  return rows[0]!.newer
}
