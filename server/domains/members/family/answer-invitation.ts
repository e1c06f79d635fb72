import type { Answered, InvitationStatus } from '#contract/members/family.ts'
import type { Language } from '#contract/values.ts'
import { fullName } from '#contract/members/full-name.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { recordAuditEntry } from '../audit-log.ts'
import { transitionInvitations } from './invitation-state.ts'
import type { FamilyNotifications } from './jobs.ts'
import * as queries from './invitation-queries.ts'
import { lockPair, selectBetween, selectOptionalInvitation, updateInvitee } from './invitation-queries.ts'

/** Ends other things with a family link. Provided by the domain that sells. */
type EndLink = (tx: Tx, pair: readonly [string, string], cause: Cause) => Promise<void>

export interface AnswerServices {
  readonly familyNotifications: FamilyNotifications
  readonly endLink: EndLink
}

interface ById {
  readonly id: string
}

/** Accepts an invitation: from now on each may act for the other. A crossing invitation between the two ends. */
export async function approveInvitation(
  { familyNotifications }: AnswerServices,
  tx: Tx,
  actor: MemberActor,
  { id }: ById,
) {
  const { request, cause, say } = await lockForAnswer(tx, actor, id)
  const { inviterId } = request.invitation
  const pair = [inviterId, actor.memberId] as const
  const linked = await queries.selectBetween(tx, pair, 'approved')
  if (linked.length > 0) return wordsOf('approved', say)
  if (!(await transitionInvitations(tx, [id], 'approved', cause)).length) return wordsOf(await statusNow(tx, id), say)

  const crossed = await queries.selectBetween(tx, pair, 'pending')
  await transitionInvitations(
    tx,
    crossed.map((one) => one.id),
    'ended',
    { ...cause, reason: 'linked_by_another' },
  )
  await recordAuditEntry(tx, actor, { subjectId: inviterId, name: 'family_approved', data: { invitationId: id } })
  await familyNotifications.settled(tx, request)
  await familyNotifications.approved(tx, request)
  return success(m.notification_family_approved_message({ name: fullName(request.inviter) }, say))
}

/** Declines an invitation: nothing is shared. */
export async function rejectInvitation(
  { familyNotifications }: AnswerServices,
  tx: Tx,
  actor: MemberActor,
  { id }: ById,
) {
  const { request, cause, say } = await lockForAnswer(tx, actor, id)
  if (!(await transitionInvitations(tx, [id], 'rejected', cause)).length) return wordsOf(await statusNow(tx, id), say)
  await recordAuditEntry(tx, actor, { subjectId: actor.memberId, name: 'family_rejected', data: { invitationId: id } })
  await familyNotifications.settled(tx, request)
  await familyNotifications.rejected(tx, request)
  return success(m.family_rejected_message({}, say))
}

/** Ends a family link, by either side; or withdraws an invitation, by the inviter. */
export async function endInvitation(
  { familyNotifications, endLink }: AnswerServices,
  tx: Tx,
  actor: MemberActor,
  { id }: ById,
) {
  const { request, cause, say } = await lockInvitation(tx, actor, id)
  const { status, inviterId, inviteeId } = request.invitation
  if (status === 'pending' && inviterId !== actor.memberId) throw new Problem('forbidden')
  if (!(await transitionInvitations(tx, [id], 'ended', cause)).length) return wordsOf(status, say)
  await familyNotifications.settled(tx, request)
  const act = { name: 'family_ended', data: { invitationId: id } } as const
  if (status === 'pending') {
    await recordAuditEntry(tx, actor, { ...act, subjectId: actor.memberId })
    return success(m.family_withdrawn_message({}, say))
  }
  const other = inviterId === actor.memberId ? inviteeId! : inviterId
  await endLink(tx, [inviterId, inviteeId!], cause)
  await recordAuditEntry(tx, actor, { ...act, subjectId: other, as: 'relative' })
  await familyNotifications.ended(tx, request, actor.memberId)
  return success(m.family_ended_message({}, say))
}

async function lockForAnswer(tx: Tx, actor: MemberActor, id: string) {
  const locked = await lockInvitation(tx, actor, id)
  if (locked.request.invitation.inviteeId !== actor.memberId) throw new Problem('forbidden')
  return locked
}

/** An invitation of the caller, with its pair locked: invitations cross, and answers meet withdrawals. */
async function lockInvitation(tx: Tx, actor: MemberActor, id: string) {
  const { inviterId, inviteeId, inviteeEmail } = (await ownInvitation(tx, actor, id)).invitation
  await queries.lockPair(tx, [inviterId, inviteeId ?? inviteeEmail])
  const cause: Cause = { reason: 'member', actorId: actor.actorId, subjectId: actor.memberId }
  return { request: await ownInvitation(tx, actor, id), cause, say: { locale: actor.via.language } }
}

async function ownInvitation(tx: Tx, { memberId }: MemberActor, id: string): Promise<queries.InvitationOfTwo> {
  const request = await queries.selectOptionalInvitation(tx, id)
  const mine = request?.invitation.inviterId === memberId || request?.invitation.inviteeId === memberId
  if (!request || !mine) throw new Problem('not_found')
  return request
}

async function statusNow(tx: Tx, id: string): Promise<InvitationStatus> {
  return (await queries.selectOptionalInvitation(tx, id))!.invitation.status
}

const success = (message: string): Answered => ({ status: 'success', message })

/** The answer if the invitation was already answered. */
function wordsOf(status: InvitationStatus, say: { locale: Language }): Answered {
  const words = { approved: m.family_is_approved, rejected: m.family_is_rejected, ended: m.family_is_ended }
  if (status === 'pending') throw new Error('Invitation could not be answered')
  return { status: 'error', message: words[status]({}, say) }
}

/**
 * Assigns invitations that were sent to an address before it had an account to the member who signs in with it,
 * verified. They end if the two are linked by then.
 */
export async function adoptInvitations(
  familyNotifications: FamilyNotifications,
  tx: Tx,
  { id, email }: { id: string; email: string | null },
): Promise<void> {
  if (!email) return
  for (const invitation of await updateInvitee(tx, { id, email })) {
    await lockPair(tx, [invitation.inviterId, id])
    const linked = await selectBetween(tx, [invitation.inviterId, id], 'approved')
    if (linked.length > 0) {
      await transitionInvitations(tx, [invitation.id], 'ended', { reason: 'linked_by_another', subjectId: id })
    } else {
      await familyNotifications.waited(tx, (await selectOptionalInvitation(tx, invitation.id))!)
    }
  }
}
