import { cutText } from '#contract/cut-text.ts'
import type { Db } from '#server/database/db.ts'
import { formatDay } from '#server/documents/format.ts'
import {
  answerBy,
  callName,
  fullName,
  languageOf,
  selectOptionalInvitation,
  selectOptionalMember,
} from '#server/domains/members/index.ts'
import * as m from '#words/messages.js'
import { requestKey } from './family-notifications.ts'
import { selectNotificationOnce } from '../queries.ts'
import { type FinishServices, type MailDraft, portalMail } from './build-mail.ts'
import { type WhatsappMessage, whatsappNumber } from '../whatsapp/whatsapp.ts'

type Services = Pick<FinishServices, 'publicUrl' | 'productName'>

interface AboutInvitation {
  readonly invitationId: string
}

interface AboutEnd {
  /** The receiver. */
  readonly memberId: string
  readonly endedBy: string
}

export const familyMails = (db: Db, services: Services) => ({
  'family-invited': (about: AboutInvitation) => invitedMail(db, services, about),
  'family-linked': (about: AboutInvitation) => linkedMail(db, services, about),
  'family-ended': (about: AboutEnd) => endedMail(db, services, about),
})

export const familyWhatsapps = (db: Db, services: Services) => ({
  'family-invited': (about: AboutInvitation) => invitedWhatsapp(db, services, about),
})

const familyPage = ({ publicUrl }: Services) => `${publicUrl}/participants-list#family`

/** To the invited person; without an account, with instructions. Null if it was answered or withdrawn meanwhile. */
async function invitedMail(db: Db, services: Services, { invitationId }: AboutInvitation): Promise<MailDraft | null> {
  const pair = await selectOptionalInvitation(db, invitationId)
  if (pair?.invitation.status !== 'pending' || !pair.inviter.email) return null
  const { inviteeId, inviteeEmail, inviterId } = pair.invitation
  const invitee = inviteeId === null ? null : await selectOptionalMember(db, inviteeId)
  const inviter = await selectOptionalMember(db, inviterId)
  const portal = services.productName
  const { email } = pair.inviter
  const name = invitee ? fullName(pair.inviter) : harmless(fullName(pair.inviter), email)
  // A person without an account probably speaks the inviter's language.
  const locale = languageOf(invitee ?? inviter)
  const say = { locale }
  const until = formatDay(answerBy(pair.invitation), locale)
  const shared = [m.mail_family_invited_shared({}, say), m.mail_family_invited_until({ date: until }, say)]
  const known = {
    heading: m.mail_family_invited_heading({ name: invitee ? callName(invitee) : '' }, say),
    paragraphs: [m.mail_family_invited_text({ name, email, portal }, say), ...shared],
    button: { label: m.mail_family_invited_button({}, say), url: familyPage(services) },
    remarks: [m.mail_family_invited_unknown({ name }, say)],
    why: m.mail_why_family({ portal }, say),
  }
  const unknown = {
    heading: m.mail_family_invited_heading_stranger({}, say),
    paragraphs: [m.mail_family_invited_text_stranger({ name, email, portal }, say), ...shared],
    steps: [
      {
        title: m.mail_family_invited_account_title({}, say),
        text: m.mail_family_invited_account_text({ address: inviteeEmail }, say),
      },
      { title: m.mail_family_invited_answer_title({}, say), text: m.mail_family_invited_answer_text({}, say) },
    ],
    button: { label: m.mail_welcome_button({}, say), url: familyPage(services) },
    remarks: [m.mail_family_invited_unknown_stranger({ name }, say)],
    why: m.mail_why_family_stranger({ email, portal }, say),
  }
  return portalMail(portal, {
    to: { name: invitee ? fullName(invitee) : '', address: inviteeEmail },
    locale,
    subject: m.mail_family_invited_subject({ name }, say),
    preview: m.mail_family_invited_preview({}, say),
    ...(invitee ? known : unknown),
  })
}

/** A mail to a stranger must not contain a name that a mail program would turn into a link. */
function harmless(name: string, otherwise: string): string {
  const letters = name.replace(/[^\p{L}\p{M}'’ -]/gu, '').trim()
  return cutText(letters, 60).trim() || otherwise
}

/** To the inviter. Null if the link has ended. */
async function linkedMail(db: Db, services: Services, { invitationId }: AboutInvitation): Promise<MailDraft | null> {
  const pair = await selectOptionalInvitation(db, invitationId)
  if (pair?.invitation.status !== 'approved' || !pair.invitee) return null
  const receiver = await selectOptionalMember(db, pair.invitation.inviterId)
  if (!receiver?.email) return null
  const locale = languageOf(receiver)
  const say = { locale }
  const name = fullName(pair.invitee)
  const portal = services.productName
  return portalMail(portal, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_family_linked_subject({ name }, say),
    heading: m.mail_family_linked_subject({ name: name.replaceAll(' ', '\u00a0') }, say),
    preview: m.mail_family_linked_preview({}, say),
    paragraphs: [m.mail_family_linked_text({ name }, say)],
    button: { label: m.mail_family_linked_button({}, say), url: familyPage(services) },
    remarks: [m.mail_family_linked_history({}, say)],
    why: m.mail_why_family({ portal }, say),
  })
}

async function endedMail(db: Db, services: Services, { memberId, endedBy }: AboutEnd): Promise<MailDraft | null> {
  const [receiver, other] = await Promise.all([memberId, endedBy].map((id) => selectOptionalMember(db, id)))
  if (!receiver?.email || !other) return null
  const locale = languageOf(receiver)
  const say = { locale }
  const name = fullName(other)
  const portal = services.productName
  return portalMail(portal, {
    to: { name: fullName(receiver), address: receiver.email },
    locale,
    subject: m.mail_family_ended_subject({ name }, say),
    heading: m.mail_family_ended_heading({}, say),
    preview: m.mail_family_ended_preview({}, say),
    paragraphs: [m.mail_family_ended_text({ name }, say), m.mail_family_ended_again({}, say)],
    why: m.mail_why_family({ portal }, say),
  })
}

/**
 * As registered with WhatsApp: {{1}} the portal, {{2}} the notification, {{3}} its domain (template 1 of the
 * specification).
 */
const TEMPLATE = 'family_link_request'

async function invitedWhatsapp(
  db: Db,
  { productName, publicUrl }: Services,
  { invitationId }: AboutInvitation,
): Promise<WhatsappMessage | null> {
  const pair = await selectOptionalInvitation(db, invitationId)
  if (pair?.invitation.status !== 'pending' || pair.invitation.inviteeId === null) return null
  const receiver = await selectOptionalMember(db, pair.invitation.inviteeId)
  const request = await selectNotificationOnce(db, requestKey(invitationId))
  const to = receiver && whatsappNumber(receiver)
  if (!to || !request) return null
  return {
    to,
    template: TEMPLATE,
    language: languageOf(receiver),
    parameters: [productName, request.id, new URL(publicUrl).host],
  }
}
