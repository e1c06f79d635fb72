import type { OrderState } from '#contract/orders/orders.ts'
import { portalNow } from '#server/database/clock.ts'
import { type Db, onOneConnection } from '#server/database/db.ts'
import { selectPayments, selectRefunds } from '#server/domains/payments/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { asksForConsent, orderActions } from './order-actions.ts'
import { findOrder } from './order-token.ts'
import { linesByCard, selectAskingForRenewal, selectSeasons, withRenewals } from './paid-term-queries.ts'
import { presentLine, presentRefund, receiptLabel } from './present.ts'
import { isVisibleTo, selectLines, selectOptionalReceipt } from './queries.ts'

/** The outcome of an order: everything for its buyer; for anybody else with its token, only whether it is paid. */
export async function showOrder(db: Db, actor: Actor, { token }: { token: string }): Promise<OrderState> {
  const order = await findOrder(db, token)
  if (!order) throw new Problem('order_not_found')
  const [attempts, lines, seasons, receipt, refunds, now, asking] = await onOneConnection(db, (one) =>
    Promise.all([
      selectPayments(one, order.id),
      selectLines(one, order.id),
      selectSeasons(one, order.id),
      selectOptionalReceipt(one, order.id),
      selectRefunds(one, order.id),
      portalNow(one),
      selectAskingForRenewal(one, [order]),
    ]),
  )
  const { status } = order
  const { confirming, ...next } = orderActions(order, attempts, now)
  if (!isVisibleTo(order, actor)) return { status, confirming, own: null }

  const last = attempts.find((one) => one.status === 'declined' || one.status === 'unknown' || one.status === 'voided')
  return {
    status,
    confirming,
    own: {
      ...next,
      id: order.id,
      number: order.number,
      orgId: order.orgId,
      orgKey: order.orgKey,
      orgName: order.orgName,
      orgEmail: order.orgEmail,
      testMode: order.testMode,
      autoRenewal: order.autoRenewal,
      linesByCard: linesByCard(order, lines, seasons).map(({ id }) => id),
      asksForRenewal: asking.has(order.id),
      asksForConsent: asksForConsent(order),
      isRenewal: order.renewalUntil !== null,
      dueOn: order.dueOn,
      total: { minor: order.total, currency: order.currency },
      coupon: order.couponCode,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      lines: withRenewals(
        lines.map((line) => presentLine(line, order.currency, actor.via.language)),
        seasons,
      ),
      joining: [...new Set(seasons.flatMap(({ name, renews }) => (renews ? [] : [name])))],
      decline:
        status === 'declined' && last
          ? { gatewayreason: last.gatewayReason, reason: last.reason, acquirer: last.acquirer }
          : null,
      givenBack: refunds.map(presentRefund),
      receiptNumber: receipt && receiptLabel(receipt),
    },
  }
}
