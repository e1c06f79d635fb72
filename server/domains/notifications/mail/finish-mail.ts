import type { Download } from '#contract/endpoint.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { composeMail } from './compose-mail.ts'
import { asLine, type MailContent } from './mail-content.ts'
import type { Mail } from './mailer.ts'
import { isRequired } from '../preferences/message-kinds.ts'
import { unsubscribeToken } from '../preferences/unsubscribe.ts'

/** A mail before layout and footer are added. */
export interface MailDraft {
  readonly to: { readonly name: string; readonly address: string }
  /** The club's address; null for the portal's own mails. */
  readonly replyTo: string | null
  readonly subject: string
  readonly content: MailContent
  readonly attachments?: readonly Download[]
}

export interface FinishServices {
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly productName: string
}

/** Adds layout, footer and the unsubscribe link. */
export async function finishMail(
  { secrets, publicUrl, productName }: FinishServices,
  { to, replyTo, subject, content, attachments = [] }: MailDraft,
  { memberId, kind }: { memberId: string | null; kind: MessageKind },
): Promise<Mail> {
  const token =
    memberId !== null && !isRequired({ kind, channel: 'mail' }) ? unsubscribeToken(secrets, { memberId, kind }) : null
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
    ...(await composeMail(content, foot)),
    unsubscribeUrl: token && `${publicUrl}/tools/member/unsubscribe?token=${token}`,
    attachments,
  }
}
