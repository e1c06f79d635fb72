import * as z from 'zod/mini'
import { GatewayId, Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job, withdraw } from '#server/jobs/queue.ts'

export const settleJob = job('orders.settle-payment', z.object({ orderId: Id, authorizationIdentifier: GatewayId }))

/** Waiting longer each time, these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Seconds for whoever enqueues it to settle at once, because somebody is waiting. */
const HEAD_START = 3

const keyOf = (orderId: string, authorizationIdentifier: string) => `settle:${orderId}:${authorizationIdentifier}`

/**
 * Makes sure that an authorisation is settled, whatever becomes of this process. Before mails: money goes first.
 * @param hurry it failed for long enough: now its turn comes, however long it was to wait
 */
export const enqueueSettlement = (
  tx: Tx,
  orderId: string,
  authorizationIdentifier: string,
  { hurry = false } = {},
): Promise<void> =>
  enqueue(
    tx,
    settleJob,
    { orderId, authorizationIdentifier },
    {
      key: keyOf(orderId, authorizationIdentifier),
      ...(hurry ? { hurry } : { afterSeconds: HEAD_START }),
      maxAttempts: TRIES,
      priority: -10,
    },
  )

/** With the delivery the job behind it has nothing left to do. */
export const withdrawSettlement = (tx: Tx, orderId: string, authorizationIdentifier: string) =>
  withdraw(tx, keyOf(orderId, authorizationIdentifier))
