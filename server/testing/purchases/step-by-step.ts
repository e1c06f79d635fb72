import { expect } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import type { Club, Person, Season } from '../builders.ts'
import { handleOf, membershipData, paymentRequest } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

/** The ids of the drafts before an order. */
export interface Steps {
  readonly membershipId: string
  readonly historyId: string
  readonly paymentId: string
  /** The client's own id of all three. */
  readonly referenceKey: string
}

export const browser = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
}

/** A caller with a browser of theirs. */
export const by = (person: Person) => ({ as: person.token, headers: browser })

/** The gateway's name for no authorisation. */
export const none = '00000000-0000-0000-0000-000000000000'

export const paymentOf = (app: TestApp, buyer: Person, { historyId, paymentId }: Steps) =>
  app.call(memberships.payment, { historyId, paymentId }, by(buyer))

/**
 * Prepares an order and opens its window as the specification's browser does.
 * @returns the order's token and the window's address
 */
export async function proceed(app: TestApp, buyer: Person, memberIds: readonly string[], of: Club) {
  const selection = memberIds.map((memberId) => ({ memberId, season: of.season }))
  const wish = { token: newToken(), membershipData: membershipData(selection) }
  const token = (await app.call(orders.prepare, wish, by(buyer)))['izytoken'] as string
  const request = {
    ...paymentRequest(app, token, of.season.total * memberIds.length),
    OrderNumber: 'ours to say',
    Options: { TestMode: true, RequestSubscriptionWithAuthorization: 'false' },
    freepayauthtoken: await handleOf(app, buyer, of.id),
  }
  const { paymentWindowLink: link } = await app.call(orders.openPaymentWindow, request, by(buyer))
  return { token, link }
}

/** The three rows of the specification, with all that its client posts. `changes` are added to each. */
export async function writeSteps(
  app: TestApp,
  buyer: Person,
  memberId: string,
  season: Season,
  changes: Record<string, unknown> = {},
): Promise<Steps> {
  const options = by(buyer)
  const referenceKey = newId()
  const membership = await app.call(
    memberships.createItem,
    {
      memberId,
      orgId: season.orgId,
      enabled: false,
      status: 'inactive',
      referenceKey,
      autoRenew: false,
      ...changes,
    },
    options,
  )
  const history = await app.call(
    memberships.createTerm,
    {
      membershipId: membership.id,
      membershipConfId: season.id,
      memberId,
      membershipFor: Number(season.startDate.slice(0, 4)),
      startDate: season.startDate,
      endDate: season.endDate,
      enabled: false,
      gdprAgreement: true,
      status: 'inactive',
      referenceKey,
      wpEntryId: 7,
      wpFormId: 3,
      ...changes,
    },
    options,
  )
  const payment = await app.call(
    memberships.createPayment,
    {
      historyId: history.id,
      membershipHistoryId: history.id,
      billingName: 'Anna Holm',
      billingAddress: 'Havnevej 1, Roskilde, 4000, Denmark',
      billingEmail: 'anna@example.com',
      billingPhone: '+4520112233',
      totalMembers: 1,
      totalMembershipFee: '1 DKK',
      gdprAgreement: 'Agreed',
      paymentMethod: 'freepay',
      paymentStatus: 'init_mem',
      paySystem: 'member_web',
      payInitDevice: 'made up',
      paymentTotal: 1,
      totalPaid: 1,
      referenceKey,
      ...changes,
    },
    options,
  )
  return { membershipId: membership.id, historyId: history.id, paymentId: payment.id, referenceKey }
}

/** Row counts of everything that a purchase writes. */
export const booksOf = (app: TestApp) =>
  app.database.sql(`
    select 'order' as thing, id::text, status, total::text as money, billing::text as more from orders
    union all select 'line', id::text, term_id::text, total::text, refunded::text from order_lines
    union all select 'payment', id::text, status, concat(amount, currency, captured_at, authorization_identifier),
      concat(gateway_reason, reason, acquirer) from payments
    union all select 'term', id::text, status, order_id::text, gdpr_agreement::text from membership_terms
    union all select 'membership', id::text, new_status, enabled::text, auto_renewal::text from memberships
    union all select 'receipt', order_id::text, number::text, '', '' from receipts
    union all select 'refund', id::text, status, amount::text, '' from refunds
    union all select 'message', id::text, template, '', '' from messages
    order by 1, 2`)

export const draftsOf = (app: TestApp) => app.database.sql('select * from term_drafts order by id')

/** Runs work and all jobs, and expects that nothing was written. */
export async function changesNothing(app: TestApp, attack: () => Promise<unknown>): Promise<void> {
  const before = [await booksOf(app), await draftsOf(app)]
  await attack()
  await app.runJobs({ all: true, mayFail: true })
  expect([await booksOf(app), await draftsOf(app)]).toEqual(before)
}
