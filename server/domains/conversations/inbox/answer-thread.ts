import type { ThreadState } from '#contract/conversations/answers.ts'
import type { OfficeEvent } from '#contract/audit/history.ts'
import type { OfficeConversation, OfficeThread } from '#contract/conversations/office.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { Club, OfficeCaller } from '#server/http/actor.ts'
import { delayAction, delayedJob, dropRefused, recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { notifyAsker, type NotifyAskerServices } from '../notifications/contact-notifications.ts'
import { markReadByOffice, markRead } from '../read-marks.ts'
import { transitionThread } from '../thread-state.ts'
import { lockOptionalThread, selectMessageOnce, type ThreadRow } from '../threads.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { type InOffice, showOfficeConversation, showOfficeThread } from './office-thread.ts'
import { type KeptAnswer, selectUnsentFiles, selectWaiting } from './unsent-answer.ts'

export const answerLater = delayedJob('conversations.answer-when-not-stopped')

interface Answer extends InOffice {
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
  readonly lastSeen: string
  readonly close?: boolean | undefined
}

/**
 * Answers for the club a minute later: until then the office can stop it. Idempotent by token. The thread's lock and `lastSeen` refuse an
 * admin who has not read a colleague's answer or a newer message. A forgotten visitor cannot be answered.
 */
export async function answerThread(
  tx: Tx,
  caller: OfficeCaller,
  { text, attachmentIds = [], token, lastSeen, close = false, threadId }: Answer,
): Promise<OfficeConversation> {
  const { memberId } = caller.actor
  const thread = await lockOptionalThread(tx, threadId, caller)
  if (!thread) throw new Problem('thread_not_found')
  const tokenHash = tokenHashOf(memberId, threadId, token)
  const waiting = await selectWaiting(tx, threadId)
  if (waiting?.tokenHash === tokenHash || (await selectMessageOnce(tx, tokenHash)))
    return showOfficeConversation(tx, caller, { threadId })
  await requireAnswerable(tx, thread, { lastSeen, memberId })
  if (waiting) throw new Problem('answer_waiting')
  const ids = [...new Set(attachmentIds)]
  if ((await selectUnsentFiles(tx, memberId, ids)).length < ids.length) throw new Problem('attachment_not_found')

  // A new answer replaces the author's earlier one that could not be sent.
  await dropRefused(tx, { kind: 'answer', thingId: threadId, actorId: memberId })
  const { asker } = await showOfficeThread(tx, caller, { threadId })
  const kept: KeptAnswer = { text, attachmentIds: ids, close, lastSeen, tokenHash, state: thread.state }
  const action = {
    kind: 'answer',
    thingId: threadId,
    label: asker.name,
    payload: { ...kept },
    job: answerLater,
  } as const
  if (!(await delayAction(tx, caller, action))) throw new Problem('answer_waiting')
  return showOfficeConversation(tx, caller, { threadId })
}

interface Due extends KeptAnswer {
  readonly thread: ThreadRow
  readonly organisation: Pick<Club, 'id' | 'key' | 'name'>
  readonly memberId: string
}

/** Writes an answer into its locked thread after the minute, and notifies the asker. Whoever closed the thread meanwhile saw it waiting. */
export async function sendAnswer(
  services: NotifyAskerServices,
  tx: Tx,
  { thread, organisation, memberId, text, attachmentIds, tokenHash, lastSeen, close, state }: Due,
): Promise<void> {
  await requireAnswerable(tx, thread, { lastSeen, memberId })
  const author = await firstNameOf(tx, memberId, organisation.name)
  const answer = { sender: 'club' as const, memberId, author, text, tokenHash, attachmentIds, owner: { memberId } }
  const written = await writeMessage(tx, thread, answer)
  if (close || (thread.state === 'closed' && state !== 'closed')) {
    const cause = { reason: 'closed by the office', actorId: memberId, subjectId: thread.memberId }
    await transitionThread(tx, written.thread, 'closed', cause)
  }
  await markRead(tx, { threadId: thread.id, memberId, upTo: written.message.id })
  await markReadByOffice(tx, thread, written.message.createdAt)
  await notifyAsker(services, tx, { ...written, organisation })
  const by = { actor: { actorId: memberId }, organisation }
  const what = { name: 'thread_answered', thing: 'thread', thingId: thread.id, label: thread.subject } as const
  await recordOfficeChange(tx, by, what)
}

/** Checked when it is written and when it is sent. */
async function requireAnswerable(
  db: Reader,
  thread: ThreadRow,
  { lastSeen, memberId }: { lastSeen: string; memberId: string },
): Promise<void> {
  if (await selectHasNewer(db, { threadId: thread.id, lastSeen, memberId })) throw new Problem('answered_meanwhile')
  if (thread.memberId === null && !thread.visitorEmail) throw new Problem('asker_forgotten')
}

/** Askers see admins by first name, or the club's name without one. */
async function firstNameOf(tx: Tx, memberId: string, club: string): Promise<string> {
  const member = await selectOptionalMember(tx, memberId)
  return member?.firstName || club
}

const changes = {
  open: 'thread_reopened',
  answered: 'thread_marked_answered',
  closed: 'thread_closed',
} as const satisfies Record<ThreadState, OfficeEvent>

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
  if (state !== thread.state)
    await recordOfficeChange(tx, caller, {
      name: changes[state],
      thing: 'thread',
      thingId: thread.id,
      label: thread.subject,
    })
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
