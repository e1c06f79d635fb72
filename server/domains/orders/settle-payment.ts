import { inTransaction, type Tx } from '#server/database/db.ts'
import {
  endCapture,
  GatewayRefused,
  keyOf,
  selectOptionalConfiguration,
  selectPayments,
  takeOverCapture,
  transitionPayment,
  type Authorization,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import { authorizationFault } from './authorization-fault.ts'
import { completeOrder } from './complete-order.ts'
import { letGoOfPayment } from './let-go-of-payment.ts'
import { firmHold, lockOrder, selectOrder, type OrderRow } from './queries.ts'
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
  const { db, log } = services
  const order = await selectOrder(db, trigger.orderId)
  const attempts = await selectPayments(db, order.id)
  const settled = attempts.find((one) => one.authorizationIdentifier === trigger.authorizationIdentifier)
  if (settled?.status === 'captured') return 'paid'
  if (settled?.status === 'voided') return 'returned'

  const configuration = await selectOptionalConfiguration(db, order.orgId, { provider: 'freepay' })
  if (!configuration) throw new Error(`Organisation ${order.orgId} has a payment but no payment configuration`)
  const key = keyOf(services.secrets, configuration)
  const authorization = await services.gateway.readAuthorization(key, trigger.authorizationIdentifier)
  const attempt = attempts.find((one) => one.paymentIdentifier === authorization?.paymentIdentifier)
  if (!authorization || !attempt) {
    log.warn({ orderId: order.id }, 'A payment trigger names an authorisation that is not of this order')
    return 'refused'
  }

  const returned = (reason: string) => letGoOfPayment(services, key, { order, attempt, authorization, reason })
  const fault = authorizationFault(attempt, authorization)
  if (fault) return returned(fault)

  const intent = await inTransaction(db, (tx) => intend(services, tx, order, attempt, authorization))
  if (intent === 'let go') return returned('the order cannot be paid any more')
  if (intent === 'wait') return 'confirming'
  if (intent === 'capture' && !(await capture(services, key, attempt, authorization))) {
    return trigger.lastTry ? returned('the gateway refused to capture') : 'confirming'
  }
  return inTransaction(db, (tx) => deliver(services, tx, order, attempt, trigger.device))
}

type Intent = 'capture' | 'deliver' | 'wait' | 'let go'

/** Transaction 1: under the order's lock, makes the hold firm and writes down that the money is about to be taken. */
async function intend(
  { sellers }: SettleServices,
  tx: Tx,
  { id }: OrderRow,
  { id: paymentId }: PaymentRow,
  authorization: Authorization,
): Promise<Intent> {
  const order = await lockOrder(tx, id)
  const attempts = await selectPayments(tx, id)
  const attempt = attempts.find((one) => one.id === paymentId)!
  const taken = authorization.captured >= attempt.amount
  if (attempt.status === 'captured') return 'deliver'
  if (attempt.status === 'capturing') {
    if (taken) return 'deliver'
    return (await takeOverCapture(tx, paymentId, STALE_CAPTURE_SECONDS)) ? 'capture' : 'wait'
  }
  // One authorisation of an order takes money; a second one, from another window, is let go of.
  const other = attempts.some(
    (one) => one.id !== paymentId && (one.status === 'capturing' || one.status === 'captured'),
  )
  if (other || order.status === 'paid' || order.status === 'refunded') return 'let go'
  if (!(await sellers.membership.renew(tx, order, null))) return 'let go'

  await firmHold(tx, id)
  const cause = { reason: 'authorisation read at the gateway' }
  const { authorizationIdentifier } = authorization
  if (attempt.status !== 'authorised')
    await transitionPayment(tx, paymentId, 'authorised', cause, { authorizationIdentifier })
  if (attempt.testMode) return 'deliver'
  await transitionPayment(tx, paymentId, 'capturing', cause)
  return taken ? 'deliver' : 'capture'
}

/**
 * Between the transactions. A call that is not answered stays in flight for everybody else until it is stale: the gateway
 * may still be at it, and the next caller reads before it repeats.
 * @returns false when the gateway refused
 */
async function capture(
  { db, gateway, log }: SettleServices,
  key: string,
  attempt: PaymentRow,
  { authorizationIdentifier }: Authorization,
) {
  const taken = await gateway.capture(key, authorizationIdentifier, attempt.amount).catch((error: unknown) => {
    if (error instanceof GatewayRefused) return false
    throw error
  })
  if (taken) return true
  log.warn({ paymentId: attempt.id }, 'The gateway refused a capture')
  await inTransaction(db, (tx) => endCapture(tx, attempt.id))
  return false
}

/** Transaction 2: the money is taken, so what was bought is delivered. */
async function deliver(
  { sellers }: SettleServices,
  tx: Tx,
  { id }: OrderRow,
  { id: paymentId }: PaymentRow,
  device: string,
): Promise<Settlement> {
  const order = await lockOrder(tx, id)
  const cause = { reason: 'money taken' }
  const first = await transitionPayment(tx, paymentId, 'captured', cause)
  if (first) await completeOrder(sellers, tx, order, cause, device)
  return 'paid'
}
