import type { Db } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import type { Handler, RecurringJob } from '#server/jobs/queue.ts'
import type { Mailer } from './mailer.ts'
import { deleteForgotten } from './queries.ts'
import { sendMailHandler, type MailTemplates } from './send-mail.ts'
import { sendWhatsappHandler, type WhatsappTemplates } from './send-whatsapp.ts'
import { mailManyHandler } from './tell-many.ts'
import type { Whatsapp } from './whatsapp.ts'

export interface NotificationServices {
  readonly db: Db
  readonly log: Logger
  readonly mailer: Mailer
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
}

export const notificationJobs = (
  { whatsapp, ...services }: NotificationServices,
  { mails, whatsapps }: { mails: MailTemplates; whatsapps: WhatsappTemplates },
): Handler[] => [
  sendMailHandler({ ...services, templates: mails }),
  mailManyHandler(services),
  ...(whatsapp ? [sendWhatsappHandler({ ...services, whatsapp, templates: whatsapps })] : []),
]

export const notificationSchedule = ({ db }: { db: Db }): RecurringJob[] => [
  {
    name: 'notifications.delete-forgotten',
    cron: '23 * * * *',
    run: async () => {
      await deleteForgotten(db)
    },
  },
]
