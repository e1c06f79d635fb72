import type { UnpaidOrder } from '#contract/orders/orders.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { selectPaymentsOf } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { asksForConsent, orderActions } from './order-actions.ts'
import { openToken } from './order-token.ts'
import { selectAskingForRenewal } from './paid-term-queries.ts'
import { presentLine } from './present.ts'
import { selectLinesOf, selectUnpaidOrders } from './queries.ts'

/** The caller's unpaid orders, so that they can be paid or cancelled from any device. */
export async function listUnpaidOrders(secrets: Secrets, db: Db, buyer: MemberActor): Promise<UnpaidOrder[]> {
  const orders = await selectUnpaidOrders(db, buyer)
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const [attempts, lines, now, asking] = await Promise.all([
    selectPaymentsOf(db, ids),
    selectLinesOf(db, ids),
    portalNow(db),
    selectAskingForRenewal(db, orders),
  ])
  return orders.flatMap((order) => {
    const next = orderActions(
      order,
      attempts.filter((one) => one.orderId === order.id),
      now,
    )
    // Expired, but the job has not ended it yet.
    if (!next.can.pay && !next.confirming) return []
    return {
      ...next,
      token: openToken(secrets, order),
      id: order.id,
      orgId: order.orgId,
      orgKey: order.orgKey,
      orgName: order.orgName,
      testMode: order.testMode,
      autoRenewal: order.autoRenewal,
      asksForRenewal: asking.has(order.id),
      asksForConsent: asksForConsent(order),
      begunBy: order.begunBy,
      begunByOther: order.origin !== 'buyer',
      isRenewal: order.renewalUntil !== null,
      dueOn: order.dueOn,
      total: { minor: order.total, currency: order.currency },
      lines: lines
        .filter((line) => line.orderId === order.id)
        .map((line) => presentLine(line, order.currency, buyer.via.language)),
    }
  })
}
