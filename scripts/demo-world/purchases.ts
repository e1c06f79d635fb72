import { newToken } from '#server/database/new-id.ts'
import { hashToken, type Secrets } from '#server/database/secrets.ts'
import { priceMembership } from '#server/domains/memberships/index.ts'
import type { ConfigurationRow, SeededClub } from './club-rows.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import type { RowOf } from './row-of.ts'

export interface Purchase {
  readonly club: SeededClub
  readonly configuration: ConfigurationRow
  readonly member: MemberRow
  /** The member, or whoever looks after the participant. */
  readonly buyer: MemberRow
  readonly paidAt: Date
}

export interface PurchaseRows {
  readonly memberships: RowOf<'memberships'>[]
  readonly terms: RowOf<'membershipTerms'>[]
  readonly orders: RowOf<'orders'>[]
  readonly lines: RowOf<'orderLines'>[]
  readonly payments: RowOf<'payments'>[]
  readonly receipts: RowOf<'receipts'>[]
  readonly counters: RowOf<'receiptCounters'>[]
}

/** Everything that settled purchases leave behind: whoever reads a list finds its orders, payments and receipts. */
export function rowsOfPurchases(purchases: readonly Purchase[], secrets: Secrets): PurchaseRows {
  const settled = purchases.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime()).map(settle)
  const numbered = numberReceipts(settled)
  const memberships = new Map(settled.map((one) => [one.ids.membership, membershipRow(one)]))
  return {
    memberships: [...memberships.values()],
    terms: settled.map(termRow),
    orders: settled.map((one) => orderRow(one, secrets)),
    lines: settled.map(lineRow),
    payments: settled.map(paymentRow),
    ...numbered,
  }
}

type Settled = ReturnType<typeof settle>

function settle(purchase: Purchase) {
  const { club, configuration, member, paidAt } = purchase
  const begun = new Date(paidAt.getTime() - 3 * 60_000)
  const name = `${configuration.id} ${member.id}`
  return {
    ...purchase,
    begun,
    price: priceMembership(configuration),
    orderNumber: `${club.key.slice(0, 5)}-M-${member.id.slice(-11)}`,
    ids: {
      membership: demoId(`membership ${club.key} ${member.id}`, member.registrationDate),
      term: demoId(`term ${name}`, begun),
      order: demoId(`order ${name}`, begun),
      line: demoId(`line ${name}`, begun),
      payment: demoId(`payment ${name}`, begun),
      window: demoId(`window ${name}`, begun),
      authorization: demoId(`authorization ${name}`, paidAt),
    },
  }
}

const membershipRow = ({ ids, club, member, paidAt }: Settled): RowOf<'memberships'> => ({
  id: ids.membership,
  orgId: club.id,
  memberId: member.id,
  enabled: true,
  updateDate: paidAt,
})

const termRow = ({ ids, club, configuration, member, begun, paidAt }: Settled): RowOf<'membershipTerms'> => ({
  id: ids.term,
  membershipId: ids.membership,
  orgId: club.id,
  memberId: member.id,
  configurationId: configuration.id,
  orderId: ids.order,
  membershipFor: Number(configuration.startDate.slice(0, 4)),
  startDate: configuration.startDate,
  endDate: configuration.endDate,
  gdprAgreement: true,
  status: 'active',
  statusChangeDate: paidAt,
  createdAt: begun,
})

function orderRow({ ids, club, buyer, price, orderNumber, begun, paidAt }: Settled, secrets: Secrets): RowOf<'orders'> {
  const token = newToken()
  return {
    id: ids.order,
    orgId: club.id,
    buyerId: buyer.id,
    number: orderNumber,
    status: 'paid',
    tokenHash: hashToken(token),
    tokenEncrypted: secrets.encrypt('orders.token', token),
    clientTokenHash: hashToken(newToken()),
    selectionHash: hashToken(ids.line),
    total: price.total,
    testMode: club.testMode,
    billing: {
      name: `${buyer.firstName} ${buyer.lastName}`,
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

const lineRow = ({ ids, configuration, member, price }: Settled): RowOf<'orderLines'> => ({
  id: ids.line,
  orderId: ids.order,
  position: 1,
  kind: 'membership',
  memberId: member.id,
  memberName: `${member.firstName} ${member.lastName}`,
  title: configuration.name,
  configurationId: configuration.id,
  termId: ids.term,
  ...price,
})

const paymentRow = ({ ids, club, price, orderNumber, begun, paidAt }: Settled): RowOf<'payments'> => ({
  id: ids.payment,
  orderId: ids.order,
  orgId: club.id,
  status: 'captured',
  amount: price.total,
  currency: 'DKK',
  orderNumber,
  testMode: club.testMode,
  paymentIdentifier: ids.window,
  authorizationIdentifier: ids.authorization,
  createdAt: begun,
  updatedAt: paidAt,
  capturedAt: paidAt,
})

/** Numbers without gaps per club and year, in the order of payment. */
function numberReceipts(settled: readonly Settled[]): Pick<PurchaseRows, 'receipts' | 'counters'> {
  const counters = new Map<string, RowOf<'receiptCounters'>>()
  const receipts = settled.map(({ club, ids, paidAt }) => {
    const series = { orgId: club.id, year: paidAt.getUTCFullYear(), testMode: club.testMode }
    const name = `${series.orgId} ${series.year}`
    const number = (counters.get(name)?.last ?? 0) + 1
    counters.set(name, { ...series, last: number })
    return { ...series, orderId: ids.order, number, issuedAt: paidAt }
  })
  return { receipts, counters: [...counters.values()] }
}
