import type { Notification } from '#contract/notifications.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import {
  selectOptionalInvitation,
  selectPendingInvitation,
  type InvitationOfTwo,
} from '#server/domains/family/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { askForInvitedWhatsapp, notifyInvited, requestKey, type FamilyLetterServices } from '../mail/family-letters.ts'
import { presentNotification } from '../present.ts'
import { selectNotificationOnce, selectRequest } from '../queries.ts'

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
  const pending = await selectPendingInvitation(tx, { inviterId: actor.memberId, inviteeId: receiverId })
  const told = pending && (await selectOptionalInvitation(tx, pending.id))
  if (!told) throw new Problem('notification_not_allowed')

  await notifyInvited(tx, told)
  const row = await selectNotificationOnce(tx, requestKey(told.invitation.id))
  if (!row) throw new Error('A notification that was just written is gone')
  return presentNotification(row, actor.via.language)
}

/**
 * The same by WhatsApp: of what the caller sends only the notification's id counts, and only one about an invitation of
 * their own that waits for its answer. Template and receiver are the portal's.
 */
export async function sendNotificationByWhatsapp(
  services: FamilyLetterServices,
  tx: Tx,
  actor: MemberActor,
  input: Record<string, unknown>,
): Promise<{ status: 'success' }> {
  const told = await invitationNamedIn(tx, actor, Object.values(input).slice(0, MOST_VALUES))
  if (!told) throw new Problem('not_found')
  await askForInvitedWhatsapp(services, tx, told.invitation)
  return { status: 'success' }
}

/** Club, notification, domain and the template's number; what else somebody sends is not looked at. */
const MOST_VALUES = 6

async function invitationNamedIn(
  tx: Tx,
  { memberId }: MemberActor,
  values: readonly unknown[],
): Promise<InvitationOfTwo | null> {
  for (const value of values) {
    const id = Id.safeParse(value)
    const row = id.success ? await selectRequest(tx, id.data) : null
    const told = row && (await selectOptionalInvitation(tx, String(row.data.invitationId)))
    if (told?.invitation.inviterId === memberId && told.invitation.status === 'pending') return told
  }
  return null
}
