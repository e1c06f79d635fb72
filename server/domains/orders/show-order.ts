import type { OrderState } from '#contract/orders.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { selectPayments } from '#server/domains/payments/index.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findOrder } from './order-token.ts'
import { presentLine, receiptLabel } from './present.ts'
import { selectLines, selectOptionalReceipt } from './queries.ts'

/** What became of an order: for its buyer in full, for whoever else has its token, signed in or not, whether it is paid. */
export async function showOrder(db: Db, actor: Actor, { token }: { token: string }): Promise<OrderState> {
  const order = await findOrder(db, token)
  if (!order) throw new Problem('order_not_found')
  const [attempts, lines, receipt, now] = await Promise.all([
    selectPayments(db, order.id),
    selectLines(db, order.id),
    selectOptionalReceipt(db, order.id),
    portalNow(db),
  ])
  const { status } = order
  const unpaid = status === 'open' || status === 'declined'
  const confirming = unpaid && attempts.some((one) => one.status === 'authorised' || one.status === 'capturing')
  if (order.buyerId !== actor.memberId) return { status, confirming, own: null }

  const last = attempts.find((one) => one.status === 'declined' || one.status === 'unknown' || one.status === 'voided')
  const held = order.reservedUntil !== null && order.reservedUntil > now
  return {
    status,
    confirming,
    own: {
      id: order.id,
      number: order.number,
      orgId: order.orgId,
      orgKey: order.orgKey,
      orgName: order.orgName,
      testMode: order.testMode,
      total: { minor: order.total, currency: order.currency },
      reservedUntil: unpaid ? (order.reservedUntil?.toISOString() ?? null) : null,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      lines: lines.map((line) => presentLine(line, order.currency)),
      decline:
        status === 'declined' && last
          ? { gatewayreason: last.gatewayReason, reason: last.reason, acquirer: last.acquirer }
          : null,
      receiptNumber: receipt && receiptLabel(receipt),
      can: { pay: unpaid && !confirming && (held || order.holdExtensions < 3) },
    },
  }
}
