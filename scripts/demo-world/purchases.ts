import { newToken } from '#server/database/new-id.ts'
import { DEFAULT_CURRENCY } from '#server/database/schema/index.ts'
import { sql } from '#server/database/sql.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { fullName } from '#contract/members/full-name.ts'
import { sealToken } from '#server/domains/orders/index.ts'
import type { ConfigurationRow, SeededClub } from './club-rows.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import type { RowOf } from './row-of.ts'

/** An order from one club, for the buyer and their participants. */
export interface Purchase {
  readonly club: SeededClub
  readonly buyer: MemberRow
  readonly paidAt: Date
  readonly items: readonly { readonly member: MemberRow; readonly configuration: ConfigurationRow }[]
}

export interface PurchaseRows {
  readonly memberships: RowOf<'memberships'>[]
  readonly terms: RowOf<'membershipTerms'>[]
  readonly orders: RowOf<'orders'>[]
  readonly lines: RowOf<'orderLines'>[]
  readonly payments: RowOf<'payments'>[]
  readonly receipts: RowOf<'receipts'>[]
  readonly creditNotes: RowOf<'creditNotes'>[]
  readonly counters: RowOf<'receiptCounters'>[]
}

/**
 * All rows of settled purchases: orders, payments and receipts.
 * @param others orders inserted elsewhere, which get their receipt numbers here
 * @param refunded refunds inserted elsewhere, which get the numbers of their credit notes here
 */
export function rowsOfPurchases(
  purchases: readonly Purchase[],
  secrets: Secrets,
  others: readonly Paid[] = [],
  refunded: readonly Refunded[] = [],
): PurchaseRows {
  const settled = purchases.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime()).map(settle)
  const lines = settled.flatMap((one) => one.lines.map((line) => ({ ...one, line })))
  const memberships = new Map(lines.map((one) => [one.line.membershipId, membershipRow(one)]))
  return {
    memberships: [...memberships.values()],
    terms: lines.map(termRow),
    orders: settled.map((one) => orderRow(one, secrets)),
    lines: lines.map(lineRow),
    payments: settled.map(paymentRow),
    ...numberDocuments([
      ...[...settled, ...others].map(({ club, orderId, paidAt }) => ({ club, orderId, at: paidAt })),
      ...refunded.map(({ club, refundId, refundedAt }) => ({ club, refundId, at: refundedAt })),
    ]),
  }
}

type Settled = ReturnType<typeof settle>
type SettledLine = Settled & { readonly line: Settled['lines'][number] }

function settle(purchase: Purchase) {
  const { club, buyer, items, paidAt } = purchase
  const begun = new Date(paidAt.getTime() - 3 * 60_000)
  const name = `${club.key} ${buyer.id} ${paidAt.toISOString()}`
  const main = items.find(({ member }) => member.id === buyer.id) ?? items[0]!
  const lines = items.map(({ member, configuration }, index) => ({
    member,
    configuration,
    position: index + 1,
    price: priceMembership(configuration),
    id: demoId(`line ${index} ${name}`, begun),
    termId: demoId(`term ${index} ${name}`, begun),
    membershipId: demoId(`membership ${club.key} ${member.id}`, member.registrationDate),
  }))
  return {
    ...purchase,
    begun,
    lines,
    total: lines.reduce((sum, { price }) => sum + price.total, 0),
    number: `${club.key.slice(0, 5)}-M-${main.member.id.slice(-11)}`,
    orderId: demoId(`order ${name}`, begun),
    paymentId: demoId(`payment ${name}`, begun),
    windowId: demoId(`window ${name}`, begun),
    authorizationId: demoId(`authorization ${name}`, paidAt),
  }
}

const membershipRow = ({ club, line, paidAt }: SettledLine): RowOf<'memberships'> => ({
  id: line.membershipId,
  orgId: club.id,
  memberId: line.member.id,
  enabled: true,
  updateDate: paidAt,
})

const termRow = ({ club, orderId, line, begun, paidAt }: SettledLine): RowOf<'membershipTerms'> => ({
  id: line.termId,
  membershipId: line.membershipId,
  orgId: club.id,
  memberId: line.member.id,
  configurationId: line.configuration.id,
  orderId,
  membershipFor: Number(line.configuration.startDate.slice(0, 4)),
  startDate: line.configuration.startDate,
  endDate: line.configuration.endDate,
  gdprAgreement: true,
  status: 'active',
  statusChangeDate: paidAt,
  createdAt: begun,
})

/** The fields of a paid order and its payment, whatever was bought. */
export type Paid = Pick<
  Settled,
  'club' | 'buyer' | 'begun' | 'paidAt' | 'total' | 'number' | 'orderId' | 'paymentId' | 'windowId' | 'authorizationId'
>

export function orderRow(
  { orderId, number, total, club, buyer, begun, paidAt }: Paid,
  secrets: Secrets,
): RowOf<'orders'> {
  const token = newToken()
  return {
    id: orderId,
    orgId: club.id,
    buyerId: buyer.id,
    number,
    status: 'paid',
    ...sealToken(secrets, token),
    clientTokenHash: hashToken(newToken()),
    selectionHash: hashToken(orderId),
    total,
    currency: DEFAULT_CURRENCY,
    testMode: club.testMode,
    billing: {
      name: fullName(buyer),
      email: buyer.email ?? club.contactEmail,
      phone: buyer.phone,
      addressLine1: buyer.addressLine1,
      addressLine2: buyer.addressLine2,
      addressLine3: '',
      postCode: buyer.postCode,
      city: buyer.city,
      country: buyer.country,
    },
    language: 'da',
    initDevice: 'Chrome, desktop, Windows',
    completionDevice: 'Chrome, desktop, Windows',
    createdAt: begun,
    paidAt,
  }
}

const lineRow = ({ orderId, line }: SettledLine): RowOf<'orderLines'> => ({
  id: line.id,
  orderId,
  position: line.position,
  kind: 'membership',
  memberId: line.member.id,
  memberName: fullName(line.member),
  title: line.configuration.name,
  configurationId: line.configuration.id,
  membershipId: line.membershipId,
  termId: line.termId,
  startDate: line.configuration.startDate,
  endDate: line.configuration.endDate,
  ...line.price,
})

export const paymentRow = (one: Paid): RowOf<'payments'> => ({
  id: one.paymentId,
  orderId: one.orderId,
  orgId: one.club.id,
  status: 'captured',
  amount: one.total,
  currency: DEFAULT_CURRENCY,
  orderNumber: one.number,
  testMode: one.club.testMode,
  paymentIdentifier: one.windowId,
  authorizationIdentifier: one.authorizationId,
  createdAt: one.begun,
  updatedAt: one.paidAt,
  capturedAt: one.paidAt,
})

/** A refund of a whole order. */
export interface Refunded extends Paid {
  readonly refundId: string
  readonly refundedAt: Date
  readonly event: RowOf<'events'>
  readonly lines: readonly { readonly price: number }[]
}

type Document = { readonly club: SeededClub; readonly at: Date } & (
  | { readonly orderId: string }
  | { readonly refundId: string }
)

/** Numbers without gaps per club and year, for receipts and credit notes together, in the order of payment. */
function numberDocuments(documents: readonly Document[]): Pick<PurchaseRows, 'receipts' | 'creditNotes' | 'counters'> {
  const counters = new Map<string, RowOf<'receiptCounters'>>()
  const receipts: RowOf<'receipts'>[] = []
  const creditNotes: RowOf<'creditNotes'>[] = []
  for (const { club, at, ...about } of documents.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const series = { orgId: club.id, year: at.getUTCFullYear(), testMode: club.testMode }
    const name = `${series.orgId} ${series.year}`
    const number = (counters.get(name)?.last ?? 0) + 1
    counters.set(name, { ...series, last: number })
    const numbered = { ...series, number, issuedAt: at }
    if ('orderId' in about) receipts.push({ ...numbered, orderId: about.orderId })
    else creditNotes.push({ ...numbered, refundId: about.refundId })
  }
  return { receipts, creditNotes, counters: [...counters.values()] }
}

/** Rows of paid orders are inserted with their status, which no trigger sees. */
export const searchOrders = sql`
  update orders set search = found.search from searched_orders found
  where found.id = orders.id and orders.search = '' and orders.status in ('paid', 'refunded')`
