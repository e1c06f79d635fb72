import type { Invitation } from '#contract/family.ts'
import { fullName } from '#server/domains/members/index.ts'
import type { InvitationOfTwo } from './queries.ts'

/**
 * What one side of an invitation may know of it. The inviter knows the address that they wrote, and more only while the
 * two are linked; the invitee knows who asks, as long as that asks or holds.
 */
export function presentInvitation(memberId: string, { invitation, inviter, invitee }: InvitationOfTwo): Invitation {
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
    answeredAt: answeredAt?.toISOString() ?? null,
    can: { answer: !mine && status === 'pending', end: linked || (mine && status === 'pending') },
  }
}
