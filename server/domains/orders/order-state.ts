import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
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

/**
 * @param completionDevice the browser that came back, for an order that becomes paid
 * @returns the ids of the orders that moved
 */
export const transitionOrders = (
  tx: Tx,
  ids: readonly string[],
  to: OrderStatus,
  cause: Cause,
  completionDevice = '',
): Promise<string[]> =>
  changeStatus(tx, {
    table: 'orders',
    ids,
    from: sourcesOf(orderTransitions, to),
    to,
    ...(set[to] ? { set: set[to](completionDevice) } : {}),
    cause,
  })

/** An order that ends holds nothing any more. */
const set: Partial<Record<OrderStatus, (device: string) => SQL>> = {
  // A callback that comes first names no browser: then it is the one that opened the window.
  paid: (
    device,
  ) => sql`reserved_until = null, paid_at = portal_now(), completion_device = coalesce(nullif(${device}, ''),
    (select device from payments where order_id = thing.id and payments.status = 'captured' limit 1), '')`,
  expired: () => sql`reserved_until = null`,
  cancelled: () => sql`reserved_until = null`,
}
