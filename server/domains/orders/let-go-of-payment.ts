import { inTransaction, type Tx } from '#server/database/db.ts'
import {
  selectPayments,
  transitionPayment,
  type Authorization,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import { transitionOrders } from './order-state.ts'
import { updateHold, type OrderRow } from './queries.ts'
import type { Sellers } from './seller.ts'
import type { Settlement, SettleServices } from './settlement.ts'

/** How long the places are kept for another try. */
const RETRY_MINUTES = 20

/**
 * Writes down that an authorisation must not be taken: it differs from the attempt, the order is paid otherwise or lost
 * its places, or the gateway never captures it. With the order locked and no capture in flight; a crash before the money
 * is given back leaves an attempt that is found again.
 */
export async function noteLetGo(
  sellers: Sellers,
  tx: Tx,
  order: OrderRow,
  attempt: PaymentRow,
  authorizationIdentifier: string,
  reason: string,
): Promise<void> {
  const moved = await transitionPayment(tx, attempt.id, 'unknown', { reason }, { authorizationIdentifier, reason })
  if (moved) await loosen(sellers, tx, order, attempt, reason)
}

/** The order may be paid anew for a while, or ends; unless another payment of it is under way. */
async function loosen(sellers: Sellers, tx: Tx, order: OrderRow, attempt: PaymentRow, reason: string) {
  if (order.status === 'paid' || order.status === 'refunded') return
  const others = (await selectPayments(tx, order.id)).filter((one) => one.id !== attempt.id)
  if (others.some(({ status }) => status === 'authorised' || status === 'capturing')) return

  if (order.status === 'expired' || order.status === 'cancelled') {
    await sellers.membership.release(tx, [order.id], { reason })
    return
  }
  if (order.status === 'open') await transitionOrders(tx, [order.id], 'declined', { reason })
  if (order.reservedUntil === null) {
    const until = new Date(tx.now.getTime() + RETRY_MINUTES * 60_000)
    await sellers.membership.renew(tx, order, until)
    await updateHold(tx, order.id, until, order.holdExtensions)
  }
}

/** Gives the money back after `noteLetGo`. Throws, so that it is tried again and seen, when the gateway will not. */
export async function giveBack(
  { db, gateway, log }: SettleServices,
  key: string,
  attempt: PaymentRow,
  authorization: Authorization,
): Promise<Settlement> {
  log.error({ paymentId: attempt.id }, 'An authorised payment is let go of')
  if (authorization.captured > 0) throw new Error(`Payment ${attempt.id} is captured and must be credited by hand`)
  await gateway.cancel(key, authorization.authorizationIdentifier)
  await inTransaction(db, (tx) => transitionPayment(tx, attempt.id, 'voided', { reason: 'given back' }))
  return 'returned'
}
