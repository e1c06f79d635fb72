import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  endCapture,
  keyOf,
  selectOptionalConfiguration,
  selectPayments,
  takeOverCapture,
  transitionPayment,
  type Authorization,
  type Gateway,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import type { Logger } from '#server/http/log.ts'
import { authorizationFault } from './authorization-fault.ts'
import { completeOrder } from './complete-order.ts'
import { transitionOrders } from './order-state.ts'
import { firmHold, lockOrder, selectOrder, type OrderRow } from './queries.ts'
import type { Sellers } from './seller.ts'

/** Longer than the gateway's 10 s: a capture call older than this is not answered any more. */
const STALE_CAPTURE_SECONDS = 20

export interface SettleServices {
  readonly db: Db
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
  readonly sellers: Sellers
}

/** Who noticed that an order may be paid. */
export interface Trigger {
  readonly orderId: string
  readonly authorizationIdentifier: string
  /** The browser that came back; empty for the callback and for jobs. */
  readonly device: string
}

/**
 * `paid`: delivered. `confirming`: another caller is at it, or the gateway did not capture yet: try again later.
 * `returned`: the money was let go of. `refused`: no such authorisation, or not for this order; nothing changed.
 */
export type Settlement = 'paid' | 'confirming' | 'returned' | 'refused'

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

  const fault = authorizationFault(attempt, authorization)
  if (fault) return letGo(services, key, order, attempt, authorization, fault)

  const intent = await inTransaction(db, (tx) => intend(services, tx, order, attempt, authorization))
  if (intent === 'let go')
    return letGo(services, key, order, attempt, authorization, 'the order cannot be paid any more')
  if (intent === 'wait') return 'confirming'
  if (
    intent === 'capture' &&
    authorization.captured < attempt.amount &&
    !(await capture(services, key, attempt, authorization))
  ) {
    return 'confirming'
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
  if (attempt.status === 'captured') return 'deliver'
  if (attempt.status === 'capturing')
    return (await takeOverCapture(tx, paymentId, STALE_CAPTURE_SECONDS)) ? 'capture' : 'wait'
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
  return 'capture'
}

/** Between the transactions. @returns false when the gateway refused; an unanswered call is read anew before a repeat */
async function capture(
  { db, gateway, log }: SettleServices,
  key: string,
  attempt: PaymentRow,
  authorization: Authorization,
) {
  const taken = await gateway
    .capture(key, authorization.authorizationIdentifier, attempt.amount)
    .catch(async (error: unknown) => {
      await inTransaction(db, (tx) => endCapture(tx, attempt.id))
      throw error
    })
  if (!taken) {
    log.warn({ paymentId: attempt.id }, 'The gateway refused a capture')
    await inTransaction(db, (tx) => endCapture(tx, attempt.id))
  }
  return taken
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

/**
 * Gives back an authorisation that must not be taken: it differs from the attempt, or the order is paid otherwise or lost
 * its places. The intent is written first, so that a crash leaves the attempt to be found.
 */
async function letGo(
  services: SettleServices,
  key: string,
  order: OrderRow,
  attempt: PaymentRow,
  authorization: Authorization,
  reason: string,
): Promise<Settlement> {
  const { db, gateway, log } = services
  const facts = { authorizationIdentifier: authorization.authorizationIdentifier, reason }
  const noted = await inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, order.id)
    const moved = await transitionPayment(tx, attempt.id, 'unknown', { reason }, facts)
    if (moved && locked.status === 'open') await transitionOrders(tx, [order.id], 'declined', { reason })
    return moved || attempt.status === 'unknown'
  })
  if (!noted) return 'refused'
  log.error({ paymentId: attempt.id, reason }, 'An authorised payment is let go of')
  if (await gateway.cancel(key, authorization.authorizationIdentifier)) {
    await inTransaction(db, (tx) => transitionPayment(tx, attempt.id, 'voided', { reason }))
  }
  return 'returned'
}
