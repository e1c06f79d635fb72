import * as z from 'zod/mini'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import type { Mail, Mailer } from './mailer.ts'
import { insertMessage, selectMessage, updateMessageStatus } from './message-queries.ts'

/** The mails there are. Each is built, when it is sent, by the domain that knows what it is about. */
export type MailTemplates = Readonly<Record<MailTemplate, (data: never) => Promise<Mail>>>
export type MailTemplate = 'order-paid' | 'given-back' | 'membership-renew'

export const sendMailJob = job('notifications.send-mail', z.object({ mailId: z.uuid() }))

/** Asks for a mail in the transaction that causes it. The same `onceKey` asks once. */
export async function requestMail(
  tx: Tx,
  mail: { template: MailTemplate; data: Record<string, unknown>; onceKey: string },
): Promise<void> {
  const mailId = await insertMessage(tx, { ...mail, channel: 'mail', kind: null, memberId: null })
  if (mailId) await enqueue(tx, sendMailJob, { mailId }, { key: `mail:${mailId}`, maxAttempts: 20 })
}

export interface SendServices {
  readonly db: Db
  readonly mailer: Mailer
  readonly templates: MailTemplates
}

/** Sends one mail. A worker that dies after sending sends it again under the same Message-ID. */
export const sendMailHandler = ({ db, mailer, templates }: SendServices) =>
  handle(sendMailJob, async ({ mailId }, { attempt, maxAttempts }) => {
    const row = await selectMessage(db, mailId)
    if (row.status === 'sent') return
    try {
      const mail = await templates[row.template as MailTemplate](row.data as never)
      await mailer.send(mailId, mail)
    } catch (error) {
      await inTransaction(db, (tx) => updateMessageStatus(tx, mailId, attempt >= maxAttempts ? 'failed' : 'waiting'))
      throw error
    }
    crashPoint('mail.sent')
    await inTransaction(db, (tx) => updateMessageStatus(tx, mailId, 'sent'))
  })
