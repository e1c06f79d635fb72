import type { MessageKind } from '#contract/messages.ts'
import type { MailTemplate } from './send-mail.ts'

/** What each mail is about, as its receiver chooses. */
export const kindOf: Readonly<Record<MailTemplate, MessageKind>> = {
  'order-paid': 'payments',
  'given-back': 'payments',
  'membership-renew': 'memberships',
}
