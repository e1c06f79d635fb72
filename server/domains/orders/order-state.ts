import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { OrderRow } from './queries.ts'

export type OrderStatus = OrderRow['status']

/** Paid never becomes declined. An ended order can still be paid if its money arrives while its places are free. */
export const orderTransitions: Transitions<OrderStatus> = {
  open: ['paid', 'declined', 'expired', 'cancelled'],
  declined: ['open', 'paid', 'expired', 'cancelled'],
  expired: ['paid'],
  cancelled: ['paid'],
  paid: ['refunded'],
  refunded: [],
}

/** The first state of an order that costs nothing. Opening it first would double the writes of a large free event. */
export const paidAtOnce = (now: Date, completionDevice: string) =>
  ({ status: 'paid', reservedUntil: null, paidAt: now, completionDevice }) as const

/**
 * @param completionDevice the returning browser, for an order that becomes paid
 * @returns the ids of the orders that changed
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

/** An ended order holds nothing. */
const set: Partial<Record<OrderStatus, (device: string) => SQL>> = {
  // If the callback arrives first there is no browser; then the one that opened the window counts.
  paid: (
    device,
  ) => sql`reserved_until = null, paid_at = portal_now(), completion_device = coalesce(nullif(${device}, ''),
    (select device from payments where order_id = thing.id and payments.status = 'captured' limit 1), '')`,
  expired: () => sql`reserved_until = null`,
  cancelled: () => sql`reserved_until = null`,
}
