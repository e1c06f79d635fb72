import type { Invitation } from '#contract/members/family.ts'
import { fullName } from '#contract/members/full-name.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { countUse } from '#server/http/limits/rate.ts'
import { Problem } from '#server/http/problem.ts'
import { recordAuditEntry } from '../audit-log.ts'
import { lockEmail, selectOptionalMember } from '../queries.ts'
import { answerBy, isUnanswered } from './end-unanswered.ts'
import { enqueueInvitationNotice } from './jobs.ts'
import * as queries from './invitation-queries.ts'
import { type InvitationOfTwo, selectInvitationsReceived, selectInvitationsSent } from './invitation-queries.ts'

interface Question {
  readonly inviterEmail?: string | undefined
  readonly email?: string | undefined
}

/**
 * Invitations that the caller's own address sent, received, or both; other addresses are not found. With two
 * addresses: the invitations from one to the other, for either of the two.
 */
export async function listInvitations(
  db: Db,
  { memberId }: MemberActor,
  { inviterEmail, email }: Question,
): Promise<Invitation[]> {
  const named = [inviterEmail, email].filter((one) => one !== undefined)
  const own = named.length > 0 ? (await selectOptionalMember(db, memberId))?.email : undefined
  if (named.length > 0 && !named.some((one) => one === own)) throw new Problem('not_found')
  const [sent, received] = await Promise.all([
    email === undefined || inviterEmail === own ? selectInvitationsSent(db, memberId) : [],
    inviterEmail === undefined || email === own ? selectInvitationsReceived(db, memberId) : [],
  ])
  return [...sent, ...received]
    .map((request) => presentInvitation(memberId, request))
    .filter((one) => named.length < 2 || (one.inviterEmail === inviterEmail && one.inviteeEmail === email))
}

/**
 * One side's view of an invitation. The inviter sees the address they typed, and more only while the two are linked; the invitee sees the
 * inviter while the invitation is pending or approved.
 */
function presentInvitation(memberId: string, { invitation, inviter, invitee }: InvitationOfTwo): Invitation {
  const { id, familyId, inviterId, inviteeId, inviteeEmail, status, createdAt, answeredAt } = invitation
  const mine = inviterId === memberId
  const linked = status === 'approved'
  const shown = mine || linked || status === 'pending'
  return {
    id,
    inviterEmail: shown ? inviter.email : null,
    inviterName: shown ? fullName(inviter) : '',
    inviteeEmail,
    inviteeId: !mine || linked ? inviteeId : null,
    inviteeName: invitee && (!mine || linked) ? fullName(invitee) : null,
    familyId,
    status,
    createdAt: createdAt.toISOString(),
    answerBy: status === 'pending' || isUnanswered(invitation) ? answerBy(invitation) : undefined,
    answeredAt: answeredAt?.toISOString() ?? null,
    can: { answer: !mine && status === 'pending', end: linked || (mine && status === 'pending') },
  }
}

/** Invitations per member. */
const A_DAY = { calls: 20, seconds: 86_400 }

/**
 * Invites the person with an address to be family. The response and its timing do not depend on whether the address
 * has an account: a job decides who is notified, and how.
 */
export async function invite(db: Db, actor: MemberActor, { inviteeEmail }: { inviteeEmail: string }) {
  await countUse(db, 'family invitations', actor.memberId, A_DAY)
  const id = await inTransaction(db, (tx) => ask(tx, actor, inviteeEmail))
  const request = await queries.selectOptionalInvitation(db, id)
  if (!request) throw new Error('Invitation not found after insert')
  return presentInvitation(actor.memberId, request)
}

/** @returns the id of the pending invitation */
async function ask(tx: Tx, actor: MemberActor, inviteeEmail: string): Promise<string> {
  const inviterId = actor.memberId
  const inviter = await selectOptionalMember(tx, inviterId)
  if (!inviter?.email) throw new Problem('email_required')
  if (inviter.email === inviteeEmail) throw new Problem('invitation_to_oneself')

  // Serialises with a first sign-in with this address, which looks for the invitation.
  await lockEmail(tx, inviteeEmail)
  const inviteeId = await queries.selectIdByEmail(tx, inviteeEmail)
  // Runs even without an account, so that the timing is the same.
  const pair = [inviterId, inviteeId ?? inviterId] as const
  await queries.lockPair(tx, pair)
  const linked = await queries.selectBetween(tx, pair, 'approved')
  if (linked.length > 0) throw new Problem('already_linked')
  const pending = await queries.selectPendingInvitation(tx, { inviterId, inviteeEmail })
  if (pending) return pending.id

  const familyId = (await queries.selectFamilyId(tx, inviterId)) ?? newId()
  const { id } = await queries.insertInvitation(tx, { inviterId, inviteeId, inviteeEmail, familyId })
  await recordAuditEntry(tx, actor, {
    subjectId: inviterId,
    name: 'family_invited',
    data: { invitationId: id, email: inviteeEmail },
  })
  await enqueueInvitationNotice(tx, id)
  return id
}
