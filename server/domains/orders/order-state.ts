import { sql, type SQL } from 'drizzle-orm'
import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import type { OrderRow } from './queries.ts'

export type OrderStatus = OrderRow['status']

/** Paid never becomes declined. An order that ended is still paid when its money comes and its places are free. */
export const orderTransitions: Transitions<OrderStatus> = {
  open: ['paid', 'declined', 'expired', 'cancelled'],
  declined: ['open', 'paid', 'expired', 'cancelled'],
  expired: ['paid'],
  cancelled: ['paid'],
  paid: ['refunded'],
  refunded: [],
}

/** @returns the ids of the orders that moved */
export const transitionOrders = (tx: Tx, ids: readonly string[], to: OrderStatus, cause: Cause, set?: SQL): Promise<string[]> =>
  changeStatus(tx, {
    table: 'orders',
    ids,
    from: sourcesOf(orderTransitions, to),
    to,
    ...(set ? { set } : {}),
    cause,
  })

/** An order that ends unpaid holds nothing any more. */
export const nothingHeld = sql`reserved_until = null`
