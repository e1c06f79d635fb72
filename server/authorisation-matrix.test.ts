import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, handleOf, membershipData, paymentRequest, prepare, stateOf } from '#server/testing/purchase.ts'
import { ApiProblem, createTestApp, type TestApp } from '#server/testing/test-app.ts'

/** Who calls about things that are Anna's, in the club ROKLUB. */
const actors = [
  'anonymous',
  'stranger to the portal',
  'owner',
  'other member',
  'admin of the club',
  'admin of another',
  'super admin',
] as const
type Who = (typeof actors)[number]

interface World {
  club: Club
  anna: Person
  termId: string
  membershipId: string
  paymentId: string
  authorizationIdentifier: string
  /** Of money that was paid back. */
  refundId: string
  notificationId: string
  bo: Person
  orderToken: string
  paidToken: string
  handle: string
}

interface Row {
  input: (world: World) => Record<string, unknown>
  /** What each actor gets: `ok`, or the code of the refusal. */
  outcome: Record<Who, string>
}

const everyone = (outcome: string) => Object.fromEntries(actors.map((who) => [who, outcome])) as Record<Who, string>
const signedInOnly = { ...everyone('ok'), anonymous: 'unauthenticated' }
const membersOnly = { ...signedInOnly, 'stranger to the portal': 'member_required' }
const ownerOnly = (refusal: string) => ({
  ...membersOnly,
  'other member': refusal,
  'admin of the club': refusal,
  'admin of another': refusal,
  'super admin': refusal,
})
/** The admins of the club and those of ALL. */
const officeOnly = (outcome: string) => ({
  ...ownerOnly('forbidden'),
  owner: 'forbidden',
  'admin of the club': outcome,
  'super admin': outcome,
})
const ownerAndSuperAdmin = { ...ownerOnly('not_found'), 'super admin': 'ok' }

/** One row a call. A call without a row does not compile, and fails the test below. */
const matrix: { [D in keyof typeof api]: Record<keyof (typeof api)[D], Row> } = {
  organisations: {
    list: { input: () => ({}), outcome: signedInOnly },
    membershipConfigurations: { input: ({ club }) => ({ id: club.id }), outcome: signedInOnly },
    activePaymentConfiguration: { input: ({ club }) => ({ id: club.id, provider: 'freepay' }), outcome: membersOnly },
    paymentConfiguration: {
      input: ({ club }) => ({ orgId: club.id, paymentProviderId: club.payment.id }),
      outcome: membersOnly,
    },
  },
  members: {
    // Last for the stranger: whoever signs in is a stranger no more.
    signIn: { input: () => ({}), outcome: signedInOnly },
    create: {
      input: () => ({ email: 'anna@example.com', enabled: true, roles: ['org:ALL|role:SUPER_ADMIN'] }),
      outcome: signedInOnly,
    },
    searchEmail: { input: () => ({ email: 'anna@example.com' }), outcome: ownerAndSuperAdmin },
    byEmail: { input: () => ({ email: 'anna@example.com' }), outcome: ownerAndSuperAdmin },
    update: {
      input: ({ anna }) => ({
        id: anna.memberId,
        firstName: 'Anna',
        lastName: 'Holm',
        phone: '',
        gender: '',
        dateOfBirth: null,
        language: null,
        address: { AddressLine1: '', AddressLine2: '', AddressLine3: '', City: '', PostCode: '', Country: '' },
      }),
      outcome: { ...ownerOnly('not_found'), 'super admin': 'forbidden' },
    },
  },
  notifications: {
    create: {
      input: ({ bo }) => ({ receiverId: bo.memberId, type: 'FAMILY_LINK_REQUEST', senderId: bo.memberId }),
      // She invited him.
      outcome: { ...ownerOnly('notification_not_allowed'), owner: 'ok' },
    },
    list: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: ownerOnly('not_found') },
    page: { input: () => ({}), outcome: membersOnly },
    bell: { input: () => ({}), outcome: membersOnly },
    stream: { input: () => ({}), outcome: membersOnly },
    markRead: { input: ({ anna }) => ({ receiverId: anna.memberId, read: true }), outcome: ownerOnly('not_found') },
    remove: { input: ({ notificationId }) => ({ id: notificationId }), outcome: ownerOnly('not_found') },
    restore: { input: ({ notificationId }) => ({ id: notificationId }), outcome: ownerOnly('not_found') },
  },
  orders: {
    prepare: {
      input: ({ anna, club }) => ({
        token: newToken(),
        membershipData: membershipData([{ memberId: anna.memberId, season: club.season }]),
      }),
      // The owner has this season already.
      outcome: { ...ownerOnly('not_found'), owner: 'term_already_held' },
    },
    state: { input: ({ orderToken }) => ({ token: orderToken }), outcome: everyone('ok') },
    openPaymentWindow: {
      input: ({ orderToken, handle }) => ({
        ...paymentRequest({ url: 'http://portal' } as TestApp, orderToken, 1),
        freepayauthtoken: handle,
      }),
      outcome: { ...ownerOnly('order_not_found'), owner: 'amount_mismatch' },
    },
    capture: {
      input: ({ paymentId, handle }) => ({
        authorizationIdentifier: newId(),
        membershipHistoryPaymentId: paymentId,
        freepayauthtoken: handle,
        amount: 1,
      }),
      outcome: { ...ownerOnly('payment_not_found'), owner: 'amount_mismatch' },
    },
    unpaid: { input: () => ({}), outcome: membersOnly },
    cancel: {
      input: ({ paidToken }) => ({ token: paidToken }),
      outcome: { ...ownerOnly('order_not_found'), owner: 'order_paid' },
    },
    creditNotePdf: {
      input: ({ refundId }) => ({ refundId }),
      outcome: ownerOnly('not_found'),
    },
    receipt: { input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
    receiptPdf: { input: ({ termId }) => ({ historyId: termId }), outcome: ownerOnly('not_found') },
  },
  paymentReturns: {
    membershipCallback: { input: ({ club }) => ({ orgKey: club.key }), outcome: everyone('order_not_found') },
    membershipAccepted: { input: () => ({}), outcome: everyone('ok') },
    membershipDeclined: { input: () => ({}), outcome: everyone('ok') },
  },
  payments: {
    unresolved: { input: ({ club }) => ({ orgId: club.id }), outcome: officeOnly('ok') },
    resume: {
      input: ({ club, paymentId, authorizationIdentifier }) => ({ orgId: club.id, paymentId, authorizationIdentifier }),
      outcome: officeOnly('ok'),
    },
    close: { input: ({ club, paymentId }) => ({ orgId: club.id, paymentId }), outcome: officeOnly('ok') },
    retryRefund: { input: ({ club, refundId }) => ({ orgId: club.id, refundId }), outcome: officeOnly('ok') },
  },
  memberships: {
    list: { input: ({ anna }) => ({ memberId: anna.memberId }), outcome: ownerAndSuperAdmin },
    item: { input: ({ membershipId }) => ({ membershipId }), outcome: ownerAndSuperAdmin },
    calculateStatus: { input: ({ anna }) => ({ memberIds: [anna.memberId] }), outcome: ownerOnly('not_found') },
  },
}

let app: TestApp
let world: World
let tokens: Record<Who, string | undefined>

beforeAll(async () => {
  app = await createTestApp()
  const sign = async (name: string) => (await signedIn(app, name)).token
  const anna = await signedIn(app, 'anna@example.com')
  const bo = await signedIn(app, 'bo@example.com')
  tokens = {
    anonymous: undefined,
    'stranger to the portal': await app.signIn('newcomer@example.com'),
    owner: anna.token,
    'other member': bo.token,
    'admin of the club': await sign('admin@roklub.example'),
    'admin of another': await sign('admin@tennis.example'),
    'super admin': await sign('super@example.com'),
  }
  const club = await buildClub(app, { key: 'ROKLUB' })
  const paidToken = await buy(app, anna, club)
  const paid = await stateOf(app, anna, paidToken)
  const extra = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  const { termId, membershipId } = paid.own!.lines[0]!
  const [payment] = await app.database.sql<{ id: string; authorization_identifier: string }>('select * from payments')
  const refundId = newId()
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
     select $1, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'authorised_twice', 'credit', 'done', now() from payments`,
    [refundId],
  )
  await app.database.sql(
    'insert into credit_notes (refund_id, org_id, year, test_mode, number) values ($1, $2, 2026, false, 7)',
    [refundId, club.id],
  )
  await app.database.sql(
    'insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id) values ($1, $2, $3, $4, $5)',
    [newId(), anna.memberId, bo.memberId, 'bo@example.com', newId()],
  )
  const [notification] = await app.database.sql<{ id: string }>('select id from notifications where receiver_id = $1', [
    anna.memberId,
  ])
  world = {
    club,
    anna,
    bo,
    notificationId: notification!.id,
    termId: termId!,
    membershipId: membershipId!,
    paymentId: payment!.id,
    authorizationIdentifier: payment!.authorization_identifier,
    refundId,
    paidToken,
    orderToken: await prepare(app, anna, [{ memberId: anna.memberId, season: extra }]),
    handle: await handleOf(app, anna, club.id),
  }
})
beforeEach(() => app.database.sql('truncate rate_windows'))
afterAll(() => app.close())

const calls = Object.entries(api)
  .flatMap(([domain, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ domain, name, endpoint: endpoint as Endpoint })),
  )
  .toSorted((a, b) => Number(a.domain === 'members') - Number(b.domain === 'members'))

describe.each(calls)('$domain.$name', ({ domain, name, endpoint }) => {
  const row = (matrix as Record<string, Record<string, Row>>)[domain]?.[name]

  test('has a row', () => expect(row).toBeDefined())

  test.each(actors)('%s', async (who) => {
    // Signing in makes a stranger a member: undone, so that the order of calls does not matter.
    await app.database.sql(
      `delete from member_identities where member_id in (select id from members where email = 'newcomer@example.com')`,
    )
    const as = tokens[who]
    // The header of the specification grants nothing to anybody.
    const options = { headers: { orgkey: 'ALL' }, ...(as ? { as } : {}) }
    const outcome = await app.call(endpoint, row!.input(world), options).then(
      () => 'ok',
      (error: unknown) => {
        if (error instanceof ApiProblem) return error.code
        throw error
      },
    )
    expect(outcome).toBe(row!.outcome[who])
  })
})
