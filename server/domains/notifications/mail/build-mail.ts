import type { Language } from '#contract/values.ts'
import * as m from '#words/messages.js'
import type { MailDraft } from './finish-mail.ts'
import type { MailContent } from './compose-mail.ts'

/** Who reads a mail, in which language, and its words. The heading is the subject unless it has its own, the preview the first paragraph. */
interface Written extends Omit<MailContent, 'locale' | 'sender' | 'heading' | 'preview' | 'notice'> {
  readonly to: MailDraft['to']
  readonly locale: Language
  readonly subject: string
  readonly heading?: string
  readonly preview?: string
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
  { to, locale, subject, heading = subject, preview, isTest = false, attachments = [], ...content }: Written,
): Draft {
  const draft: Draft = {
    to,
    subject,
    content: { locale, sender, heading, preview: preview ?? content.paragraphs[0] ?? '', ...content },
    attachments,
  }
  return isTest ? markedAsTest(draft) : draft
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
