import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { holdsHandle, selectOptionalPayment } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOptionalLine, selectOrder, type OrderRow } from '../queries.ts'
import { selectOptionalOrderAt } from './event-order-queries.ts'

/** What a client names a payment by. */
export interface NamedPayment {
  /** `membershipHistoryPaymentId`: the id of a line, of a ticket or of an attempt. */
  readonly paymentId: string | undefined
  /** The event whose tickets are paid; its order must have it. */
  readonly eventId: string | undefined
  readonly authorizationIdentifier: string
  readonly handle: string
}

/**
 * The order that a client means, when the caller is its buyer and shows the handle for its club; somebody else's is answered like
 * nobody's. Without an id it is the caller's order at the event: the one that this authorisation paid, else the newest.
 */
export async function findPaymentOrder(
  secrets: Secrets,
  db: Db,
  buyer: MemberActor,
  { paymentId, eventId, authorizationIdentifier, handle }: NamedPayment,
): Promise<OrderRow> {
  const order =
    paymentId !== undefined
      ? await orderOf(db, buyer.memberId, paymentId)
      : eventId === undefined
        ? null
        : await selectOptionalOrderAt(db, { buyerId: buyer.memberId, eventId, authorizationIdentifier })
  if (!order || (eventId !== undefined && order.eventId !== eventId)) throw new Problem('payment_not_found')
  if (!holdsHandle(secrets, handle, buyer.memberId, order.orgId, await portalNow(db)))
    throw new Problem('payment_handle_invalid')
  return order
}

async function orderOf(db: Db, buyerId: string, id: string): Promise<OrderRow | null> {
  const bought =
    (await selectOptionalLine(db, buyerId, { id })) ?? (await selectOptionalLine(db, buyerId, { entryId: id }))
  if (bought) return bought.order
  const attempt = await selectOptionalPayment(db, id)
  const order = attempt && (await selectOrder(db, attempt.orderId))
  return order?.buyerId === buyerId ? order : null
}
