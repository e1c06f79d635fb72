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
  sumGivenBack,
  transitionPayment,
  transitionRefund,
  type RefundRow,
} from '#server/domains/payments/index.ts'
import { creditOnce, type Credited } from './credit.ts'
import { endGivenBackOrder, noteGivenBackLines } from './line-refund-queries.ts'
import { lockOrder, takeReceiptNumber } from '../queries.ts'
import type { Settlement, SettleServices } from '../settlement/settlement.ts'
import { tellGivenBack } from '../telling/tell-buyer.ts'

/** Longer than all calls to the gateway that one claim makes, of 10 s each. */
const STALE_SECONDS = 60

/** Refused this often, it is the office's: the gateway's own portal says why. */
const MOST_REFUSALS = 6

interface Undone {
  method: 'void' | 'credit'
  amount: number
}

/**
 * Gives back money: of what must not be kept, what was only authorised is voided and what was taken is credited; of a paid
 * order, what its office gave back is credited. Safe to call any number of times and at once. What keeps being refused, or
 * cannot be told, waits for the office. Throws `GatewayUnavailable` when the gateway does not answer; the request stands.
 */
export async function giveBackPayment(services: SettleServices, key: string, asked: RefundRow): Promise<Settlement> {
  if (asked.status === 'done') return 'returned'
  const { db, log } = services
  const refund = await inTransaction(db, (tx) => claimRefund(tx, asked.id, STALE_SECONDS))
  if (!refund) return 'confirming'
  const undone = await undo(services, key, refund)
  crashPoint('give-back.taken')
  if (undone === 'later') return 'confirming'
  if (undone === 'unclear') return leaveToOffice(services, refund, 'nobody knows whether the gateway has credited it')
  if (undone !== 'refused') {
    const reason = undone.method === 'void' ? 'voided at the gateway' : 'credited at the gateway'
    await inTransaction(db, (tx) => finishRefund(tx, refund, undone, { reason }))
    crashPoint('give-back.done')
    return 'returned'
  }

  const refusals = await inTransaction(db, (tx) => noteRefundRefusal(tx, refund.id))
  log.warn({ refundId: refund.id, refusals }, 'The gateway refused to give a payment back')
  return refusals < MOST_REFUSALS ? 'confirming' : leaveToOffice(services, refund, 'the gateway keeps refusing')
}

async function leaveToOffice({ db, log }: SettleServices, { id }: RefundRow, reason: string): Promise<Settlement> {
  await inTransaction(db, (tx) => transitionRefund(tx, id, 'failed', { reason }))
  log.error({ refundId: id, reason }, 'A payment cannot be given back and waits for the office')
  return 'returned'
}

type Outcome = Undone | Exclude<Credited, 'credited'>

async function undo(services: SettleServices, key: string, refund: RefundRow): Promise<Outcome> {
  try {
    return await (refund.cause === 'office' ? creditLines : letGo)(services, key, refund)
  } catch (error) {
    if (error instanceof GatewayRefused && !error.keyRefused) return 'refused'
    throw error
  }
}

/** One refund of an order's lines is under way at a time, so that those before it are done. */
async function creditLines(services: SettleServices, key: string, refund: RefundRow): Promise<Outcome> {
  const { amount, paymentId, authorizationIdentifier, creditCalledAt, testMode } = refund
  const credit = { method: 'credit', amount } as const
  // Of a test nothing was taken.
  if (testMode) return credit
  const authorization = await services.gateway.readAuthorization(key, authorizationIdentifier)
  if (!authorization) return creditCalledAt ? 'unclear' : 'refused'
  const before = await sumGivenBack(services.db, paymentId)
  const credited = await creditOnce(services, key, refund, { amount, before })
  return credited === 'credited' ? credit : credited
}

async function letGo(services: SettleServices, key: string, refund: RefundRow): Promise<Outcome> {
  const { authorizationIdentifier, creditCalledAt } = refund
  const authorization = await services.gateway.readAuthorization(key, authorizationIdentifier)
  // Voided already, or lapsed: the gateway keeps nothing of it.
  if (!authorization) return creditCalledAt ? 'unclear' : { method: 'void', amount: refund.amount }
  const { amount, captured } = authorization
  if (captured === 0) {
    await services.gateway.cancel(key, authorizationIdentifier)
    return { method: 'void', amount }
  }
  const credited = await creditOnce(services, key, refund, { amount: captured, before: 0 })
  return credited === 'credited' ? { method: 'credit', amount: captured } : credited
}

/** Notes that the money is back, with a credit note for what had been taken, and tells the buyer. */
export async function finishRefund(tx: Tx, refund: RefundRow, undone: Undone, cause: Cause): Promise<void> {
  const order = await lockOrder(tx, refund.orderId)
  // Another caller, or the office, was faster.
  if (!(await transitionRefund(tx, refund.id, 'done', cause, undone))) return
  if (refund.cause === 'office') {
    await noteGivenBackLines(tx, refund.id)
    await endGivenBackOrder(tx, order, cause)
  } else await voidPayment(tx, refund, cause)
  await tellGivenBack(tx, order, { ...refund, ...undone })
  if (undone.method === 'credit') {
    const { orgId, testMode } = refund
    const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
    await insertCreditNote(tx, { ...series, refundId: refund.id, number: await takeReceiptNumber(tx, series) })
  }
}

/** The attempt whose authorisation it was; one that goes on with another is left alone. */
async function voidPayment(tx: Tx, refund: RefundRow, cause: Cause): Promise<void> {
  const attempt = (await selectPayments(tx, refund.orderId)).find((one) => one.id === refund.paymentId)
  if (attempt?.authorizationIdentifier === refund.authorizationIdentifier) {
    await transitionPayment(tx, attempt.id, 'voided', cause)
  }
}
