import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Tx } from '#server/database/db.ts'
import {
  claimRefund,
  GatewayRefused,
  insertCreditNote,
  noteRefundRefusal,
  selectPayments,
  transitionPayment,
  transitionRefund,
  type RefundRow,
} from '#server/domains/payments/index.ts'
import { creditLines, endLines } from './credit-lines.ts'
import { lockOrder, takeReceiptNumber } from '../queries.ts'
import type { Settlement, SettleServices } from '../settlement/settlement.ts'
import { tellGivenBack } from '../telling/tell-buyer.ts'

/** Longer than the gateway's 10 s: a call older than this is not answered any more. */
const STALE_SECONDS = 20

/** Refused this often, it is the office's: the gateway's own portal says why. */
const MOST_REFUSALS = 6

interface Undone {
  method: 'void' | 'credit'
  amount: number
}

/**
 * Gives back money: of what must not be kept, what was only authorised is voided and what was taken is credited; of a paid
 * order, what its office gave back is credited. Safe to call any number of times and at once. It reads before it acts, so that an answer that got lost is not asked for twice. Throws
 * `GatewayUnavailable` when the gateway does not answer; the request stands.
 */
export async function giveBackPayment(services: SettleServices, key: string, refund: RefundRow): Promise<Settlement> {
  if (refund.status === 'done') return 'returned'
  const { db, log } = services
  if (!(await inTransaction(db, (tx) => claimRefund(tx, refund.id, STALE_SECONDS)))) return 'confirming'
  const undone = await undo(services, key, refund)
  crashPoint('give-back.taken')
  if (undone) {
    await inTransaction(db, (tx) => finish(tx, refund, undone))
    crashPoint('give-back.done')
    return 'returned'
  }

  const refusals = await inTransaction(db, (tx) => noteRefundRefusal(tx, refund.id))
  log.warn({ refundId: refund.id, refusals }, 'The gateway refused to give a payment back')
  if (refusals < MOST_REFUSALS) return 'confirming'
  const cause = { reason: 'the gateway keeps refusing' }
  await inTransaction(db, (tx) => transitionRefund(tx, refund.id, 'failed', cause))
  log.error({ refundId: refund.id }, 'A payment cannot be given back and waits for the office')
  return 'returned'
}

/** @returns null when the gateway refused */
async function undo(services: SettleServices, key: string, refund: RefundRow): Promise<Undone | null> {
  try {
    if (refund.cause !== 'office') return await letGo(services, key, refund)
    return (await creditLines(services, key, refund)) ? { method: 'credit', amount: refund.amount } : null
  } catch (error) {
    if (error instanceof GatewayRefused && !error.keyRefused) return null
    throw error
  }
}

async function letGo({ gateway }: SettleServices, key: string, refund: RefundRow): Promise<Undone | null> {
  const { id, authorizationIdentifier } = refund
  const authorization = await gateway.readAuthorization(key, authorizationIdentifier)
  // Voided already, or lapsed: the gateway keeps nothing of it.
  if (!authorization) return { method: 'void', amount: refund.amount }
  if (authorization.captured === 0) {
    await gateway.cancel(key, authorizationIdentifier)
    return { method: 'void', amount: authorization.amount }
  }
  const missing = authorization.captured - (await gateway.readCredited(key, authorizationIdentifier))
  const credited =
    missing <= 0 || (await gateway.credit(key, authorizationIdentifier, { amount: missing, comment: `Refund ${id}` }))
  return credited ? { method: 'credit', amount: authorization.captured } : null
}

/** Notes what the gateway did, with a credit note for money that had been taken, and tells the buyer. */
async function finish(tx: Tx, refund: RefundRow, undone: Undone): Promise<void> {
  const order = await lockOrder(tx, refund.orderId)
  const cause = { reason: undone.method === 'void' ? 'voided at the gateway' : 'credited at the gateway' }
  // Another caller, whose call was answered later than it can be, was faster.
  if (!(await transitionRefund(tx, refund.id, 'done', cause, undone))) return
  if (refund.cause === 'office') await endLines(tx, order, refund, cause)
  else await voidPayment(tx, refund, cause)
  if (undone.method === 'credit') {
    const { orgId, testMode } = refund
    const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
    await insertCreditNote(tx, { ...series, refundId: refund.id, number: await takeReceiptNumber(tx, series) })
  }
  await tellGivenBack(tx, order, { ...refund, ...undone })
}

/** The attempt whose authorisation it was; one that goes on with another is left alone. */
async function voidPayment(tx: Tx, refund: RefundRow, cause: Cause): Promise<void> {
  const attempt = (await selectPayments(tx, refund.orderId)).find((one) => one.id === refund.paymentId)
  if (attempt?.authorizationIdentifier === refund.authorizationIdentifier) {
    await transitionPayment(tx, attempt.id, 'voided', cause)
  }
}
