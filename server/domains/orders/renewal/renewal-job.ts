import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import type { OrderRow } from '../queries.ts'

/** A paid order goes on to renew what it bought. Done behind the settlement, so that nothing of it endangers that. */
export const renewPaidJob = job('renewals.follow-paid-order', z.object({ orderId: Id }))

/** Asks for it where the buyer agreed. */
export async function followPaidOrder(
  tx: Tx,
  { id, autoRenewal }: Pick<OrderRow, 'id' | 'autoRenewal'>,
): Promise<void> {
  if (autoRenewal) await enqueue(tx, renewPaidJob, { orderId: id }, { key: `renew:${id}`, maxAttempts: 15 })
}
