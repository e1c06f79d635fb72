import * as z from 'zod/mini'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { enqueue, enqueueMany, handle, job } from '#server/jobs/queue.ts'
import * as queries from './fan-out-queries.ts'
import type { About } from './notify.ts'
import { FAN_OUT_PRIORITY, MAIL_TRIES, sendMailJob, type MailTemplate } from '../mail/send-mail.ts'

export interface NotificationToMany extends About {
  /** A query of members, one column `member_id`. */
  readonly receivers: queries.Broadcast['receivers']
  readonly mail: { readonly template: MailTemplate; readonly data: Record<string, unknown> }
}

const mailManyJob = job('notifications.mail-many', z.object({ fanOutId: z.uuid() }))

/** Mails that one transaction hands to the workers. */
const PART = 500

/**
 * Notifies any number of members in one statement, in the transaction that causes it; the same `onceKey` tells nobody
 * twice. Their mails follow in parts, each in a transaction of its own that says how far it came, so that a worker that
 * dies in between leaves neither gaps nor repeats.
 * @returns how many had not been told before
 */
export async function broadcast(
  tx: Tx,
  { onceKey, texts, receivers, type, data, mail }: NotificationToMany,
): Promise<number> {
  const fanOutId = await queries.insertFanOut(tx, { onceKey, ...mail })
  const words = { ...texts('en'), danish: texts('da') }
  const told = await queries.insertNotifications(tx, fanOutId, { ...words, receivers, type, data })
  if (told === 0) return 0
  await queries.rewindFanOut(tx, fanOutId)
  await enqueue(tx, mailManyJob, { fanOutId }, { key: `mail-many:${fanOutId}`, priority: FAN_OUT_PRIORITY })
  return told
}

/** Asks for the mails of a fan-out, a part at a time. */
export const mailManyHandler = ({ db }: { db: Db }) =>
  handle(mailManyJob, async ({ fanOutId }) => {
    let left = true
    while (left) left = await inTransaction(db, (tx) => mailPart(tx, fanOutId))
  })

/** @returns whether there may be more */
async function mailPart(tx: Tx, fanOutId: string): Promise<boolean> {
  const part = await queries.lockFanOut(tx, fanOutId, PART)
  if (part.receiverIds.length === 0) return false
  const ids = await queries.insertFanOutMails(tx, part)
  const jobs = ids.map((mailId) => ({ payload: { mailId }, key: `mail:${mailId}` }))
  await enqueueMany(tx, sendMailJob, jobs, { maxAttempts: MAIL_TRIES, priority: FAN_OUT_PRIORITY })
  return part.receiverIds.length === PART
}
