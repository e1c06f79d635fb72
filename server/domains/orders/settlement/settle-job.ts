import * as z from 'zod/mini'
import type { LineKind } from '#contract/orders.ts'
import { GatewayId, Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job, withdraw, type Job } from '#server/jobs/queue.ts'
import { leadingKind } from '../line-kinds.ts'
import { selectOrder } from '../queries.ts'

const Payload = z.object({ orderId: Id, authorizationIdentifier: GatewayId })

/**
 * By the leading kind of the order: a worker of a version that cannot deliver it leaves a job that it does not know. All of them are
 * settled by the same code.
 */
const jobs: Readonly<Record<LineKind, Job<z.infer<typeof Payload>>>> = {
  membership: job('orders.settle-payment', Payload),
  event: job('orders.settle-ticket-payment', Payload),
}
export const settleJobs = Object.values(jobs)

/** Waiting longer each time, these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Seconds for whoever enqueues it to settle at once, because somebody is waiting. */
const HEAD_START = 3

const keyOf = (orderId: string, authorizationIdentifier: string) => `settle:${orderId}:${authorizationIdentifier}`

/**
 * Makes sure that an authorisation is settled, whatever becomes of this process. Before mails: money goes first.
 * @param hurry it failed for long enough: now its turn comes, however long it was to wait
 */
export async function enqueueSettlement(
  tx: Tx,
  orderId: string,
  authorizationIdentifier: string,
  { hurry = false } = {},
): Promise<void> {
  const { kinds } = await selectOrder(tx, orderId)
  await enqueue(
    tx,
    jobs[leadingKind(kinds)],
    { orderId, authorizationIdentifier },
    {
      key: keyOf(orderId, authorizationIdentifier),
      ...(hurry ? { hurry } : { afterSeconds: HEAD_START }),
      maxAttempts: TRIES,
      priority: -10,
    },
  )
}

/** With the delivery the job behind it has nothing left to do. */
export const withdrawSettlement = (tx: Tx, orderId: string, authorizationIdentifier: string) =>
  withdraw(tx, keyOf(orderId, authorizationIdentifier))
