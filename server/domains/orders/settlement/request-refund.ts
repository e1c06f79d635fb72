import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { refundLines, refunds } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'
import { transitionRefund, type PaymentRow } from '#server/domains/payments/index.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import type { OrderLineRow } from '../queries.ts'

export const refundJob = job('orders.refund-lines', z.object({ refundId: Id }))

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Enqueues the refund of lines. Prioritised before mails. @param hurry runs a waiting job now */
export const enqueueLineRefund = (tx: Tx, refundId: string, { hurry = false } = {}): Promise<void> =>
  enqueue(tx, refundJob, { refundId }, { key: `refund-lines:${refundId}`, hurry, maxAttempts: TRIES, priority: -10 })

/**
 * Requests the refund of whole lines of a paid order, which is locked, and enqueues its job. While an earlier refund of the order is
 * unfinished it waits for that. @returns its id; null if they cost nothing
 */
export async function requestLineRefund(
  tx: Tx,
  { id: paymentId, orderId, orgId, currency, testMode }: PaymentRow,
  lines: readonly OrderLineRow[],
): Promise<string | null> {
  if (lines.every(({ total }) => total === 0)) return null
  const id = newId()
  const amount = lines.reduce((sum, line) => sum + line.total, 0)
  const status = (await hasUnfinished(tx, orderId)) ? 'waiting' : 'requested'
  await tx
    .insert(refunds)
    .values({ id, orderId, orgId, paymentId, currency, testMode, amount, cause: 'office', status })
  await tx.insert(refundLines).values(lines.map((line) => ({ lineId: line.id, refundId: id, amount: line.total })))
  if (status === 'requested') await enqueueLineRefund(tx, id)
  return id
}

/** Starts the refund of an order, which is locked, that has waited longest, unless an earlier one is unfinished. */
export async function startNextRefund(tx: Tx, orderId: string): Promise<void> {
  if (await hasUnfinished(tx, orderId)) return
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from refunds where order_id = ${orderId} and status = 'waiting' order by id limit 1`)
  const next = rows[0]
  if (!next) return
  await transitionRefund(tx, next.id, 'requested', { reason: 'the earlier refund is done' })
  await enqueueLineRefund(tx, next.id)
}

/** One is with the gateway, or failed and the office has to look: until then nobody knows what the gateway has credited. */
async function hasUnfinished(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from refunds where order_id = ${orderId} and cause = 'office' and status in ('requested', 'failed')`)
  return rows.length > 0
}
