import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, onOneConnection, type Reader, together, type Tx } from '#server/database/db.ts'
import { payments } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import {
  type Authorization,
  GatewayRefused,
  keyOf,
  type PaymentRow,
  type RefundRow,
  recordMerchant,
  hasNewMerchant,
  selectConfiguration,
  selectOptionalRefundOf,
  selectPayments,
  transitionPayment,
} from '#server/domains/payments/index.ts'
import { span } from '#server/telemetry/trace.ts'
import { makeHoldPermanent, lockOrder, type OrderRow, selectOrder } from '../queries.ts'
import { renewOrder } from '../line-items.ts'
import { type AbandonedPayment, abandonPayment } from './abandon-payment.ts'
import { authorizationFault, paymentFault } from './authorization-fault.ts'
import { completeOrder } from './complete-order.ts'
import { refundPayment } from './refund-payment.ts'
import { withdrawSettlement } from './settle-job.ts'
import type { Settlement, SettleServices, Trigger } from './settlement.ts'

/** Longer than the gateway's 10 s time-out: an older capture call will not be answered. */
const STALE_CAPTURE_SECONDS = 20

/**
 * After this many refusals over this many minutes the gateway will not capture, and the buyer should not wait any
 * longer.
 */
const PATIENT_TRIES = 3
const PATIENT_MINUTES = 4

/**
 * The only function that turns an authorisation into a paid order. The callback, the browser's return, the wire's
 * capture call, the office and jobs all call it, any number of times and concurrently. It trusts only the gateway: it
 * reads the authorisation with the organisation's key and compares it with the attempt. Money is captured between two
 * transactions: the first records the intent, the second delivers. Money that must not be kept is refunded the same way. Throws
 * `GatewayUnavailable` if the gateway does not answer; the job retries.
 */
export async function settlePayment(services: SettleServices, trigger: Trigger, read?: OrderRow): Promise<Settlement> {
  const order = read ?? (await selectOrder(services.db, trigger.orderId))
  // Traced as part of the purchase, whoever triggered it.
  const settlement = await span('orders.settle-payment', { kind: 'internal', parent: order.traceparent }, () =>
    settleOrder(services, order, trigger),
  )
  // The buyer wrote this, though the gateway or a worker called.
  await services.replica.wrote({ memberId: order.buyerId })
  return settlement
}

async function settleOrder(services: SettleServices, order: OrderRow, trigger: Trigger): Promise<Settlement> {
  const { db, log, gateway } = services
  const { authorizationIdentifier } = trigger
  const [attempts, configuration, requested] = await onOneConnection(db, (one) =>
    Promise.all([
      selectPayments(one, order.id),
      selectConfiguration(one, order.orgId, 'freepay'),
      selectOptionalRefundOf(one, authorizationIdentifier),
    ]),
  )
  const known = attempts.find((one) => one.authorizationIdentifier === authorizationIdentifier)
  if (known?.status === 'captured') return 'paid'
  if (known?.status === 'voided') return 'returned'

  const key = keyOf(services.secrets, configuration)
  const unfinished = await continueRefund(services, key, order, requested)
  if (unfinished) return unfinished

  const authorization = await gateway.readAuthorization(key, authorizationIdentifier)
  crashPoint('settle.read')
  if (!authorization && known) return handleMissingAuthorization(services, key, order, known, authorizationIdentifier)
  if (!authorization) {
    // Forged, or not there yet: the next trigger looks again.
    await inTransaction(db, (tx) => withdrawSettlement(tx, order.id, authorizationIdentifier))
    return 'absent'
  }
  const attempt = await findAttempt(db, attempts, authorization)
  if (!attempt) {
    log.warn({ orderId: order.id }, 'Payment trigger refers to an authorisation of another order')
    return 'refused'
  }

  if (hasNewMerchant(configuration, authorization))
    await inTransaction(db, (tx) => recordMerchant(tx, configuration.id, authorization))
  const pipelined = true
  const intend = (tx: Tx) => recordCaptureIntent(services, tx, order.id, attempt.id, authorization)
  const intent = await inTransaction(db, intend, { pipelined })
  crashPoint('settle.intended')
  if (intent === 'wait') return 'confirming'
  const refused = intent === 'capture' && !(await capture(services, key, attempt, authorization))
  crashPoint('settle.captured')
  if (refused) await inTransaction(db, (tx) => endRefused(services, tx, order.id, attempt.id, authorization))
  if (refused || intent === 'abandon') {
    return (await refundIfRequested(services, key, order, authorizationIdentifier)) ?? 'confirming'
  }
  await inTransaction(db, (tx) => deliver(services, tx, trigger, attempt.id), { pipelined })
  crashPoint('settle.delivered')
  return 'paid'
}

const refundIfRequested = async (
  services: SettleServices,
  key: string,
  order: OrderRow,
  authorizationIdentifier: string,
) => continueRefund(services, key, order, await selectOptionalRefundOf(services.db, authorizationIdentifier))

/** @returns null if no refund of this order was requested */
async function continueRefund(services: SettleServices, key: string, order: OrderRow, refund: RefundRow | null) {
  if (!refund || refund.orderId !== order.id) return null
  crashPoint('refund.requested')
  return refundPayment(services, key, refund)
}

type Intent = 'capture' | 'deliver' | 'wait' | 'abandon'

/** Transaction 1: locks the order, makes its hold permanent and records that the money is about to be captured. */
async function recordCaptureIntent(
  { lineHandlers, log }: SettleServices,
  tx: Tx,
  orderId: string,
  paymentId: string,
  authorization: Authorization,
): Promise<Intent> {
  const [order, attempts] = await together(
    tx,
    () => lockOrder(tx, orderId),
    () => selectPayments(tx, orderId),
  )
  const attempt = attempts.find((one) => one.id === paymentId)!
  const { authorizationIdentifier } = authorization
  const taken = authorization.captured >= attempt.amount
  const first = attempt.authorizationIdentifier ?? authorizationIdentifier
  if (first === authorizationIdentifier) {
    if (attempt.status === 'captured') return 'deliver'
    if (attempt.status === 'unknown' || attempt.status === 'voided') return 'abandon'
    if (attempt.status === 'capturing') {
      if (taken) return 'deliver'
      return (await takeOverCapture(tx, paymentId, STALE_CAPTURE_SECONDS)) ? 'capture' : 'wait'
    }
  }

  const fault =
    first !== authorizationIdentifier
      ? 'authorised_twice'
      : (await isPastTest(tx, attempt))
        ? 'test_over'
        : paymentFault(order, attempts, attempt, authorization)
  const cause = fault ?? ((await renewOrder(lineHandlers, tx, order, null)) ? null : 'places_taken')
  if (cause) {
    const differs = cause === 'differs' ? authorizationFault(attempt, authorization) : null
    log.error({ paymentId, cause, differs }, 'Authorised payment abandoned')
    await abandonPayment(lineHandlers, tx, order, attempt, { ...authorization, cause, differs })
    return 'abandon'
  }

  const why = { reason: 'authorisation read at the gateway' }
  const [, , isTaken] = await together(
    tx,
    () => makeHoldPermanent(tx, orderId),
    async () =>
      attempt.status !== 'authorised' &&
      transitionPayment(tx, paymentId, 'authorised', why, { authorizationIdentifier }),
    async () => attempt.testMode || transitionPayment(tx, paymentId, 'capturing', why),
  )
  if (attempt.testMode) return 'deliver'
  if (!isTaken) throw new Error(`Payment ${paymentId} cannot be taken`)
  return taken ? 'deliver' : 'capture'
}

/** A test payment of a club that has gone live buys nothing. */
const isPastTest = async (tx: Tx, { testMode, orgId, provider }: PaymentRow): Promise<boolean> =>
  testMode && !(await selectConfiguration(tx, orgId, provider)).testMode

/**
 * Runs between the transactions. An unanswered call blocks other callers until it is stale: the gateway may still be
 * working on it, and the next caller reads before it repeats.
 * @returns false if the gateway refused
 */
async function capture(
  { gateway, log }: SettleServices,
  key: string,
  attempt: PaymentRow,
  { authorizationIdentifier }: Authorization,
): Promise<boolean> {
  const taken = await gateway.capture(key, authorizationIdentifier, attempt.amount).catch((error: unknown) => {
    if (error instanceof GatewayRefused && !error.keyRefused) return false
    throw error
  })
  if (!taken) log.warn({ paymentId: attempt.id }, 'Gateway refused a capture')
  return taken
}

/** Lets the next caller retry after a refusal; after too many the payment is abandoned. */
async function endRefused(
  { lineHandlers }: SettleServices,
  tx: Tx,
  orderId: string,
  paymentId: string,
  authorization: Pick<AbandonedPayment, 'authorizationIdentifier' | 'amount' | 'currency'>,
  cause: AbandonedPayment['cause'] = 'capture_refused',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const attempt = await recordRefusal(tx, paymentId)
  const waited = tx.now.getTime() - attempt.updatedAt.getTime()
  if (attempt.refusals < PATIENT_TRIES || waited < PATIENT_MINUTES * 60_000) return
  if (attempt.status === 'authorised' || attempt.status === 'capturing') {
    await abandonPayment(lineHandlers, tx, order, attempt, { ...authorization, cause })
  }
}

/** Transaction 2: the money is captured, so what was bought is delivered. */
async function deliver(services: SettleServices, tx: Tx, trigger: Trigger, paymentId: string) {
  const { orderId, authorizationIdentifier, device } = trigger
  const cause = { reason: 'money taken' }
  const [order, , first] = await together(
    tx,
    () => lockOrder(tx, orderId),
    () => withdrawSettlement(tx, orderId, authorizationIdentifier),
    () => transitionPayment(tx, paymentId, 'captured', cause),
  )
  if (first) await completeOrder(services, tx, order, cause, device)
  else if (order.status !== 'paid' && order.status !== 'refunded') {
    throw new Error(`Payment ${paymentId} is taken, but its order is ${order.status}`)
  }
}

/**
 * An authorisation unknown to the gateway has lapsed or was voided in its portal: after a while the payment is
 * abandoned.
 */
async function handleMissingAuthorization(
  services: SettleServices,
  key: string,
  { id }: OrderRow,
  known: PaymentRow,
  authorizationIdentifier: string,
): Promise<Settlement> {
  services.log.warn({ paymentId: known.id }, 'Gateway does not know an authorised payment')
  const facts = { authorizationIdentifier, amount: known.amount, currency: known.currency }
  await inTransaction(services.db, (tx) => endRefused(services, tx, id, known.id, facts, 'lapsed'))
  const order = await selectOrder(services.db, id)
  return (await refundIfRequested(services, key, order, authorizationIdentifier)) ?? 'confirming'
}

/**
 * The attempt that an authorisation belongs to: that of its window; the saved-card charge that was answered with it;
 * or a charge whose answer was lost and that asked for exactly this, which the office may find.
 */
async function findAttempt(
  db: Db,
  attempts: readonly PaymentRow[],
  authorization: Authorization,
): Promise<PaymentRow | null> {
  const { paymentIdentifier, authorizationIdentifier } = authorization
  const charges = attempts.filter((one) => one.paymentIdentifier === null && one.savedCardIdentifier !== null)
  const found =
    attempts.find((one) => one.paymentIdentifier === paymentIdentifier) ??
    charges.find((one) => one.authorizationIdentifier === authorizationIdentifier)
  if (found || !/^[0-]+$/.test(paymentIdentifier)) return found ?? null
  const unanswered = charges.find(
    (one) =>
      one.authorizationIdentifier === null &&
      (one.status === 'authorising' || one.status === 'declined') &&
      one.gatewayReason === null &&
      authorizationFault(one, authorization) === null,
  )
  return unanswered && !(await isAuthorizationKnown(db, authorizationIdentifier)) ? unanswered : null
}

/** Takes over a capture whose call is too old to be answered. @returns whether it did */
async function takeOverCapture(tx: Tx, id: string, staleSeconds: number): Promise<boolean> {
  const rows = await tx
    .update(payments)
    .set({ capturingSince: sql`clock_timestamp()` })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'capturing'),
        sql`(${payments.capturingSince} is null or ${payments.capturingSince} < clock_timestamp() - make_interval(secs => ${staleSeconds}))`,
      ),
    )
    .returning({ id: payments.id })
  return rows.length === 1
}

/** Records a refused capture, so that the next caller need not wait. */
async function recordRefusal(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx
    .update(payments)
    .set({ capturingSince: null, refusals: sql`refusals + 1` })
    .where(eq(payments.id, id))
    .returning()
  return row!
}

/** Whether a payment of any order has this authorisation. */
async function isAuthorizationKnown(db: Reader, authorizationIdentifier: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.authorizationIdentifier, authorizationIdentifier))
    .limit(1)
  return row !== undefined
}
