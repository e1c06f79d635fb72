import type { OfficeThread, ThreadState } from '#contract/conversation-answers.ts'
import type { Tx } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { markDealtWith } from '../mark-read.ts'
import { lockOptionalThread } from '../queries.ts'
import { transitionThread } from '../thread-state.ts'
import { isOfClub, type InOffice } from './inbox-queries.ts'
import { selectHasNewer } from './message-queries.ts'
import { showOfficeThread } from './present.ts'

/**
 * The office says whose turn it is without writing. The asker is not told. Under the thread's lock, so that nothing is put away
 * that nobody has seen.
 */
export async function setThreadState(
  tx: Tx,
  actor: MemberActor,
  { state, lastSeen, ...which }: InOffice & { readonly state: ThreadState; readonly lastSeen: string },
): Promise<OfficeThread> {
  await administeredOrganisation(tx, actor, which.orgId)
  const thread = await lockOptionalThread(tx, which.threadId, isOfClub(which.orgId))
  if (!thread) throw new Problem('thread_not_found')
  if (state !== 'open' && (await selectHasNewer(tx, { threadId: thread.id, lastSeen, memberId: actor.memberId })))
    throw new Problem('answered_meanwhile')
  const cause = { reason: 'set by the office', actorId: actor.memberId, subjectId: thread.memberId }
  await transitionThread(tx, thread, state, cause)
  if (state !== 'open') await markDealtWith(tx, thread, thread.lastAt)
  return showOfficeThread(tx, actor, which)
}
