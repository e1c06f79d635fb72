import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { recordAct } from '#server/domains/acting/index.ts'
import { lockEmail, selectOptionalMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { countUse } from '#server/http/limits/rate.ts'
import { enqueueTellInvited } from './jobs.ts'
import { presentInvitation } from './present.ts'
import * as queries from './queries.ts'

/** Invitations of one member. */
const A_DAY = { calls: 20, seconds: 86_400 }

/**
 * Asks the person with an address to be family. Whether the address has an account changes nothing of the answer, neither
 * what it says nor how long it takes: who is told, and how, is left to a job.
 */
export async function invite(db: Db, actor: MemberActor, { inviteeEmail }: { inviteeEmail: string }) {
  await countUse(db, 'family invitations', actor.memberId, A_DAY)
  const id = await inTransaction(db, (tx) => ask(tx, actor, inviteeEmail))
  const told = await queries.selectOptionalInvitation(db, id)
  if (!told) throw new Error('An invitation that was just written is gone')
  return presentInvitation(actor.memberId, told)
}

/** @returns the id of the invitation that waits for its answer */
async function ask(tx: Tx, actor: MemberActor, inviteeEmail: string): Promise<string> {
  const inviterId = actor.memberId
  const inviter = await selectOptionalMember(tx, inviterId)
  if (!inviter?.email) throw new Problem('email_required')
  if (inviter.email === inviteeEmail) throw new Problem('invitation_to_oneself')

  // Whoever signs in with this address for the first time waits, and finds the invitation.
  await lockEmail(tx, inviteeEmail)
  const inviteeId = await queries.selectIdByEmail(tx, inviteeEmail)
  // Asked in any case, so that nothing tells the one from the other.
  const pair = [inviterId, inviteeId ?? inviterId] as const
  await queries.lockPair(tx, pair)
  const linked = await queries.selectBetween(tx, pair, 'approved')
  if (linked.length > 0) throw new Problem('already_linked')
  const pending = await queries.selectPendingInvitation(tx, { inviterId, inviteeEmail })
  if (pending) return pending.id

  const familyId = (await queries.selectFamilyId(tx, inviterId)) ?? newId()
  const { id } = await queries.insertInvitation(tx, { inviterId, inviteeId, inviteeEmail, familyId })
  await recordAct(tx, actor, {
    subjectId: inviterId,
    name: 'family_invited',
    data: { invitationId: id, email: inviteeEmail },
  })
  await enqueueTellInvited(tx, id)
  return id
}
