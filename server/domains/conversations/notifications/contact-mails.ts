import type { Language } from '#contract/values.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { delayedActions } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { fullName, languageOf, selectOptionalMember } from '#server/domains/members/index.ts'
import { clubMail, portalMail } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import {
  type AttachmentRow,
  type MessageRow,
  previewOf,
  selectAttachments,
  selectOptionalMessage,
  selectOptionalThread,
  type ThreadRow,
} from '../threads.ts'
import { keptIn } from '../inbox/unsent-answer.ts'
import { threadLink } from '../visitor-threads/visitor-threads.ts'
import type { NotifyClubServices } from './contact-notifications.ts'

interface ContactMailServices extends NotifyClubServices {
  readonly productName: string
}

interface About {
  readonly messageId: string
}

/** The only receivers there are: the club's contact address, the member of a thread, the visitor of a thread. */
export const contactMails = (db: Db, services: ContactMailServices) => ({
  'contact-asked': async ({ messageId, dueAt }: About & { readonly dueAt?: number }) =>
    askedMail(services, await (dueAt ? selectMailedOnwards : selectMailed)(db, messageId)),
  'contact-many': async ({ orgId }: { readonly orgId: string }) =>
    manyMail(services, await selectOrganisation(db, orgId)),
  'contact-answered': async ({ messageId }: About) => answeredMail(db, services, await selectMailed(db, messageId)),
  'contact-answered-visitor': async ({ messageId }: About) => visitorMail(services, await selectMailed(db, messageId)),
  'answer-not-sent': async ({ actionId }: { readonly actionId: string }) => notSentMail(db, services, actionId),
})

/** Clubs are written to in Danish. */
const CLUBS = 'da'

/** To a club. It has no Reply-To: the club answers in its inbox, where colleagues see it. */
function askedMail({ publicUrl, productName: portal }: ContactMailServices, mailed: MailedMessage | null) {
  if (!mailed?.organisation.contactEmail) return null
  const { message, thread, organisation } = mailed
  const say = { locale: CLUBS } as const
  const name = message.author
  const { subject } = thread
  return portalMail(portal, {
    to: { name: organisation.name, address: organisation.contactEmail },
    locale: CLUBS,
    subject: m.mail_contact_asked_subject({ name, subject }, say),
    heading: m.mail_contact_asked_heading({ name, club: organisation.name }, say),
    preview: previewOf(message.text),
    paragraphs: [
      thread.memberId === null
        ? m.mail_contact_asked_visitor({ subject }, say)
        : m.mail_contact_asked_member({ subject }, say),
    ],
    quotes: [message.text],
    ...filesOf(mailed, CLUBS),
    button: {
      label: m.mail_contact_asked_button({}, say),
      url: `${publicUrl}/office/${encodeURIComponent(organisation.key)}/inbox?thread=${thread.id}`,
    },
    remarks: [m.mail_contact_asked_remark({}, say)],
    why: m.mail_why_contact_club({ club: organisation.name, portal }, say),
  })
}

/** To a club, instead of a mail per message. */
function manyMail(
  { publicUrl, productName: portal }: ContactMailServices,
  { key, name: club, contactEmail }: MailedMessage['organisation'],
) {
  if (!contactEmail) return null
  const say = { locale: CLUBS } as const
  return portalMail(portal, {
    to: { name: club, address: contactEmail },
    locale: CLUBS,
    subject: m.mail_contact_many_subject({ club }, say),
    heading: m.mail_contact_many_heading({ club }, say),
    preview: m.mail_contact_many_heading({ club }, say),
    paragraphs: [m.mail_contact_many_text({}, say)],
    button: {
      label: m.mail_contact_asked_button({}, say),
      url: `${publicUrl}/office/${encodeURIComponent(key)}/inbox`,
    },
    why: m.mail_why_contact_club({ club, portal }, say),
  })
}

/** To the member who asked. */
async function answeredMail(db: Db, { publicUrl }: ContactMailServices, mailed: MailedMessage | null) {
  const member = mailed?.thread.memberId ? await selectOptionalMember(db, mailed.thread.memberId) : null
  if (!mailed || !member?.email) return null
  const { message, thread, organisation } = mailed
  const locale = languageOf(member)
  const say = { locale }
  const club = organisation.name
  const { subject } = thread
  return clubMail(organisation, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_contact_answered_subject({ club, subject }, say),
    heading: m.mail_contact_answered_heading({ club }, say),
    preview: previewOf(message.text),
    paragraphs: [
      message.author === club
        ? m.mail_contact_answered_text_club({ subject }, say)
        : m.mail_contact_answered_text({ name: message.author, club, subject }, say),
    ],
    quotes: [message.text],
    ...filesOf(mailed, locale),
    button: {
      label: m.mail_contact_answered_button({}, say),
      url: `${publicUrl}/contact-us?thread=${thread.id}`,
    },
    remarks: [m.mail_contact_answered_remark({}, say)],
    why: m.mail_why_contact_member({ club }, say),
  })
}

/**
 * To the address that a visitor gave, which may belong to somebody else: contains the club's text and ours, but
 * nothing the visitor typed.
 */
function visitorMail({ secrets, publicUrl, productName: portal }: ContactMailServices, mailed: MailedMessage | null) {
  const address = mailed?.thread.visitorEmail
  if (!address) return null
  const { message, thread, organisation } = mailed
  const locale = languageOf(null, thread.visitorLanguage)
  const say = { locale }
  const club = organisation.name
  return clubMail(organisation, {
    to: { name: '', address },
    locale,
    subject: m.mail_contact_visitor_subject({ club }, say),
    heading: m.mail_contact_answered_heading({ club }, say),
    preview: m.mail_contact_visitor_preview({}, say),
    paragraphs: [
      message.author === club
        ? m.mail_contact_visitor_text_club({}, say)
        : m.mail_contact_visitor_text({ name: message.author, club }, say),
    ],
    quotes: [message.text],
    ...filesOf(mailed, locale),
    button: {
      label: m.mail_contact_answered_button({}, say),
      url: `${publicUrl}/contact-us?link=${threadLink(secrets, thread.id)}`,
    },
    remarks: [m.mail_contact_visitor_remark({}, say)],
    why: m.mail_why_contact_visitor({ club, portal }, say),
  })
}

/** To somebody of an office whose answer could not be sent, with its text, until they have taken it back. */
async function notSentMail(db: Db, { publicUrl, productName: portal }: ContactMailServices, actionId: string) {
  const [action] = await db.select().from(delayedActions).where(eq(delayedActions.id, actionId))
  const kept = action?.state === 'refused' ? keptIn(action) : null
  if (!action || !kept) return null
  const thread = await selectOptionalThread(db, action.thingId)
  const member = await selectOptionalMember(db, action.actorId)
  if (!thread || !member?.email) return null
  const organisation = await selectOrganisation(db, action.orgId!)
  const locale = languageOf(member)
  const say = { locale }
  const { label: name, refusal } = action
  const reason =
    refusal === 'forbidden'
      ? m.mail_answer_not_sent_right({ club: organisation.name }, say)
      : refusal === 'answer_stopped'
        ? m.mail_answer_not_sent_stopped({}, say)
        : refusal === 'answered_meanwhile'
          ? m.mail_answer_not_sent_newer({}, say)
          : m.mail_answer_not_sent_other({}, say)
  return portalMail(portal, {
    to: { name: fullName(member), address: member.email },
    locale,
    subject: m.mail_answer_not_sent_heading({ name }, say),
    paragraphs: [reason, m.mail_answer_not_sent_text({ subject: thread.subject }, say)],
    quotes: [kept.text],
    button: {
      label: m.mail_contact_asked_button({}, say),
      url: `${publicUrl}/office/${encodeURIComponent(organisation.key)}/inbox?thread=${thread.id}`,
    },
    why: m.mail_answer_not_sent_why({ club: organisation.name }, say),
  })
}

/** Files are listed; they are opened in the portal. */
function filesOf({ attachments }: MailedMessage, locale: Language) {
  if (attachments.length === 0) return {}
  return {
    tables: [
      {
        title: m.mail_contact_files({}, { locale }),
        rows: attachments.map(({ name, size: bytes }) => ({
          label: name,
          value: sizeText(bytes, locale),
        })),
      },
    ],
  }
}

/** A message with everything its mail needs. */
interface MailedMessage {
  readonly message: MessageRow
  readonly thread: ThreadRow
  readonly organisation: Awaited<ReturnType<typeof selectOrganisation>>
  readonly attachments: readonly AttachmentRow[]
}

/** Null if it was deleted. */
export async function selectMailed(db: Reader, messageId: string): Promise<MailedMessage | null> {
  const message = await selectOptionalMessage(db, messageId)
  const thread = message && (await selectOptionalThread(db, message.threadId))
  if (!thread) return null
  const [organisation, attachments] = await Promise.all([
    selectOrganisation(db, thread.orgId),
    selectAttachments(db, [messageId]),
  ])
  return { message, thread, organisation, attachments }
}

const MOST = 10

/**
 * A message with the texts and files of the asker's messages since. Null if the thread no longer waits for an answer
 * to it.
 */
async function selectMailedOnwards(db: Reader, messageId: string): Promise<MailedMessage | null> {
  const mailed = await selectMailed(db, messageId)
  if (mailed?.thread.state !== 'open' || mailed.thread.waitingSince > mailed.message.createdAt) return null
  const { message } = mailed
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select id, text from thread_messages
    where thread_id = ${message.threadId} and sender = 'asker'
      and created_at >= (select created_at from thread_messages first where first.id = ${messageId})
    order by created_at desc, id desc limit ${MOST}`)
  const all = rows.toReversed()
  return {
    ...mailed,
    message: { ...message, text: all.map(({ text }) => text).join('\n\n') },
    attachments: await selectAttachments(
      db,
      all.map(({ id }) => id),
    ),
  }
}

const kilobytes = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const
const sizes = { da: new Intl.NumberFormat('da-DK', kilobytes), en: new Intl.NumberFormat('en-GB', kilobytes) }

/** A file size, at least 1 kB: `412 kB`. */
const sizeText = (bytes: number, locale: Language): string =>
  sizes[locale].format(Math.max(1, Math.round(bytes / 1000)))
