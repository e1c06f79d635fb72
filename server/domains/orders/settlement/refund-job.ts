import { inTransaction, type Tx } from '#server/database/db.ts'
import { keyOf, selectConfiguration, selectOptionalRefund, type RefundRow } from '#server/domains/payments/index.ts'
import { handle } from '#server/jobs/queue.ts'
import { finishRefund, refundPayment } from './refund-payment.ts'
import { enqueueLineRefund, refundJob } from './request-refund.ts'
import { enqueueSettlement } from './settle-job.ts'
import type { SettleServices } from './settlement.ts'

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
    if (!refund) throw new Error('Refund not found')
    if (refund.status !== 'requested') return
    if (refund.authorizationIdentifier === null) return recordRefundByHand(services.db, refund)
    if ((await refundPayment(services, await keyFor(services, refund), refund)) === 'confirming')
      throw new Error('The refund is not with the gateway yet')
  })

/** The club took the money itself and refunds it itself: the credit note says so, and the office ticks it off later. */
const recordRefundByHand = (db: SettleServices['db'], refund: RefundRow): Promise<void> =>
  inTransaction(db, (tx) =>
    finishRefund(tx, refund, { method: 'credit', amount: refund.amount }, { reason: 'refunded by the club itself' }),
  )

const keyFor = async ({ db, secrets }: SettleServices, { orgId }: RefundRow): Promise<string> =>
  keyOf(secrets, await selectConfiguration(db, orgId, 'freepay'))
