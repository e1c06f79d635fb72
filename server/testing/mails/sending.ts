import type { MailDraft } from '#server/domains/notifications/mail/build-mail.ts'
import { createMailer, type Mailer } from '#server/domains/notifications/mail/mailer.ts'
import type { Limits } from '#server/domains/notifications/mail/mail-slots.ts'
import type { RequestedMail } from '#server/domains/notifications/mail/send-mail.ts'
import { requestMail, sendMailHandler } from '#server/domains/notifications/mail/send-mail.ts'
import { inTransaction } from '#server/database/db.ts'
import type { Work } from '#server/jobs/tasks.ts'
import type { TestApp } from '../test-app.ts'

/** An arbitrary mail. */
export const draftTo = (address: string, subject = 'A mail'): MailDraft => ({
  to: { name: 'Åse', address },
  replyTo: 'club@example.com',
  subject,
  content: { locale: 'da', sender: 'Roklub', heading: 'Hej', preview: '', paragraphs: ['Tekst'], why: 'Fordi' },
})

/** A mailer that has no patience, unless its limits say otherwise: what cannot go at once is put back. */
export const mailerTo = (smtpUrl: string, limits: Partial<Limits> = {}): Mailer =>
  createMailer({ smtpUrl, from: 'Portal <portal@example.com>', pause: 100, limits: { patience: 0, ...limits } })

type Write = (data: { to: string; subject?: string }) => MailDraft | null

/** A worker's mails alone, all written by one function from the data that they were asked for with. */
export function mailWork(app: TestApp, mailer: Mailer, write: Write = ({ to, subject }) => draftTo(to, subject)): Work {
  const template = async (data: never) => write(data)
  const templates = {
    welcome: template,
    claim: template,
    'order-paid': template,
    'tickets-paid': template,
    'given-back': template,
    invoice: template,
    'membership-renew': template,
    'membership-offered': template,
    'renewal-announced': template,
    'renewal-failed': template,
    'renewal-ended': template,
    'renewal-card-expires': template,
    'renewal-outgrown': template,
    'family-invited': template,
    'family-linked': template,
    'family-ended': template,
    'bought-for': template,
    'contact-asked': template,
    'contact-many': template,
    'contact-answered': template,
    'contact-answered-visitor': template,
    'answer-not-sent': template,
    'office-invited': template,
    'office-access': template,
    'go-live-asked': template,
    'went-live': template,
    'season-missing': template,
    'season-grown': template,
    'club-message': template,
    'member-message': template,
    'event-moved': template,
    'waiting-offer': template,
    'waiting-ended': template,
    'answers-due': template,
    'event-cancelled': template,
    'event-cancel-waiting': template,
    'event-cancel-declined': template,
    'event-cancel-report': template,
    'merchant-changed': template,
    invited: template,
    'club-left': template,
    'change-suggested': template,
    'merge-asked': template,
  }
  return {
    handlers: [sendMailHandler({ ...app.context, mailer, templatesFor: () => templates })],
    recurring: [],
    log: app.context.log,
  }
}

/** Asks for a mail by itself. */
export const askFor = (
  app: TestApp,
  memberId: string,
  data: { to: string; subject?: string },
  more: Partial<RequestedMail> = {},
): Promise<void> =>
  inTransaction(app.context.db, (tx) =>
    requestMail(tx, { template: 'order-paid', memberId, orgId: null, data, onceKey: `test:${data.to}`, ...more }),
  )

/** Messages as the database has them, by what they were asked for with. */
export const messageOf = async (app: TestApp, to: string) =>
  (
    await app.database.sql<{ id: string; status: string; attempts: number; error: string }>(
      `select id, status, attempts, error from messages where data ->> 'to' = $1`,
      [to],
    )
  )[0]!

/** Lets the job runner's clock go on: jobs wait by the machine's, which no test moves. */
export const passTime = (app: TestApp, interval: string) =>
  app.database.sql(
    `select graphile_worker.reschedule_jobs(array[id], run_at => run_at - $1::interval) from graphile_worker.jobs`,
    [interval],
  )
