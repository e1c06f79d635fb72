import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { refundLines, refunds } from '#server/database/schema/index.ts'
import {
  keyOf,
  selectConfiguration,
  selectOptionalRefund,
  type PaymentRow,
  type RefundRow,
} from '#server/domains/payments/index.ts'
import { enqueue, handle, job } from '#server/jobs/queue.ts'
import type { OrderLineRow } from '../queries.ts'
import { refundPayment } from './refund-payment.ts'
import { enqueueSettlement } from './settle-job.ts'
import type { SettleServices } from './settlement.ts'

const refundJob = job('orders.refund-lines', z.object({ refundId: Id }))

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Enqueues the refund of lines. Prioritised before mails. @param hurry runs a waiting job now */
const enqueueLineRefund = (tx: Tx, refundId: string, { hurry = false } = {}): Promise<void> =>
  enqueue(tx, refundJob, { refundId }, { key: `refund-lines:${refundId}`, hurry, maxAttempts: TRIES, priority: -10 })

/** Requests the refund of whole lines of a paid order and enqueues its job. @returns its id; null if they cost nothing */
export async function requestLineRefund(
  tx: Tx,
  { id: paymentId, orderId, orgId, currency, testMode }: PaymentRow,
  lines: readonly OrderLineRow[],
): Promise<string | null> {
  if (lines.every(({ total }) => total === 0)) return null
  const id = newId()
  const amount = lines.reduce((sum, line) => sum + line.total, 0)
  await tx.insert(refunds).values({ id, orderId, orgId, paymentId, currency, testMode, amount, cause: 'office' })
  await tx.insert(refundLines).values(lines.map((line) => ({ lineId: line.id, refundId: id, amount: line.total })))
  await enqueueLineRefund(tx, id)
  return id
}

/** Enqueues the job that finishes a refund: of lines, or of an authorisation that must not be kept. */
export const enqueueRefund = (
  tx: Tx,
  refund: { refundId: string; orderId: string; authorizationIdentifier: string | null },
  options: { hurry?: boolean },
): Promise<void> =>
  refund.authorizationIdentifier
    ? enqueueSettlement(tx, refund.orderId, refund.authorizationIdentifier, options)
    : enqueueLineRefund(tx, refund.refundId, options)

/** Retries until the gateway has credited, or has refused so often that the office has to look. */
export const refundHandler = (services: SettleServices) =>
  handle(refundJob, async ({ refundId }) => {
    const refund = await selectOptionalRefund(services.db, refundId)
    if (!refund) throw new Error('A refund named by a job is gone')
    if (refund.status !== 'requested') return
    if ((await refundPayment(services, await keyFor(services, refund), refund)) === 'confirming')
      throw new Error('What was given back is not with the gateway yet')
  })

const keyFor = async ({ db, secrets }: SettleServices, { orgId }: RefundRow): Promise<string> =>
  keyOf(secrets, await selectConfiguration(db, orgId, 'freepay'))
