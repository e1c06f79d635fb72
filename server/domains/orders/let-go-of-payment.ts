import { inTransaction, type Tx } from '#server/database/db.ts'
import {
  selectPayments,
  transitionPayment,
  type Authorization,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import { transitionOrders } from './order-state.ts'
import { lockOrder, updateHold, type OrderRow } from './queries.ts'
import type { Sellers } from './seller.ts'
import type { SettleServices, Settlement } from './settlement.ts'

/** How long the places are kept for another try. */
const RETRY_MINUTES = 20

export interface Returned {
  readonly order: OrderRow
  readonly attempt: PaymentRow
  readonly authorization: Authorization
  readonly reason: string
}

/**
 * Gives back an authorisation that must not be taken: it differs from the attempt, the order is paid otherwise or lost its
 * places, or the gateway never captures it. The intent is written first, so that a crash leaves the attempt to be found.
 */
export async function letGoOfPayment(services: SettleServices, key: string, returned: Returned): Promise<Settlement> {
  const { db, gateway, log, sellers } = services
  const { order, attempt, authorization, reason } = returned
  const { authorizationIdentifier } = authorization
  const noted = await inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, order.id)
    const moved = await transitionPayment(tx, attempt.id, 'unknown', { reason }, { authorizationIdentifier, reason })
    if (moved) await loosen(sellers, tx, locked, attempt, reason)
    return moved || attempt.status === 'unknown'
  })
  if (!noted) return 'refused'

  log.error({ paymentId: attempt.id, reason }, 'An authorised payment is let go of')
  if (await gateway.cancel(key, authorizationIdentifier)) {
    await inTransaction(db, (tx) => transitionPayment(tx, attempt.id, 'voided', { reason }))
  }
  return 'returned'
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
