import type { Parsed } from '#contract/endpoint.ts'
import type { Notification, notifications } from '#contract/notifications/notifications.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import {
  type InvitationOfTwo,
  selectOptionalInvitation,
  selectPendingInvitation,
} from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import {
  requestInvitedWhatsapp,
  type FamilyNotificationServices,
  notifyInvited,
  requestKey,
} from '../mail/family-notifications.ts'
import { presentNotification } from '../present.ts'
import { selectNotificationOnce, selectRequest } from '../queries.ts'

type Asked = Parsed<typeof notifications.create>

/** Handles a member's message to a club; provided by the conversations domain. */
export type AskClub = (tx: Tx, actor: MemberActor, asked: Asked) => Promise<Notification>

/**
 * Sends a notification on a member's request. The sender is always the caller, and the receiver is limited to the
 * person they invited to their family, once per invitation and with our texts, or to a club's office.
 */
export async function sendNotification(
  askClub: AskClub,
  tx: Tx,
  actor: MemberActor,
  asked: Asked,
): Promise<Notification> {
  const { receiverId, type } = asked
  if (type === 'CONTACT_US') return askClub(tx, actor, asked)
  if (type !== 'FAMILY_LINK_REQUEST') throw new Problem('notification_not_allowed')
  const pending = await selectPendingInvitation(tx, { inviterId: actor.memberId, inviteeId: receiverId })
  const request = pending && (await selectOptionalInvitation(tx, pending.id))
  if (!request) throw new Problem('notification_not_allowed')

  await notifyInvited(tx, request)
  const row = await selectNotificationOnce(tx, requestKey(request.invitation.id))
  if (!row) throw new Error('Notification not found after insert')
  return presentNotification(row, actor.via.language)
}

/** Also sends a member's message to a club by WhatsApp; false if the id is not that of such a message of theirs. */
export type AskClubByWhatsapp = (tx: Tx, actor: MemberActor, id: string) => Promise<boolean>

/**
 * Sends a notification by WhatsApp. Of the input only the notification's id counts, and it must be about a pending invitation of the
 * caller, or a message of theirs to a club. Template and receiver are ours.
 */
export async function sendNotificationByWhatsapp(
  services: FamilyNotificationServices & { readonly askClubByWhatsapp: AskClubByWhatsapp },
  tx: Tx,
  actor: MemberActor,
  input: Record<string, unknown>,
): Promise<{ status: 'success' }> {
  const ids = Object.values(input)
    .slice(0, MOST_VALUES)
    .flatMap((value) => Id.safeParse(value).data ?? [])
  const request = await invitationNamedIn(tx, actor, ids)
  if (request) await requestInvitedWhatsapp(services, tx, request.invitation)
  else if (!(await isOneOf(ids, (id) => services.askClubByWhatsapp(tx, actor, id)))) throw new Problem('not_found')
  return { status: 'success' }
}

async function isOneOf(ids: readonly string[], isIt: (id: string) => Promise<boolean>): Promise<boolean> {
  for (const id of ids) if (await isIt(id)) return true
  return false
}

/** Club, notification, domain and template number; further values are ignored. */
const MOST_VALUES = 6

async function invitationNamedIn(
  tx: Tx,
  { memberId }: MemberActor,
  ids: readonly string[],
): Promise<InvitationOfTwo | null> {
  for (const id of ids) {
    const row = await selectRequest(tx, id)
    const request = row && (await selectOptionalInvitation(tx, String(row.data.invitationId)))
    if (request?.invitation.inviterId === memberId && request.invitation.status === 'pending') return request
  }
  return null
}
