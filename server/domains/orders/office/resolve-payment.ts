import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { refunds } from '#server/database/schema/index.ts'
import { and, eq, isNotNull, isNull, sql } from '#server/database/sql.ts'
import {
  problemOfGateway,
  selectOptionalPayment,
  selectOptionalRefund,
  transitionPayment,
  transitionRefund,
  withdrawCreditCall,
  type RefundRow,
} from '#server/domains/payments/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import type { OrderStatus } from '../order-state.ts'
import { declineOrder } from '../settlement/record-decline.ts'
import { lockOrder, selectOrder } from '../queries.ts'
import { enqueueRefund, finishRefund } from '../settlement/refund-payment.ts'
import { settleNow } from '../settlement/settle-soon.ts'
import type { SettleServices } from '../settlement/settlement.ts'

interface OfPayment {
  readonly paymentId: string
}

/** Settles a payment that the office found in the gateway's own portal, by its authorisation identifier. */
export async function resumePayment(
  services: SettleServices,
  db: Db,
  caller: OfficeCaller,
  { authorizationIdentifier, paymentId }: OfPayment & { authorizationIdentifier: string },
): Promise<{ outcome: 'paid' | 'confirming' | 'returned'; orderStatus: OrderStatus }> {
  const { orderId } = await paymentOf(db, caller, paymentId)
  const settlement = await settleNow(services, { orderId, authorizationIdentifier, device: '' }).catch(
    (error: unknown) => {
      throw problemOfGateway(error)
    },
  )
  if (settlement === 'absent') throw new Problem('authorization_unknown')
  if (settlement === 'refused') throw new Problem('authorization_foreign')
  const order = await selectOrder(db, orderId)
  await inTransaction(db, (tx) =>
    recordOfficeChange(tx, caller, {
      name: 'payment_resolved',
      thing: 'payment',
      thingId: paymentId,
      label: order.number,
      after: { outcome: settlement },
    }),
  )
  return { outcome: settlement, orderStatus: order.status }
}

/**
 * Closes an abandoned window, or acknowledges a payment that differed from what was asked. A payment that turns up
 * later still wins.
 */
export async function closePayment(
  tx: Tx,
  caller: OfficeCaller,
  { paymentId }: OfPayment,
): Promise<{ orderStatus: OrderStatus }> {
  const { orderId, id } = await paymentOf(tx, caller, paymentId)
  const order = await lockOrder(tx, orderId)
  const payment = await selectOptionalPayment(tx, id)
  if (payment?.status === 'authorised' || payment?.status === 'capturing') throw new Problem('payment_in_progress')
  await recordDifference(tx, id)
  const cause = { reason: 'closed by the office', actorId: caller.actor.actorId, subjectId: order.buyerId }
  if (payment?.status === 'linked' || payment?.status === 'authorising') {
    await transitionPayment(tx, id, 'declined', cause, { reason: 'left' })
    await declineOrder(tx, order, cause)
  }
  await recordOfficeChange(tx, caller, {
    name: 'payment_closed',
    thing: 'payment',
    thingId: paymentId,
    label: order.number,
  })
  return { orderStatus: (await selectOrder(tx, orderId)).status }
}

interface OfRefund {
  readonly refundId: string
}

/**
 * Asks the gateway again for a refund that it refused. If an earlier credit may have been made, it is only looked
 * for.
 */
export async function retryRefund(tx: Tx, caller: OfficeCaller, { refundId }: OfRefund) {
  const refund = await refundOf(tx, caller, refundId)
  await requestAgain(tx, caller.actor, refund)
  await recordRefund(tx, caller, 'refund_retried', refund)
  return { status: (await refundOf(tx, caller, refundId)).status }
}

/**
 * Records what the office saw in the gateway's own portal when the outcome of a credit was unknown: it is done, or it
 * is requested again.
 */
export async function confirmRefund(
  tx: Tx,
  caller: OfficeCaller,
  { credited, refundId }: OfRefund & { credited: boolean },
) {
  await lockOrder(tx, (await refundOf(tx, caller, refundId)).orderId)
  const refund = await refundOf(tx, caller, refundId)
  if (refund.status === 'failed' && refund.method === 'credit') {
    const { amount } = refund
    const cause = { reason: 'seen at the gateway by the office', actorId: caller.actor.actorId }
    if (credited) await finishRefund(tx, refund, { method: 'credit', amount }, cause)
    else {
      await withdrawCreditCall(tx, refund.id)
      await requestAgain(tx, caller.actor, refund)
    }
    await recordRefund(tx, caller, 'refund_confirmed', refund, { credited })
  }
  return { status: (await refundOf(tx, caller, refundId)).status }
}

async function requestAgain(
  tx: Tx,
  actor: MemberActor,
  { id: refundId, orderId, ...refund }: RefundRow,
): Promise<void> {
  // One that waits is requested when the earlier one is done.
  if (refund.status !== 'failed') return
  const cause = { reason: 'asked for by the office', actorId: actor.actorId }
  if (!(await transitionRefund(tx, refundId, 'requested', cause))) return
  const authorizationIdentifier = refund.cause === 'office' ? null : refund.authorizationIdentifier
  await enqueueRefund(tx, { refundId, orderId, authorizationIdentifier }, { hurry: true })
}

async function recordRefund(
  tx: Tx,
  caller: OfficeCaller,
  name: 'refund_retried' | 'refund_confirmed',
  { id, orderId }: RefundRow,
  after: Record<string, unknown> = {},
): Promise<void> {
  const { number } = await selectOrder(tx, orderId)
  await recordOfficeChange(tx, caller, { name, thing: 'payment', thingId: id, label: number, after })
}

async function refundOf(tx: Tx, { organisation }: OfficeCaller, refundId: string): Promise<RefundRow> {
  const refund = await selectOptionalRefund(tx, refundId)
  if (refund?.orgId !== organisation.id) throw new Problem('refund_not_found')
  return refund
}

async function paymentOf(db: Db | Tx, { organisation }: OfficeCaller, paymentId: string) {
  const payment = await selectOptionalPayment(db, paymentId)
  if (payment?.orgId !== organisation.id) throw new Problem('payment_not_found')
  return payment
}

/** The office has acknowledged that a payment differed from what was asked. */
const recordDifference = (tx: Tx, paymentId: string) =>
  tx
    .update(refunds)
    .set({ notedAt: sql`portal_now()` })
    .where(and(eq(refunds.paymentId, paymentId), isNotNull(refunds.differs), isNull(refunds.notedAt)))
