import * as z from 'zod/mini'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Logger } from '#server/http/log.ts'
import { enqueue, type EnqueueOptions, handle, job } from '#server/jobs/queue.ts'
import { UNWRITTEN } from '../mail/mail-problem.ts'
import {
  claimMessage,
  insertMessage,
  type MessageRow,
  type Outcome,
  recordAttempts,
  selectMessage,
} from '../message-state.ts'
import { isSubscribed } from '../preferences/preference-queries.ts'
import {
  type Whatsapp,
  type WhatsappMessage,
  WhatsappRefused,
  WhatsappUnavailable,
  WhatsappUnknown,
} from './whatsapp.ts'

/**
 * The WhatsApp templates. Each message is built when it is sent, by the domain that knows its content; null if there
 * is nothing left to say, or no number.
 */
export type WhatsappTemplates = Readonly<Record<WhatsappTemplate, (data: never) => Promise<WhatsappMessage | null>>>
type WhatsappTemplate = 'order-paid' | 'family-invited' | 'contact-asked' | 'contact-answered'

export const sendWhatsappJob = job('notifications.send-whatsapp', z.object({ messageId: z.uuid() }))

const TRIES = 20

/** Messages at once, of the worker's four slots, and milliseconds to wait for a slot. */
const PLACES = 1
const PATIENCE = 500

interface RequestedWhatsapp {
  readonly template: WhatsappTemplate
  /** The receiver, if they want such messages. */
  readonly memberId: string
  /** Ids from which the template builds the message. */
  readonly data: Record<string, unknown>
  readonly onceKey: string
}

/** Requests a message in the transaction that causes it. Requests with the same `onceKey` are made once. */
export async function requestWhatsapp(tx: Tx, message: RequestedWhatsapp): Promise<void> {
  const id = newId()
  await enqueueWhatsapp(tx, { id }, { insert: insertMessage({ ...message, id, channel: 'whatsapp' }) })
}

export const enqueueWhatsapp = (
  tx: Tx,
  { id }: Pick<MessageRow, 'id'>,
  options: Pick<EnqueueOptions, 'afterSeconds' | 'insert'> = {},
): Promise<void> =>
  enqueue(tx, sendWhatsappJob, { messageId: id }, { key: `whatsapp:${id}`, maxAttempts: TRIES, ...options })

interface SendWhatsappServices {
  readonly db: Db
  /** Null: WhatsApp is off, and messages from before are not sent any more. */
  readonly whatsapp: Whatsapp | null
  readonly templates: WhatsappTemplates
  readonly log: Logger
}

/**
 * Sends a message at most once, because a repeat would be visible. It is marked before it is sent; a message found
 * with that mark was interrupted by a crash and is given up, because nobody knows whether it was sent.
 */
export const sendWhatsappHandler = ({ db, whatsapp, templates, log }: SendWhatsappServices) => {
  const acquireSlot = createSlots(PLACES, PATIENCE)
  const note = (id: string, to: Outcome, error?: string) =>
    inTransaction(db, (tx) => recordAttempts(tx, [id], to, error))

  return handle(sendWhatsappJob, async ({ messageId }, { attempt, maxAttempts }) => {
    const row = await selectMessage(db, messageId)
    if (row.status === 'sending') {
      await note(messageId, 'failed', 'Broken off: it may have arrived')
      return 'given_up'
    }
    if (row.status !== 'waiting') return
    const release = await acquireSlot()
    if (!release) {
      await inTransaction(db, (tx) => enqueueWhatsapp(tx, row, { afterSeconds: 1 + 2 * Math.random() }))
      return 'postponed'
    }
    try {
      if (!whatsapp || !(await isSubscribed(db, row))) return await note(messageId, 'unwanted')
      const message = await templates[row.template as WhatsappTemplate](row.data as never)
      if (!message) return await note(messageId, 'unwanted')
      if (!(await inTransaction(db, (tx) => claimMessage(tx, messageId)))) return
      await whatsapp.send(messageId, message)
    } catch (error) {
      const final = error instanceof WhatsappRefused || error instanceof WhatsappUnknown
      const known = final || error instanceof WhatsappUnavailable
      const again = !final && attempt < maxAttempts
      await note(messageId, again ? 'waiting' : 'failed', known ? error.message : UNWRITTEN)
      if (again) throw error
      log.error({ err: error, messageId }, 'WhatsApp message not sent')
      return error instanceof WhatsappRefused ? 'refused' : 'given_up'
    } finally {
      release()
    }
    crashPoint('whatsapp.sent')
    await note(messageId, 'sent')
  })
}

/** Takes a slot. The returned function frees it; null: none became free in time. */
type AcquireSlot = () => Promise<(() => void) | null>

/**
 * Limits how many messages this process sends at once, so that a slow receiver does not occupy all of the worker's
 * slots.
 * @param patience milliseconds to wait for a slot
 */
function createSlots(size: number, patience: number): AcquireSlot {
  let free = size
  const waiting = new Set<() => void>()

  const release = () => {
    const [next] = waiting
    if (next) next()
    else free++
  }

  return () => {
    if (free > 0) {
      free--
      return Promise.resolve(once(release))
    }
    return new Promise((resolve) => {
      const enter = () => {
        waiting.delete(enter)
        clearTimeout(timer)
        resolve(once(release))
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        resolve(null)
      }, patience)
      waiting.add(enter)
    })
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
