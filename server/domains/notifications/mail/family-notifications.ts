import { createHash } from 'node:crypto'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { formatDay } from '#server/documents/format.ts'
import { answerBy, type FamilyNotifications, fullName, type InvitationOfTwo } from '#server/domains/members/index.ts'
import * as m from '#words/messages.js'
import { notify } from '../bell/notify.ts'
import { updateReadAbout } from '../queries.ts'
import { requestMail } from './send-mail.ts'
import { requestWhatsapp } from '../whatsapp/send-whatsapp.ts'
import type { Whatsapp } from '../whatsapp/whatsapp.ts'

export interface FamilyNotificationServices {
  /** Null: WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
}

export const familyNotifications = (services: FamilyNotificationServices): FamilyNotifications => ({
  async invited(tx, request) {
    const { invitation } = request
    if (invitation.inviteeId !== null) {
      await notifyInvited(tx, request)
      await requestInvitedWhatsapp(services, tx, invitation)
    }
    await requestMail(tx, {
      template: 'family-invited',
      memberId: invitation.inviteeId,
      orgId: null,
      data: { invitationId: invitation.id },
      onceKey: onceADay(invitation, tx.now),
    })
  },
  waited: (tx, request) => notifyInvited(tx, request),

  async approved(tx, request) {
    const { invitation } = request
    const name = fullName(request.invitee!)
    await notify(tx, {
      receiverId: invitation.inviterId,
      senderId: invitation.inviteeId!,
      type: 'FAMILY_LINK_REQUEST',
      texts: (locale) => ({
        title: m.notification_family_approved_title({}, { locale }),
        message: m.notification_family_approved_message({ name }, { locale }),
      }),
      data: { ...requestData(request), status: 'approved' },
      onceKey: `family-approved:${invitation.id}`,
    })
    await requestMail(tx, {
      template: 'family-linked',
      memberId: invitation.inviterId,
      orgId: null,
      data: { invitationId: invitation.id },
      onceKey: `family-linked:${invitation.id}`,
    })
  },

  async rejected(tx, request) {
    const { id, inviterId, inviteeEmail, familyId } = request.invitation
    // Only the address that the inviter typed: nothing of the other person is shared.
    await notify(tx, {
      receiverId: inviterId,
      type: 'FAMILY_LINK_REQUEST',
      texts: (locale) => ({
        title: m.notification_family_rejected_title({}, { locale }),
        message: m.notification_family_rejected_message({ email: inviteeEmail }, { locale }),
      }),
      data: { invitationId: id, familyId, inviterEmail: request.inviter.email, inviteeEmail, status: 'rejected' },
      onceKey: `family-rejected:${id}`,
    })
  },

  async unanswered(tx, request) {
    const { id, inviterId, inviteeEmail, familyId } = request.invitation
    await notify(tx, {
      receiverId: inviterId,
      type: 'FAMILY_LINK_REQUEST',
      texts: (locale) => ({
        title: m.notification_family_unanswered_title({}, { locale }),
        message: m.notification_family_unanswered_message({ email: inviteeEmail }, { locale }),
      }),
      data: { invitationId: id, familyId, inviterEmail: request.inviter.email, inviteeEmail, status: 'ended' },
      onceKey: `family-unanswered:${id}`,
    })
  },

  async ended(tx, { invitation, inviter, invitee }, endedBy) {
    const byInviter = endedBy === invitation.inviterId
    const receiverId = byInviter ? invitation.inviteeId! : invitation.inviterId
    const name = fullName(byInviter ? inviter : invitee!)
    await notify(tx, {
      receiverId,
      type: 'FAMILY_LINK_REQUEST',
      texts: (locale) => ({
        title: m.notification_family_ended_title({}, { locale }),
        message: m.notification_family_ended_message({ name }, { locale }),
      }),
      data: { invitationId: invitation.id, familyId: invitation.familyId, status: 'ended' },
      onceKey: `family-ended:${invitation.id}`,
    })
    await requestMail(tx, {
      template: 'family-ended',
      memberId: receiverId,
      orgId: null,
      data: { memberId: receiverId, endedBy },
      onceKey: `family-ended:${invitation.id}:mail`,
    })
  },

  async settled(tx, { invitation: { id, inviteeId } }) {
    if (inviteeId !== null) await updateReadAbout(tx, inviteeId, id)
  },
})

/** Withdrawing and repeating an invitation sends no second mail on the same day. */
function onceADay({ inviterId, inviteeEmail }: InvitationOfTwo['invitation'], now: Date): string {
  const address = createHash('sha256').update(inviteeEmail).digest('base64url').slice(0, 22)
  return `family-invited:${inviterId}:${address}:${copenhagenDate(now)}`
}

export const requestKey = (invitationId: string) => `family-link-request:${invitationId}`

/** Notifies an invited member, once per invitation. */
export async function notifyInvited(tx: Tx, request: InvitationOfTwo): Promise<void> {
  const { invitation, inviter } = request
  const name = fullName(inviter)
  await notify(tx, {
    receiverId: invitation.inviteeId!,
    senderId: invitation.inviterId,
    type: 'FAMILY_LINK_REQUEST',
    texts: (locale) => ({
      title: m.notification_family_link_request_title({}, { locale }),
      message: m.notification_family_link_request_message(
        { name, date: formatDay(answerBy(invitation), locale) },
        { locale },
      ),
    }),
    data: requestData(request),
    onceKey: requestKey(invitation.id),
  })
}

const requestData = ({ invitation, inviter }: InvitationOfTwo) => ({
  invitationId: invitation.id,
  familyId: invitation.familyId,
  inviterEmail: inviter.email,
  inviteeId: invitation.inviteeId,
  inviteeEmail: invitation.inviteeEmail,
})

/** Requests a WhatsApp message to an invited member, once per invitation. */
export async function requestInvitedWhatsapp(
  { whatsapp }: FamilyNotificationServices,
  tx: Tx,
  { id, inviteeId }: InvitationOfTwo['invitation'],
): Promise<void> {
  if (!whatsapp || inviteeId === null) return
  await requestWhatsapp(tx, {
    template: 'family-invited',
    memberId: inviteeId,
    data: { invitationId: id },
    onceKey: `family-invited:${id}:whatsapp`,
  })
}
