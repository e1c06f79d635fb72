import * as z from 'zod/mini'
import type { LineKind } from '#contract/orders/orders.ts'
import { GatewayId, Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job, withdraw, type Job } from '#server/jobs/queue.ts'
import { leadingKind } from '../line-kinds.ts'
import { type OrderRow, selectOrder } from '../queries.ts'

const Payload = z.object({ orderId: Id, authorizationIdentifier: GatewayId })

/**
 * One job per leading kind, all with the same handler: a worker of an older version that cannot deliver a kind does
 * not know its job and leaves it.
 */
const jobs: Readonly<Record<LineKind, Job<z.infer<typeof Payload>>>> = {
  membership: job('orders.settle-payment', Payload),
  event: job('orders.settle-ticket-payment', Payload),
}
export const settleJobs = Object.values(jobs)

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Seconds that the enqueuing process has to settle by itself first, because somebody is waiting. */
const HEAD_START = 3

const keyOf = (orderId: string, authorizationIdentifier: string) => `settle:${orderId}:${authorizationIdentifier}`

/**
 * Enqueues the settlement of an authorisation, so that it survives this process. Prioritised before mails.
 * @param hurry runs a waiting job now
 */
export async function enqueueSettlement(
  tx: Tx,
  orderId: string,
  authorizationIdentifier: string,
  { hurry = false, order }: { hurry?: boolean; order?: OrderRow } = {},
): Promise<void> {
  const { kinds } = order ?? (await selectOrder(tx, orderId))
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

/** Removes the job once the order is delivered. */
export const withdrawSettlement = (tx: Tx, orderId: string, authorizationIdentifier: string) =>
  withdraw(tx, keyOf(orderId, authorizationIdentifier))
