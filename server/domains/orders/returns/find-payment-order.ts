import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { holdsHandle, selectOptionalPayment } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectOptionalLine, selectOrder, type OrderRow } from '../queries.ts'

/**
 * The order that a client means by `membershipHistoryPaymentId`, a line's id or an attempt's, when the caller is its buyer and
 * shows the handle for its club; somebody else's is answered like nobody's.
 */
export async function findPaymentOrder(
  secrets: Secrets,
  db: Db,
  buyer: MemberActor,
  { paymentId, handle }: { paymentId: string | undefined; handle: string },
): Promise<OrderRow> {
  const order = paymentId === undefined ? null : await orderOf(db, buyer.memberId, paymentId)
  if (!order) throw new Problem('payment_not_found')
  if (!holdsHandle(secrets, handle, buyer.memberId, order.orgId, await portalNow(db)))
    throw new Problem('payment_handle_invalid')
  return order
}

async function orderOf(db: Db, buyerId: string, id: string): Promise<OrderRow | null> {
  const bought = await selectOptionalLine(db, buyerId, { id })
  if (bought) return bought.order
  const attempt = await selectOptionalPayment(db, id)
  const order = attempt && (await selectOrder(db, attempt.orderId))
  return order?.buyerId === buyerId ? order : null
}
