import type { MembershipPayment } from '#contract/memberships/memberships.ts'
import type { Reader } from '#server/database/db.ts'
import { selectOptionalConfiguration, selectPayments, type PaymentRow } from '#server/domains/payments/index.ts'
import { billingLine } from './documents/document-parties.ts'
import { selectLines, selectOptionalLine, type OrderLineRow, type OrderReader, type OrderRow } from './queries.ts'

/**
 * The payment of a line, for the buyer of its order; null for everybody else.
 * @param which.lineId if given, the line must have this id
 */
export async function findLinePayment(
  db: Reader,
  buyer: OrderReader,
  which: { termId: string; lineId?: string | undefined },
): Promise<MembershipPayment | null> {
  const found = await selectOptionalLine(db, buyer, { termId: which.termId })
  if (!found || (which.lineId ?? found.line.id) !== found.line.id) return null
  const { order, line } = found
  const [lines, attempts] = [await selectLines(db, order.id), await selectPayments(db, order.id)]
  const attempt = attempts.find((one) => one.status === 'captured') ?? attempts[0]
  const provider = attempt?.provider ?? (await selectOptionalConfiguration(db, order.orgId))?.provider ?? ''
  return presentPayment(order, line, lines, attempt, provider)
}

const wireStatus = {
  open: 'init_mem',
  expired: 'init_mem',
  cancelled: 'init_mem',
  declined: 'declined',
  paid: 'paid',
  refunded: 'refunded',
} as const

function presentPayment(
  order: OrderRow,
  line: OrderLineRow,
  lines: readonly OrderLineRow[],
  attempt: PaymentRow | undefined,
  provider: string,
): MembershipPayment {
  const { billing } = order
  const isPaid = order.status === 'paid' || order.status === 'refunded'
  const isRefunded = isPaid && line.total > 0 && line.refunded === line.total
  return {
    id: line.id,
    membershipHistoryId: line.termId!,
    billingName: billing.name,
    billingAddress: billingLine(billing, order.language),
    billingEmail: billing.email,
    billingPhone: billing.phone,
    totalMembers: new Set(lines.map((one) => one.memberId)).size,
    totalMembershipFee: amountText(order.total, order.currency),
    gdprAgreement: 'Agreed',
    paymentMethod: order.total > 0 ? provider : '',
    paymentStatus: isRefunded ? 'refunded' : wireStatus[order.status],
    paySystem: 'member_web',
    payInitDevice: order.initDevice,
    payCompDevice: order.completionDevice,
    paymentType: order.total === 0 ? 'free' : (attempt?.method ?? 'card'),
    paymentTotal: line.total / 100,
    totalPaid: isPaid ? (line.total - line.refunded) / 100 : 0,
    paymentCreatedAt: order.createdAt.toISOString(),
    paymentUpdatedAt: latest([order.createdAt, order.paidAt, attempt?.updatedAt]).toISOString(),
    referenceKey: order.number,
    paymentIdentifier: attempt?.paymentIdentifier ?? null,
    authorizationIdentifier: attempt?.authorizationIdentifier ?? null,
    savedCardIdentifier: attempt?.savedCardIdentifier ?? null,
    gatewayreason: attempt?.gatewayReason ?? null,
    reason: attempt?.reason ?? null,
    acquirer: attempt?.acquirer ?? null,
  }
}

/** `1400 DKK`, the specification's format; with decimals only if there are any. */
export const amountText = (minor: number, currency: string): string =>
  `${minor % 100 === 0 ? minor / 100 : (minor / 100).toFixed(2)} ${currency}`

const latest = (moments: readonly (Date | null | undefined)[]): Date =>
  new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)))
