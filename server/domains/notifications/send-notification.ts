import type { Notification } from '#contract/notifications.ts'
import type { Tx } from '#server/database/db.ts'
import { selectPendingInvitation } from '#server/domains/family/index.ts'
import { fullName, selectOptionalMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { notify } from './notify.ts'
import { presentNotification } from './present.ts'
import { selectNotificationOnce } from './queries.ts'

/**
 * A member asks for a notification to somebody else. Who sends it is the caller, what it says is the portal's, and whom it
 * may reach is narrow: the person they invited to their family, once an invitation.
 */
export async function sendNotification(
  tx: Tx,
  actor: MemberActor,
  { receiverId, type }: Pick<Notification, 'receiverId' | 'type'>,
): Promise<Notification> {
  if (type !== 'FAMILY_LINK_REQUEST') throw new Problem('notification_not_allowed')
  const invitation = await selectPendingInvitation(tx, { inviterId: actor.memberId, inviteeId: receiverId })
  const inviter = await selectOptionalMember(tx, actor.memberId)
  if (!invitation || !inviter) throw new Problem('notification_not_allowed')

  const name = fullName(inviter)
  const onceKey = `family-link-request:${invitation.id}`
  await notify(tx, {
    receiverId,
    senderId: actor.memberId,
    type,
    texts: (locale) => ({
      title: m.notification_family_link_request_title({}, { locale }),
      message: m.notification_family_link_request_message({ name }, { locale }),
    }),
    data: {
      invitationId: invitation.id,
      familyId: invitation.familyId,
      inviterEmail: inviter.email,
      inviteeId: receiverId,
      inviteeEmail: invitation.inviteeEmail,
    },
    onceKey,
  })
  const row = await selectNotificationOnce(tx, onceKey)
  if (!row) throw new Error('A notification that was just written is gone')
  return presentNotification(row, actor.via.language)
}
