import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Reader, type Tx } from '#server/database/db.ts'
import { eq, sql } from '#server/database/sql.ts'
import { sellerOf } from '#server/domains/organisations/index.ts'
import { creditNotes, refunds } from '#server/database/schema/index.ts'
import {
  claimRefund,
  type GatewayRefund,
  GatewayRefused,
  GatewayUnavailable,
  keyOf,
  recordCreditCall,
  type RefundRow,
  selectConfiguration,
  selectOptionalRefund,
  selectPayments,
  transitionPayment,
  transitionRefund,
  withdrawCreditCall,
} from '#server/domains/payments/index.ts'
import { handle } from '#server/jobs/queue.ts'
import { lockOrder, nextReceiptNumber } from '../queries.ts'
import { notifyRefunded } from '../notifications/buyer.ts'
import { endRefundedOrder, enqueueLineRefund, recordRefundedLines, refundJob, startNextRefund } from './refund-lines.ts'
import { enqueueSettlement } from './settle-job.ts'
import type { Settlement, SettleServices } from './settlement.ts'

/** Longer than all gateway calls of one claim together, at 10 s each. */
const STALE_SECONDS = 60

/** After this many refusals the office has to look in the gateway's own portal. */
const MOST_REFUSALS = 6

interface RefundResult {
  method: 'void' | 'credit'
  amount: number
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

/**
 * Carries out a refund: an authorisation that must not be kept is voided, or credited if it was captured; refunded
 * lines are credited. Safe to call any number of times and concurrently. What keeps being refused, or has an unknown
 * outcome, is left to the office. Throws `GatewayUnavailable` if the gateway does not answer; the request remains.
 */
export async function refundPayment(services: SettleServices, key: string, asked: RefundRow): Promise<Settlement> {
  if (asked.status === 'done') return 'returned'
  const { db, log } = services
  const refund = await inTransaction(db, (tx) => claimRefund(tx, asked.id, STALE_SECONDS))
  if (!refund) return 'confirming'
  const result = await executeRefund(services, key, refund)
  crashPoint('refund.taken')
  if (result === 'later') return 'confirming'
  if (result === 'unclear')
    return escalateToOffice(services, refund, 'nobody knows whether the gateway has credited it')
  if (result !== 'refused') {
    const reason = result.method === 'void' ? 'voided at the gateway' : 'credited at the gateway'
    await inTransaction(db, (tx) => finishRefund(tx, refund, result, { reason }))
    crashPoint('refund.done')
    return 'returned'
  }

  const refusals = await inTransaction(db, (tx) => recordRefundRefusal(tx, refund.id))
  log.warn({ refundId: refund.id, refusals }, 'Gateway refused a refund')
  return refusals < MOST_REFUSALS ? 'confirming' : escalateToOffice(services, refund, 'the gateway keeps refusing')
}

async function escalateToOffice({ db, log }: SettleServices, { id }: RefundRow, reason: string): Promise<Settlement> {
  await inTransaction(db, (tx) => transitionRefund(tx, id, 'failed', { reason }))
  log.error({ refundId: id, reason }, 'Refund failed; an office has to look at it')
  return 'returned'
}

type Outcome = RefundResult | Exclude<Credited, 'credited'>

async function executeRefund(services: SettleServices, key: string, refund: RefundRow): Promise<Outcome> {
  const { authorizationIdentifier } = refund
  if (authorizationIdentifier === null) throw new Error(`Refund ${refund.id} is not of the gateway's money`)
  const asked = { ...refund, authorizationIdentifier }
  try {
    return await (refund.cause === 'office' ? creditLines : returnAuthorization)(services, key, asked)
  } catch (error) {
    if (error instanceof GatewayRefused && !error.keyRefused) return 'refused'
    throw error
  }
}

/** An order has one refund of lines at a time, so earlier ones are done. */
async function creditLines(services: SettleServices, key: string, refund: GatewayRefund): Promise<Outcome> {
  const { amount, paymentId, authorizationIdentifier, creditCalledAt, testMode } = refund
  const credit = { method: 'credit', amount } as const
  // Nothing was captured in a test.
  if (testMode) return credit
  const authorization = await services.gateway.readAuthorization(key, authorizationIdentifier)
  if (!authorization) return creditCalledAt ? 'unclear' : 'refused'
  const before = await sumRefunded(services.db, paymentId)
  const credited = await creditOnce(services, key, refund, { amount, before })
  return credited === 'credited' ? credit : credited
}

async function returnAuthorization(services: SettleServices, key: string, refund: GatewayRefund): Promise<Outcome> {
  const { authorizationIdentifier, creditCalledAt } = refund
  const authorization = await services.gateway.readAuthorization(key, authorizationIdentifier)
  // Voided already, or lapsed: the gateway keeps no money.
  if (!authorization) return creditCalledAt ? 'unclear' : { method: 'void', amount: refund.amount }
  const { amount, captured } = authorization
  if (captured === 0) {
    await services.gateway.cancel(key, authorizationIdentifier)
    return { method: 'void', amount }
  }
  const credited = await creditOnce(services, key, refund, { amount: captured, before: 0 })
  return credited === 'credited' ? { method: 'credit', amount: captured } : credited
}

/** Records that the money is back, with a credit note if it had been captured, and notifies the buyer. */
export async function finishRefund(tx: Tx, refund: RefundRow, result: RefundResult, cause: Cause): Promise<void> {
  const order = await lockOrder(tx, refund.orderId)
  // Another caller, or the office, was first.
  if (!(await transitionRefund(tx, refund.id, 'done', cause, result))) return
  if (refund.cause === 'office') {
    await recordRefundedLines(tx, refund.id)
    await endRefundedOrder(tx, order, cause)
    await startNextRefund(tx, order.id)
  } else await voidPayment(tx, refund, cause)
  await notifyRefunded(tx, order, { ...refund, ...result })
  if (result.method === 'credit') {
    const { orgId, testMode } = refund
    const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
    await insertCreditNote(tx, { ...series, refundId: refund.id, number: await nextReceiptNumber(tx, series) })
  }
}

/** Voids the attempt, unless it continues with another authorisation. */
async function voidPayment(tx: Tx, refund: RefundRow, cause: Cause): Promise<void> {
  const attempt = (await selectPayments(tx, refund.orderId)).find((one) => one.id === refund.paymentId)
  if (attempt?.authorizationIdentifier === refund.authorizationIdentifier) {
    await transitionPayment(tx, attempt.id, 'voided', cause)
  }
}

/** For this long after a call we keep looking for its credit, and wait if the list of credits cannot be read. */
const PATIENT_MINUTES = 2

interface Due {
  /** The amount to refund, in minor units. */
  readonly amount: number
  /** Earlier credits of this authorisation. */
  readonly before: number
}

/** `later`: another caller is at work, or the gateway may still show the credit. `unclear`: only a person can tell. */
type Credited = 'credited' | 'refused' | 'later' | 'unclear'

/**
 * Credits at the gateway for the caller that claimed the refund. The gateway has no idempotency key, so it is asked
 * once: the call is recorded first, and while its outcome is unknown the credit is only looked for, never repeated.
 * Credits made by hand in the gateway's own portal are deducted from the amount. A list that cannot be read, or lacks
 * credits, changes nothing.
 */
async function creditOnce(
  services: Pick<SettleServices, 'db' | 'gateway'>,
  key: string,
  refund: GatewayRefund,
  due: Due,
): Promise<Credited> {
  const { db, gateway } = services
  const { id, authorizationIdentifier, creditCalledAt, creditedAfter } = refund
  const isPatient = await isRecent(services, creditCalledAt ?? refund.createdAt)
  const listed = await gateway.readCredited(key, authorizationIdentifier).catch((error: unknown) => {
    if (error instanceof GatewayUnavailable && !isPatient) return null
    throw error
  })
  if (creditCalledAt) {
    if (listed === null) return 'unclear'
    if (listed >= creditedAfter!) return 'credited'
    return isPatient ? 'later' : 'unclear'
  }

  const amount = due.amount - Math.max(0, (listed ?? 0) - due.before)
  if (amount <= 0) return 'credited'
  const after = Math.max(listed ?? 0, due.before) + amount
  if (!(await inTransaction(db, (tx) => recordCreditCall(tx, refund, after)))) return 'later'
  crashPoint('refund.intended')
  const answer = await gateway
    .credit(key, authorizationIdentifier, { amount, comment: `Refund ${id}` })
    .catch((error: unknown) => {
      if (error instanceof GatewayRefused) return error
      throw error
    })
  if (answer === true) return 'credited'
  await inTransaction(db, (tx) => withdrawCreditCall(tx, id))
  if (answer instanceof GatewayRefused && answer.keyRefused) throw answer
  return 'refused'
}

const isRecent = async ({ db }: Pick<SettleServices, 'db'>, since: Date): Promise<boolean> =>
  (await portalNow(db)).getTime() - since.getTime() < PATIENT_MINUTES * 60_000

/** The amount refunded by offices of a payment so far, in minor units. */
async function sumRefunded(db: Reader, paymentId: string): Promise<number> {
  const { rows } = await db.execute<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as sum from refunds
    where payment_id = ${paymentId} and cause = 'office' and status = 'done'`)
  return rows[0]!.sum
}

/** Counts a refusal; the next attempt need not wait. @returns how many there were */
async function recordRefundRefusal(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(refunds)
    .set({ refusals: sql`refusals + 1`, attemptedAt: null })
    .where(eq(refunds.id, id))
    .returning({ refusals: refunds.refusals })
  return row!.refusals
}

const insertCreditNote = (tx: Tx, note: Omit<typeof creditNotes.$inferSelect, 'issuedAt' | 'seller'>) =>
  tx.insert(creditNotes).values({ ...note, seller: sellerOf(note.orgId) })
