import * as z from 'zod/mini'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { enqueue, enqueueMany, handle, job } from '#server/jobs/queue.ts'
import { kindOf } from './message-kinds.ts'
import { planMessages, takePlanned } from './message-queries.ts'
import { notifyMany, type NotificationToMany } from './notify.ts'
import { FAN_OUT_PRIORITY, MAIL_TRIES, sendMailJob, type MailTemplate } from './send-mail.ts'

const mailManyJob = job('notifications.mail-many', z.object({ fanOutKey: z.string() }))

/** Mails that one transaction hands to the workers. */
const PART = 500

/**
 * Notifies and mails any number of members: three statements write who is to be told what, in the transaction that causes
 * it, and the same `onceKey` tells nobody twice. The mails follow in parts, each in its own transaction, so that a worker
 * that dies in between leaves neither gaps nor repeats.
 * @returns how many had not been told before
 */
export async function tellMany(
  tx: Tx,
  { mail, ...about }: NotificationToMany & { mail: { template: MailTemplate; data: Record<string, unknown> } },
): Promise<number> {
  const fanOutKey = about.onceKey
  const told = await notifyMany(tx, about)
  if (told === 0) return 0
  await planMessages(tx, { ...mail, kind: kindOf[mail.template], fanOutKey, receivers: about.receivers })
  await enqueue(tx, mailManyJob, { fanOutKey }, { key: `mail-many:${fanOutKey}`, priority: FAN_OUT_PRIORITY })
  return told
}

/** Hands the planned mails of a fan-out to the workers, a part at a time. */
export const mailManyHandler = ({ db }: { db: Db }) =>
  handle(mailManyJob, async ({ fanOutKey }) => {
    let left = true
    while (left) {
      left = await inTransaction(db, async (tx) => {
        const ids = await takePlanned(tx, fanOutKey, PART)
        const mails = ids.map((mailId) => ({ payload: { mailId }, key: `mail:${mailId}` }))
        await enqueueMany(tx, sendMailJob, mails, { maxAttempts: MAIL_TRIES, priority: FAN_OUT_PRIORITY })
        return ids.length === PART
      })
    }
  })
