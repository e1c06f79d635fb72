import * as z from 'zod/mini'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import type { Logger } from '#server/http/log.ts'
import { insertMessage, selectMessage, takeMessage, updateMessageStatus } from './message-queries.ts'
import { WhatsappUnavailable, type Whatsapp, type WhatsappMessage } from './whatsapp.ts'

/** The messages there are. Each is built, when it is sent, by the domain that knows what it is about. */
export type WhatsappTemplates = Readonly<Record<WhatsappTemplate, (data: never) => Promise<WhatsappMessage>>>
export type WhatsappTemplate = 'order-paid'

const sendJob = job('notifications.send-whatsapp', z.object({ messageId: z.uuid() }))

/** Asks for a message in the transaction that causes it. The same `onceKey` asks once. */
export async function requestWhatsapp(
  tx: Tx,
  message: { template: WhatsappTemplate; data: Record<string, unknown>; onceKey: string },
): Promise<void> {
  const messageId = await insertMessage(tx, { ...message, channel: 'whatsapp', kind: null, memberId: null })
  if (messageId) await enqueue(tx, sendJob, { messageId }, { key: `whatsapp:${messageId}`, maxAttempts: 20 })
}

export interface SendWhatsappServices {
  readonly db: Db
  readonly whatsapp: Whatsapp
  readonly templates: WhatsappTemplates
  readonly log: Logger
}

/**
 * Sends one message at most once: a receiver would see a repeat. It is marked before it is handed over; whoever finds that
 * mark comes after a crash and leaves it, because nobody can tell whether it was sent.
 */
export const sendWhatsappHandler = ({ db, whatsapp, templates, log }: SendWhatsappServices) =>
  handle(sendJob, async ({ messageId }, { attempt, maxAttempts }) => {
    const row = await selectMessage(db, messageId)
    const note = (status: typeof row.status) => inTransaction(db, (tx) => updateMessageStatus(tx, messageId, status))
    const message = await templates[row.template as WhatsappTemplate](row.data as never)
    if (!(await inTransaction(db, (tx) => takeMessage(tx, messageId)))) {
      if (row.status === 'sending') await note('failed')
      return
    }
    try {
      await whatsapp.send(messageId, message)
    } catch (error) {
      const again = error instanceof WhatsappUnavailable && attempt < maxAttempts
      await note(again ? 'waiting' : 'failed')
      if (again) throw error
      log.error({ err: error, messageId }, 'A WhatsApp message was not sent')
      return
    }
    crashPoint('whatsapp.sent')
    await note('sent')
  })
