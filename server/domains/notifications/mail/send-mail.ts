import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { kindOf } from '#contract/notifications/messages.ts'
import { inBatches, startBatch } from '#server/database/batch.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Logger } from '#server/http/log.ts'
import { type Ended, enqueue, enqueueMany, type EnqueueOptions, handle, job } from '#server/jobs/queue.ts'
import {
  insertMessage,
  type MessageRow,
  type Outcome,
  recordAttempts,
  recordReason,
  selectMails,
} from '../message-state.ts'
import { isSubscribed } from '../preferences/preference-queries.ts'
import { finishMail, type FinishServices, type MailDraft } from './build-mail.ts'
import { MailProblem, UNWRITTEN } from './mail-problem.ts'
import type { Mailer } from './mailer.ts'
import { LIMITS } from './mail-slots.ts'

/**
 * The mail templates. Each is built when it is sent, by the domain that knows its content; null if there is nothing
 * left to say, or nobody to say it to.
 */
export type MailTemplates = Readonly<Record<MailTemplate, (data: never) => Promise<MailDraft | null>>>
export type MailTemplate = keyof typeof kindOf

/** `since`: the time of the first try, or when somebody asked for it again. */
export const sendMailJob = job('notifications.send-mail', z.object({ mailId: z.uuid(), since: z.optional(z.string()) }))

/** Attempts to compose a mail; with exponential backoff they span almost three days. */
const MAIL_TRIES = 20

/** Confirmations of purchases first, broadcasts last. */
const PURCHASE_PRIORITY = -10
export const FAN_OUT_PRIORITY = 10

/** Milliseconds after its first try, and tries, after which a mail is given up: the worker may have been off. */
const TOO_OLD = 3 * 24 * 3_600_000
const FEWEST_TRIES = 5

/** Those being sent, and a few waiting for a slot. */
const PLACES = LIMITS.quick + LIMITS.slow + 4

export interface RequestedMail {
  readonly template: MailTemplate
  /** The receiver; null: an address without a member, known to the template. */
  readonly memberId: string | null
  /** The club that it is about, whose office sees when it cannot be sent. Null: none, or that of the order in `data`. */
  readonly orgId: string | null
  /** Ids from which the template builds the mail, besides the club's. */
  readonly data: Record<string, unknown>
  readonly onceKey: string
}

/** Requests a mail in the transaction that causes it. Requests with the same `onceKey` are made once. */
export async function requestMail(tx: Tx, { orgId, ...mail }: RequestedMail, afterSeconds = 0): Promise<void> {
  const id = newId()
  const data = orgId === null ? mail.data : { ...mail.data, orgId }
  const insert = insertMessage({ ...mail, data, id, channel: 'mail' })
  await enqueueMail(tx, { id, fanOutId: null, template: mail.template }, { afterSeconds, insert, isNew: true })
}

interface Again extends Pick<EnqueueOptions, 'afterSeconds' | 'insert' | 'isNew'> {
  readonly since?: Date
}

export const enqueueMail = (
  tx: Tx,
  { id, fanOutId, template }: Pick<MessageRow, 'id' | 'fanOutId' | 'template'>,
  { since, ...options }: Again = {},
): Promise<void> =>
  enqueue(
    tx,
    sendMailJob,
    { mailId: id, ...(since ? { since: since.toISOString() } : {}) },
    {
      key: `mail:${id}`,
      maxAttempts: MAIL_TRIES,
      priority: priorityOf(template, fanOutId),
      ...options,
    },
  )

/** Enqueues the mails of a broadcast. @param since when somebody asked for them again */
export const enqueueMails = (tx: Tx, ids: readonly string[], since?: Date): Promise<void> =>
  enqueueMany(
    tx,
    sendMailJob,
    ids.map((mailId) => ({
      payload: { mailId, ...(since ? { since: since.toISOString() } : {}) },
      key: `mail:${mailId}`,
    })),
    { maxAttempts: MAIL_TRIES, priority: FAN_OUT_PRIORITY },
  )

function priorityOf(template: string, fanOutId: string | null): number {
  if (template === 'order-paid' || template === 'tickets-paid') return PURCHASE_PRIORITY
  return fanOutId === null ? 0 : FAN_OUT_PRIORITY
}

interface SendServices extends FinishServices {
  readonly log: Logger
  readonly mailer: Mailer
  /** The templates for one batch of mails. @param db reads once what several of them need */
  readonly templatesFor: (db: Db) => MailTemplates
}

/** A mail that a job sends. */
interface Written {
  readonly row: MessageRow
  /** Null: nobody wants it. Undefined: it was sent before. */
  readonly draft?: MailDraft | null
  /** Why it could not be written. */
  readonly error?: unknown
  readonly batch: Db
}

/**
 * Sends one mail if its receiver still wants it. After a crash it may be sent again with the same Message-ID. A mail
 * refused for good is given up at once; anything else is postponed for up to three days.
 */
export const sendMailHandler = (services: SendServices) => {
  const { db, log, mailer } = services
  const note = (id: string, to: Outcome, error?: string) =>
    inTransaction(db, (tx) => recordAttempts(tx, [id], to, error))
  const write = inBatches((ids) => writeMails(services, ids))
  const noteSent = inBatches(async (ids) => {
    await inTransaction(db, (tx) => recordAttempts(tx, ids, 'sent'))
    return ids
  })

  async function afterProblem(row: MessageRow, firstTry: Date | null, problem: MailProblem): Promise<Ended> {
    const { outlook, message } = problem
    if (outlook === 'refused') {
      await note(row.id, 'failed', message)
      log.warn({ messageId: row.id, said: message }, 'Mail permanently refused')
      return 'refused'
    }
    return inTransaction(db, async (tx) => {
      const since = firstTry ?? tx.now
      const old = tx.now.getTime() - since.getTime() > TOO_OLD
      if (old && (outlook !== 'later' || row.attempts >= FEWEST_TRIES)) {
        await recordAttempts(tx, [row.id], 'failed', message)
        return 'given_up'
      }
      if (outlook === 'later') await recordAttempts(tx, [row.id], 'waiting', message)
      if (outlook === 'away') await recordReason(tx, row.id, message)
      await enqueueMail(tx, row, { afterSeconds: secondsUntilNext(outlook, row.attempts), since })
      return 'postponed'
    })
  }

  return handle(
    sendMailJob,
    async ({ mailId, since }, { attempt, maxAttempts }) => {
      const written = await write(mailId)
      if (!written) throw new Error('Message not found')
      const { row, draft, error: failure, batch } = written
      try {
        if (failure !== undefined) throw failure
        if (draft === undefined) return
        if (draft === null) return await note(mailId, 'unwanted')
        const about = { memberId: row.memberId, kind: kindOf[row.template as MailTemplate] }
        await mailer.send(messageIdOf(row.onceKey), draft.to.address, () =>
          finishMail({ ...services, db: batch }, draft, about),
        )
      } catch (error) {
        if (error instanceof MailProblem) return afterProblem(row, since ? new Date(since) : null, error)
        await note(mailId, attempt >= maxAttempts ? 'failed' : 'waiting', UNWRITTEN)
        throw error
      }
      crashPoint('mail.sent')
      await noteSent(mailId)
    },
    { places: PLACES },
  )
}

/** Seconds before the second attempt, doubled each time, and the longest pause. */
const FIRST_WAIT = 60
const LONGEST_WAIT = 4 * 3600

/** With jitter, so that mails postponed together are not retried together. @param tries attempts before this one */
function secondsUntilNext(outlook: MailProblem['outlook'], tries: number): number {
  if (outlook !== 'later') return 20 + 40 * Math.random()
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + Math.random() / 2)
}

/** Milliseconds between looks whether buyers still need the machine. */
const PAUSE = 1000

/** Writes the mails of a batch, once buyers have what they wait for. */
async function writeMails({ db, mailer, templatesFor }: SendServices, ids: readonly string[]) {
  let mails = await selectMails(db, ids)
  while (mails.length > 0 && mails.every(({ shouldWait }) => shouldWait)) {
    await wait(PAUSE)
    mails = await selectMails(db, ids)
  }
  const batch = startBatch(db)
  const templates = templatesFor(batch)
  return Promise.all(
    ids.map(async (id): Promise<Written | null> => {
      const mail = mails.find(({ message }) => message.id === id)
      if (!mail) return null
      const { message: row, email } = mail
      if (row.status !== 'waiting') return { row, batch }
      try {
        // Before anything is read or composed.
        if (email && mailer.isPaused(email)) throw new MailProblem('busy', "The receiver's mail server does not answer")
        const isWanted = await isSubscribed(batch, row)
        return { row, batch, draft: isWanted ? await templates[row.template as MailTemplate](row.data as never) : null }
      } catch (error) {
        return { row, batch, error }
      }
    }),
  )
}

/**
 * The first part of a Message-ID, derived from what the mail is about: a message created again, such as after a
 * restored backup, is recognised as the same.
 */
export const messageIdOf = (onceKey: string): string => createHash('sha256').update(onceKey).digest('hex').slice(0, 40)
