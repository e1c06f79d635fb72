import type { Context } from './context.ts'
import { renewalMail, type Renewal } from './domains/memberships/index.ts'
import type { MailTemplates, WhatsappTemplates } from './domains/notifications/index.ts'
import { orderMails, orderWhatsapps } from './domains/orders/index.ts'

/** Every message that the portal sends, built when it is sent; one line a domain. */
export const messagesOf = ({
  db,
  publicUrl,
}: Pick<Context, 'db' | 'publicUrl'>): { mails: MailTemplates; whatsapps: WhatsappTemplates } => ({
  mails: {
    ...orderMails(db, publicUrl),
    'membership-renew': (data: Renewal) => renewalMail(db, publicUrl, data),
  },
  whatsapps: orderWhatsapps(db),
})
