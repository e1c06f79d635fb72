import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import type { Whatsapp } from '#server/domains/notifications/index.ts'
import { transitionOrders } from '../order-state.ts'
import * as queries from '../queries.ts'
import { followPaidOrder } from '../renewal/renewal-job.ts'
import { fulfilOrder } from '../sell-lines.ts'
import type { Sellers } from '../seller.ts'
import { deliverToOthers } from './deliver-to-others.ts'
import { tellBuyer } from '../telling/tell-buyer.ts'

/** What completing an order runs on. */
export interface CompleteServices {
  readonly sellers: Sellers
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Pays an order: what follows is enqueued, what it holds is delivered, and it gets its receipt number; with the order
 * locked and in the transaction that knows the money is there. Nothing to pay: no receipt. Whoever else is paid at the event or
 * the club waits for the last two until the commit, so that nothing may come after them.
 */
export async function completeOrder(
  services: CompleteServices,
  tx: Tx,
  order: queries.OrderRow,
  cause: Cause,
  completionDevice: string,
): Promise<void> {
  const moved = await transitionOrders(tx, [order.id], 'paid', cause, completionDevice)
  if (moved.length === 0) throw new Error(`Order ${order.id} cannot become paid`)
  await followPaidOrder(tx, order)
  await tellBuyer(services, tx, order)
  await deliverToOthers(tx, order)
  await fulfilOrder(services.sellers, tx, order, cause)
  if (order.total > 0) await issueReceipt(tx, order)
}

async function issueReceipt(tx: Tx, { id, orgId, testMode }: queries.OrderRow) {
  const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
  await queries.insertReceipt(tx, { ...series, orderId: id })
}
