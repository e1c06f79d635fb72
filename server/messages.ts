import type { Context } from './context.ts'
import { contactMails, contactWhatsapps } from './domains/conversations/index.ts'
import { membershipMails } from './domains/memberships/index.ts'
import {
  accountMails,
  clubMessageMails,
  familyMails,
  familyWhatsapps,
  type MailTemplates,
  type WhatsappTemplates,
} from './domains/notifications/index.ts'
import { officeMails } from './domains/office/index.ts'
import { orderMails, orderWhatsapps } from './domains/orders/index.ts'
import { paymentMails } from './domains/payments/index.ts'
import { importMails, peopleMails } from './domains/people/index.ts'
import { eventMails, ticketAttachments } from './domains/events/index.ts'

/** The templates of every mail and WhatsApp message, by domain. They run when a message is sent. */
export const messagesOf = (
  context: Pick<Context, 'db' | 'secrets' | 'publicUrl' | 'productName'>,
): { mails: MailTemplates; whatsapps: WhatsappTemplates } => {
  const { db, publicUrl } = context
  return {
    mails: {
      ...accountMails(db, context),
      ...familyMails(db, context),
      ...clubMessageMails(db, context),
      ...paymentMails(db, publicUrl),
      ...orderMails(db, context, ticketAttachments(context)),
      ...membershipMails(db, publicUrl),
      ...eventMails(db, context),
      ...contactMails(db, context),
      ...importMails(db, context),
      ...officeMails(db, context),
      ...peopleMails(db, context),
    },
    whatsapps: { ...orderWhatsapps(db), ...familyWhatsapps(db, context), ...contactWhatsapps(db, context) },
  }
}
