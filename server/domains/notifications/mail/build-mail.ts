import type { Download } from '#contract/endpoint.ts'
import type { MessageKind } from '#contract/notifications/messages.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { formatList } from '#server/documents/format.ts'
import { selectPrintedFace } from '#server/domains/organisations/index.ts'
import * as m from '#words/messages.js'
import { asLine, composeMail, type MailContent } from './compose-mail.ts'
import type { Mail } from './mailer.ts'
import { isRequired } from '../preferences/message-kinds.ts'
import { unsubscribeToken } from '../preferences/unsubscribe.ts'

/** A mail before layout and footer are added. */
export interface MailDraft {
  readonly to: { readonly name: string; readonly address: string }
  /** The club in whose colours it is, with its logo; the portal's when left out. */
  readonly orgId?: string
  /** The club's address; null for the portal's own mails. */
  readonly replyTo: string | null
  readonly subject: string
  readonly content: MailContent
  readonly attachments?: readonly Download[]
}

/** Who reads a mail, in which language, and its words. The heading is the subject unless it has its own, the preview the first paragraph. */
interface Written extends Omit<MailContent, 'locale' | 'sender' | 'heading' | 'preview' | 'notice'> {
  readonly to: MailDraft['to']
  readonly locale: Language
  readonly subject: string
  readonly heading?: string
  readonly preview?: string
  /** The people it is about, by their names: the subject begins with them unless that is the reader alone. */
  readonly about?: readonly string[]
  /** It is about a test: its subject and a notice above its text say so. */
  readonly isTest?: boolean
  readonly attachments?: MailDraft['attachments']
}

interface Club {
  readonly id: string
  readonly name: string
  readonly contactEmail: string
}

/** A mail of a club, in its colours, which is answered to the club. */
export const clubMail = (club: Club, mail: Written): MailDraft => ({
  orgId: club.id,
  replyTo: club.contactEmail,
  ...draftOf(club.name, mail),
})

/** A mail of the portal itself, which nobody answers. */
export const portalMail = (portal: string, mail: Written): MailDraft => ({
  replyTo: null,
  ...draftOf(portal, mail),
})

type Draft = Pick<MailDraft, 'to' | 'subject' | 'content' | 'attachments'>

function draftOf(
  sender: string,
  {
    to,
    locale,
    subject,
    heading = subject,
    preview,
    about = [],
    isTest = false,
    attachments = [],
    ...content
  }: Written,
): Draft {
  const draft: Draft = {
    to,
    subject: subjectAbout(about, to.name, subject, locale),
    content: { locale, sender, heading, preview: preview ?? content.paragraphs[0] ?? '', ...content },
    attachments,
  }
  return isTest ? markedAsTest(draft) : draft
}

const NAMES = 3

/**
 * `Alma and Viggo – …`, by first names: whoever reads for several people sees which of them it is about.
 * @param reader names nobody if they are the only one
 */
export function subjectAbout(people: readonly string[], reader: string, subject: string, locale: Language): string {
  // Whoever was erased has none.
  const named = people.filter(Boolean)
  if (named.every((name) => name === reader)) return subject
  const names = [...new Set(named.map((name) => name.split(' ')[0]!))]
  const shown =
    names.length > NAMES
      ? m.names_and_more({ names: names.slice(0, NAMES - 1).join(', '), count: names.length - NAMES + 1 }, { locale })
      : formatList(names, locale)
  return m.mail_subject_about({ names: shown, subject }, { locale })
}

/** Says in the subject and above the text that a mail is about a test. */
export function markedAsTest<D extends Draft>(draft: D): D {
  const say = { locale: draft.content.locale }
  return {
    ...draft,
    subject: `${m.order_test_mode({}, say)} – ${draft.subject}`,
    content: { ...draft.content, notice: m.order_test_mode_explained({}, say) },
  }
}

export interface FinishServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly productName: string
}

/** The logo's name inside a mail: it travels with the mail, so that no server sees when it is opened. */
const LOGO = 'logo@club'

/** Adds layout, footer and the unsubscribe link. */
export async function finishMail(
  { db, secrets, publicUrl, productName }: FinishServices,
  { to, orgId, replyTo, subject, content, attachments = [] }: MailDraft,
  { memberId, kind }: { memberId: string | null; kind: MessageKind },
): Promise<Mail> {
  const token =
    memberId !== null && !isRequired({ kind, channel: 'mail' }) ? unsubscribeToken(secrets, { memberId, kind }) : null
  const face = orgId === undefined ? null : await selectPrintedFace(db, { id: orgId })
  const foot = {
    portal: productName,
    chooseUrl: memberId === null ? null : `${publicUrl}/my-profile#messages`,
    unsubscribeUrl: token && `${publicUrl}/unsubscribe?token=${token}`,
  }
  return {
    to: { name: asLine(to.name), address: to.address },
    fromName: asLine(content.sender),
    replyTo,
    subject: asLine(subject),
    ...(await composeMail(content, foot, face && { colour: face.colour, logo: face.logo && `cid:${LOGO}` })),
    unsubscribeUrl: token && `${publicUrl}/tools/member/unsubscribe?token=${token}`,
    attachments,
    pictures: face?.logo ? [{ contentId: LOGO, fileName: 'logo.png', contentType: 'image/png', bytes: face.logo }] : [],
  }
}
