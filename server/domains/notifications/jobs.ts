import type { Db } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import { deleteReplacedJobs, type Handler, type RecurringJob } from '#server/jobs/queue.ts'
import type { FinishServices } from './mail/build-mail.ts'
import type { Mailer } from './mail/mailer.ts'
import { deleteForgotten } from './queries.ts'
import { sendMailHandler, sendMailJob, type MailTemplates } from './mail/send-mail.ts'
import { sendWhatsappHandler, sendWhatsappJob, type WhatsappTemplates } from './whatsapp/send-whatsapp.ts'
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
  { whatsapp, ...services }: NotificationServices,
  { mailsFor, whatsapps }: { mailsFor: (db: Db) => MailTemplates; whatsapps: WhatsappTemplates },
): Handler[] => [
  sendMailHandler({ ...services, templatesFor: mailsFor }),
  mailManyHandler(services),
  ...(whatsapp ? [sendWhatsappHandler({ ...services, whatsapp, templates: whatsapps })] : []),
]

export function notificationSchedule({ db }: { db: Db }): RecurringJob[] {
  const settle = settling(db)
  return [
    { name: 'notifications.delete-replaced-mails', cron: '43 * * * *', run: () => deleteReplacedJobs(db, sendMailJob) },
    {
      name: 'notifications.delete-replaced-messages',
      cron: '44 * * * *',
      run: () => deleteReplacedJobs(db, sendWhatsappJob),
    },
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
