import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { inTransaction } from '#server/database/db.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import { settlePayment } from './settle-payment.ts'
import type { Settlement, SettleServices, Trigger } from './settlement.ts'

const settleJob = job('orders.settle-payment', z.object({ orderId: z.uuid(), authorizationIdentifier: z.uuid() }))

/** Waiting longer each time, these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** A capture refused this often, over some ten minutes, will not be granted: the buyer should not wait for it. */
const REFUSALS = 6

/** How long a browser or the gateway is kept waiting for the outcome; the job goes on in any case. */
const PATIENCE = 2500

/**
 * Settles what a trigger names. The intent is a job first, so that it survives this process; then it is tried at once,
 * because the buyer is waiting.
 * @returns what is known when patience ends
 */
export async function settleSoon(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  const { orderId, authorizationIdentifier } = trigger
  await inTransaction(services.db, (tx) =>
    enqueue(
      tx,
      settleJob,
      { orderId, authorizationIdentifier },
      {
        key: `settle:${orderId}:${authorizationIdentifier}`,
        runAt: new Date(Date.now() + 3000),
        maxAttempts: TRIES,
      },
    ),
  )
  const now = settlePayment(services, trigger).catch((error: unknown) => {
    services.log.warn({ err: error, orderId }, 'A payment is not settled yet; the job tries again')
    return 'confirming' as const
  })
  return Promise.race([now, wait(PATIENCE, 'confirming' as const, { ref: false })])
}

/** Tries until the gateway's truth is carried out; then it finds nothing to do. */
export const settleHandler = (services: SettleServices) =>
  handle(settleJob, async (trigger, { attempt }) => {
    const settlement = await settlePayment(services, { ...trigger, device: '', lastTry: attempt >= REFUSALS })
    if (settlement === 'confirming') throw new Error('The payment is not settled yet')
  })
