import type { Db } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import type { Handler, RecurringJob } from '#server/jobs/queue.ts'
import type { FinishServices } from './mail/build-mail.ts'
import type { Mailer } from './mail/mailer.ts'
import { deleteForgotten } from './queries.ts'
import { sendMailHandler, type MailTemplates } from './mail/send-mail.ts'
import { sendWhatsappHandler, type WhatsappTemplates } from './whatsapp/send-whatsapp.ts'
import { mailManyHandler } from './bell/broadcast.ts'
import { settling } from './bell/settled.ts'
import type { Whatsapp } from './whatsapp/whatsapp.ts'

interface NotificationServices extends FinishServices {
  readonly db: Db
  readonly log: Logger
  readonly mailer: Mailer
  /** Null: WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
}

export const notificationJobs = (
  services: NotificationServices,
  { mailsFor, whatsapps }: { mailsFor: (db: Db) => MailTemplates; whatsapps: WhatsappTemplates },
): Handler[] => [
  sendMailHandler({ ...services, templatesFor: mailsFor }),
  mailManyHandler(services),
  sendWhatsappHandler({ ...services, templates: whatsapps }),
]

export function notificationSchedule({ db }: { db: Db }): RecurringJob[] {
  const settle = settling(db)
  return [
    {
      name: 'notifications.settle',
      cron: '*/5 * * * *',
      run: async () => {
        await settle()
      },
    },
    {
      name: 'notifications.delete-old',
      cron: '23 * * * *',
      run: async () => {
        await deleteForgotten(db)
      },
    },
  ]
}
