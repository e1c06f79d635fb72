import * as z from 'zod/mini'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import type { Logger } from '#server/http/log.ts'
import { hurryFailed } from '#server/jobs/hurry-failed.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import { finishMail, type FinishServices, type MailDraft } from './finish-mail.ts'
import { AWAY, MailProblem, UNWRITTEN } from './mail-problem.ts'
import type { Mailer } from './mailer.ts'
import { messageIdOf } from './message-id.ts'
import { kindOf } from '../choosing/message-kinds.ts'
import { insertMessage, selectMessage, type MessageRow } from '../message-queries.ts'
import { noteTry, type Outcome } from '../message-state.ts'
import { wantsMessage } from '../choosing/wants-message.ts'

/**
 * The mails there are. Each is built, when it is sent, by the domain that knows what it is about; null when there is
 * nothing left to say, or nobody to say it to.
 */
export type MailTemplates = Readonly<Record<MailTemplate, (data: never) => Promise<MailDraft | null>>>
export type MailTemplate = keyof typeof kindOf

export const sendMailJob = job('notifications.send-mail', z.object({ mailId: z.uuid() }))

/** Exponentially longer waits in between span almost three days. */
export const MAIL_TRIES = 20

/** One of many comes after whatever concerns one person alone. */
export const FAN_OUT_PRIORITY = 10

export interface RequestedMail {
  readonly template: MailTemplate
  /** Whom it goes to; null: to an address that is no member's, which the template knows. */
  readonly memberId: string | null
  /** Ids that the template builds it from. */
  readonly data: Record<string, unknown>
  readonly onceKey: string
}

/** Asks for a mail in the transaction that causes it, to be written so much later. The same `onceKey` asks once. */
export async function requestMail(tx: Tx, mail: RequestedMail, afterSeconds = 0): Promise<void> {
  const id = await insertMessage(tx, { ...mail, channel: 'mail' })
  if (id) await enqueueMail(tx, { id, fanOutId: null }, afterSeconds)
}

export const enqueueMail = (
  tx: Tx,
  { id, fanOutId }: Pick<MessageRow, 'id' | 'fanOutId'>,
  afterSeconds = 0,
): Promise<void> =>
  enqueue(
    tx,
    sendMailJob,
    { mailId: id },
    { key: `mail:${id}`, maxAttempts: MAIL_TRIES, priority: fanOutId === null ? 0 : FAN_OUT_PRIORITY, afterSeconds },
  )

export interface SendServices extends FinishServices {
  readonly db: Db
  readonly log: Logger
  readonly mailer: Mailer
  readonly templates: MailTemplates
}

/**
 * Sends one mail, if its receiver still wants it. A worker that dies after sending sends it again under the same
 * Message-ID. What the mail server will never take is given up at once; all else is tried again.
 */
export const sendMailHandler = (services: SendServices) => {
  const { db, log } = services
  const note = (id: string, to: Outcome, error?: string) => inTransaction(db, (tx) => noteTry(tx, id, to, error))
  const hurry = hurryWaiting(services)

  return handle(sendMailJob, async ({ mailId }, { attempt, maxAttempts }) => {
    const row = await selectMessage(db, mailId)
    if (row.status !== 'waiting') return
    try {
      if (!(await send(services, row))) return await note(mailId, 'unwanted')
    } catch (error) {
      const problem = error instanceof MailProblem ? error : null
      if (problem?.outlook === 'away') hurry.away()
      if (problem?.outlook === 'busy') return inTransaction(db, (tx) => enqueueMail(tx, row, 1 + 2 * Math.random()))
      const said = problem?.message ?? UNWRITTEN
      const over = attempt >= maxAttempts || problem?.outlook === 'refused'
      await note(mailId, over ? 'failed' : 'waiting', said)
      if (problem?.outlook !== 'refused') throw error
      log.warn({ messageId: mailId, said }, 'A mail was refused for good')
      return
    }
    crashPoint('mail.sent')
    await note(mailId, 'sent')
    await hurry.sent()
  })
}

/** @returns false when nobody wants it */
async function send({ db, mailer, templates, ...services }: SendServices, row: MessageRow): Promise<boolean> {
  if (!(await wantsMessage(db, row))) return false
  const template = row.template as MailTemplate
  const draft = await templates[template](row.data as never)
  if (!draft) return false
  const mail = await finishMail(services, draft, { memberId: row.memberId, kind: kindOf[template] })
  await mailer.send(messageIdOf(row.onceKey), mail)
  return true
}

/** Seconds between two looks at who waits: after the mail server was away, and in any case. */
const AFTER_TROUBLE = 5
const IN_PEACE = 60

/** The mail server is back: what waits because it was away, for any worker, need not wait any longer. */
function hurryWaiting({ db, log }: Pick<SendServices, 'db' | 'log'>) {
  let trouble = true
  let looked = -Infinity
  return {
    away: () => void (trouble = true),
    sent: async () => {
      if (process.uptime() < looked + (trouble ? AFTER_TROUBLE : IN_PEACE)) return
      looked = process.uptime()
      trouble = false
      const hurried = await hurryFailed(db, sendMailJob, AWAY)
      if (hurried > 0) log.info({ hurried }, 'The mail server is back, and what waited for it goes out')
    },
  }
}
