import type { OfficeConversation } from '#contract/conversation-answers.ts'
import type { Tx } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { markDealtWith, markRead } from '../mark-read.ts'
import { lockOptionalThread, selectMessageOnce } from '../queries.ts'
import { tellAsker, type TellAskerServices } from '../telling/tell-asker.ts'
import { transitionThread } from '../thread-state.ts'
import { tokenHashOf, writeMessage } from '../write-message.ts'
import { isOfClub, type InOffice } from './inbox-queries.ts'
import { selectHasNewer } from './message-queries.ts'
import { showOfficeConversation } from './present.ts'

interface Answer extends InOffice {
  readonly text: string
  readonly attachmentIds?: readonly string[] | undefined
  readonly token: string
  readonly lastSeen: string
  readonly close?: boolean | undefined
}

/**
 * Answers for the club, and tells the asker. Under the thread's lock, so that of two colleagues who answer at once the second
 * is told to read first, and so is whoever has not seen that the asker wrote again. The same token answers once. A visitor whom
 * the portal has forgotten is answered no more.
 */
export async function answerThread(
  services: TellAskerServices,
  tx: Tx,
  actor: MemberActor,
  { text, attachmentIds, token, lastSeen, close = false, ...which }: Answer,
): Promise<OfficeConversation> {
  const { memberId } = actor
  const { orgId, threadId } = which
  const organisation = await administeredOrganisation(tx, actor, orgId)
  const thread = await lockOptionalThread(tx, threadId, isOfClub(orgId))
  if (!thread) throw new Problem('thread_not_found')
  const tokenHash = tokenHashOf(memberId, threadId, token)
  if (await selectMessageOnce(tx, tokenHash)) return showOfficeConversation(tx, actor, which)
  if (await selectHasNewer(tx, { threadId, lastSeen, memberId })) throw new Problem('answered_meanwhile')
  if (thread.memberId === null && !thread.visitorEmail) throw new Problem('asker_forgotten')

  const author = await firstNameOf(tx, memberId, organisation.name)
  const answer = { sender: 'club' as const, memberId, author, text, tokenHash, attachmentIds, owner: { memberId } }
  const written = await writeMessage(tx, thread, answer)
  if (close) {
    const cause = { reason: 'closed by the office', actorId: memberId, subjectId: thread.memberId }
    await transitionThread(tx, written.thread, 'closed', cause)
  }
  await markRead(tx, { threadId, memberId, upTo: written.message.id })
  await markDealtWith(tx, thread, written.message.createdAt)
  await tellAsker(services, tx, { ...written, organisation })
  return showOfficeConversation(tx, actor, which)
}

/** The asker knows the club's people by their first names; who has none is the club. */
async function firstNameOf(tx: Tx, memberId: string, club: string): Promise<string> {
  const member = await selectOptionalMember(tx, memberId)
  return member?.firstName || club
}
