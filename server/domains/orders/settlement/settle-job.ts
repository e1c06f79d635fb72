import * as z from 'zod/mini'
import { GatewayId, Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job, withdraw, type Job } from '#server/jobs/queue.ts'
import { selectOrder } from '../queries.ts'

const Payload = z.object({ orderId: Id, authorizationIdentifier: GatewayId })

/** The payment of memberships alone. */
const settleMembershipsJob = job('orders.settle-payment', Payload)

/** Of an order with tickets: a worker of the version before, which cannot deliver them, leaves a job that it does not know. */
const settleTicketsJob = job('orders.settle-ticket-payment', Payload)

/** Both are settled by the same code, whatever the order holds. */
export const settleJobs: readonly Job<z.infer<typeof Payload>>[] = [settleMembershipsJob, settleTicketsJob]

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
    kinds.includes('event') ? settleTicketsJob : settleMembershipsJob,
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
