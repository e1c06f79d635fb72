import { inTransaction, type Tx } from '#server/database/db.ts'
import {
  endCapture,
  GatewayRefused,
  keyOf,
  selectConfiguration,
  selectPayments,
  takeOverCapture,
  transitionPayment,
  type Authorization,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import { authorizationFault } from './authorization-fault.ts'
import { completeOrder } from './complete-order.ts'
import { giveBack, noteLetGo } from './let-go-of-payment.ts'
import { firmHold, lockOrder, selectOrder, type OrderRow } from './queries.ts'
import { enqueueSettlement } from './settle-job.ts'
import type { Settlement, SettleServices, Trigger } from './settlement.ts'

/** Longer than the gateway's 10 s: a capture call older than this is not answered any more. */
const STALE_CAPTURE_SECONDS = 20

/**
 * The one function that turns an authorisation into a paid order. The callback, the browser's return, the wire's capture
 * call and jobs all call it, any number of times and at once. It believes the gateway only: it reads the authorisation
 * with the organisation's key and compares it with the attempt. Money is taken between two transactions: the first writes
 * the intent, the second delivers. Throws `GatewayUnavailable` when the gateway does not answer; nothing is lost then.
 */
export async function settlePayment(services: SettleServices, trigger: Trigger): Promise<Settlement> {
  const { db, log, gateway } = services
  const { authorizationIdentifier, lastTry = false } = trigger
  const order = await selectOrder(db, trigger.orderId)
  const attempts = await selectPayments(db, order.id)
  const known = attempts.find((one) => one.authorizationIdentifier === authorizationIdentifier)
  if (known?.status === 'captured') return 'paid'
  if (known?.status === 'voided') return 'returned'

  const key = keyOf(services.secrets, await selectConfiguration(db, order.orgId, 'freepay'))
  const authorization = await gateway.readAuthorization(key, authorizationIdentifier)
  if (!authorization) return known && lastTry ? forget(services, order, known, authorizationIdentifier) : 'absent'
  const attempt = attempts.find((one) => one.paymentIdentifier === authorization.paymentIdentifier)
  if (!attempt) {
    log.warn({ orderId: order.id }, 'A payment trigger names an authorisation that is not of this order')
    return 'refused'
  }
  // One window, authorised twice: the first counts.
  if (attempt.authorizationIdentifier && attempt.authorizationIdentifier !== authorizationIdentifier) {
    return (await gateway.cancel(key, authorizationIdentifier)) ? 'returned' : 'refused'
  }

  const intent = await inTransaction(db, (tx) => intend(services, tx, order.id, attempt.id, authorization))
  if (intent === 'let go') return giveBack(services, key, attempt, authorization)
  if (intent === 'wait') return 'confirming'
  if (intent === 'capture' && !(await capture(services, key, attempt, authorization))) {
    const ended = await inTransaction(db, (tx) => endRefused(services, tx, order.id, attempt, authorization, lastTry))
    return ended ? giveBack(services, key, attempt, authorization) : 'confirming'
  }
  return inTransaction(db, (tx) => deliver(services, tx, order.id, attempt.id, trigger.device))
}

type Intent = 'capture' | 'deliver' | 'wait' | 'let go'

/** Transaction 1: under the order's lock, makes the hold firm and writes down that the money is about to be taken. */
async function intend(
  { sellers }: SettleServices,
  tx: Tx,
  orderId: string,
  paymentId: string,
  authorization: Authorization,
): Promise<Intent> {
  const order = await lockOrder(tx, orderId)
  const attempts = await selectPayments(tx, orderId)
  const attempt = attempts.find((one) => one.id === paymentId)!
  const { authorizationIdentifier } = authorization
  const taken = authorization.captured >= attempt.amount
  if (attempt.status === 'captured') return 'deliver'
  if (attempt.status === 'capturing') {
    if (taken) return 'deliver'
    return (await takeOverCapture(tx, paymentId, STALE_CAPTURE_SECONDS)) ? 'capture' : 'wait'
  }

  const fault = authorizationFault(attempt, authorization) ?? orderFault(order, attempts, paymentId)
  if (fault || !(await sellers.membership.renew(tx, order, null))) {
    await noteLetGo(sellers, tx, order, attempt, authorizationIdentifier, fault ?? 'the places are taken')
    return 'let go'
  }

  await firmHold(tx, orderId)
  await enqueueSettlement(tx, orderId, authorizationIdentifier)
  const cause = { reason: 'authorisation read at the gateway' }
  if (attempt.status !== 'authorised') {
    await transitionPayment(tx, paymentId, 'authorised', cause, { authorizationIdentifier })
  }
  if (attempt.testMode) return 'deliver'
  await transitionPayment(tx, paymentId, 'capturing', cause)
  return taken ? 'deliver' : 'capture'
}

/** One authorisation of an order takes money; a second one, from another window, is let go of. */
function orderFault(order: OrderRow, attempts: readonly PaymentRow[], paymentId: string): string | null {
  if (order.status === 'paid' || order.status === 'refunded') return 'the order is paid otherwise'
  const other = attempts.some(({ id, status }) => id !== paymentId && (status === 'capturing' || status === 'captured'))
  return other ? 'another payment of the order is under way' : null
}

/**
 * Between the transactions. A call that is not answered stays in flight for everybody else until it is stale: the gateway
 * may still be at it, and the next caller reads before it repeats.
 * @returns false when the gateway refused
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
  if (!taken) log.warn({ paymentId: attempt.id }, 'The gateway refused a capture')
  return taken
}

/** After a refusal the next caller need not wait; after the last one the payment is let go of. @returns whether it is */
async function endRefused(
  { sellers }: SettleServices,
  tx: Tx,
  orderId: string,
  attempt: PaymentRow,
  { authorizationIdentifier }: Authorization,
  lastTry: boolean,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  await endCapture(tx, attempt.id)
  if (lastTry) await noteLetGo(sellers, tx, order, attempt, authorizationIdentifier, 'the gateway refused to capture')
  return lastTry
}

/** Transaction 2: the money is taken, so what was bought is delivered. */
async function deliver(
  { sellers }: SettleServices,
  tx: Tx,
  orderId: string,
  paymentId: string,
  device: string,
): Promise<Settlement> {
  const order = await lockOrder(tx, orderId)
  const cause = { reason: 'money taken' }
  const first = await transitionPayment(tx, paymentId, 'captured', cause)
  if (first) await completeOrder(sellers, tx, order, cause, device)
  else if (order.status !== 'paid' && order.status !== 'refunded') {
    throw new Error(`Payment ${paymentId} is taken, but its order is ${order.status}`)
  }
  return 'paid'
}

/** An authorisation that the gateway no longer knows has lapsed, or was voided in its portal: nothing is left to take. */
async function forget({ db, log, sellers }: SettleServices, { id }: OrderRow, attempt: PaymentRow, identifier: string) {
  log.error({ paymentId: attempt.id }, 'The gateway no longer knows an authorised payment')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    await noteLetGo(sellers, tx, order, attempt, identifier, 'the authorisation lapsed')
    await transitionPayment(tx, attempt.id, 'voided', { reason: 'the authorisation lapsed' })
  })
  return 'returned' as const
}
