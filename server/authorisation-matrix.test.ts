import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { actors, buildAuthorisationWorld, type Who, type World } from '#server/testing/authorisation-world.ts'
import type { Club } from '#server/testing/builders.ts'
import { membershipData, paymentRequest } from '#server/testing/purchase.ts'
import { ApiProblem, createTestApp, type TestApp } from '#server/testing/test-app.ts'

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
const superAdminOnly = { ...everyone('forbidden'), anonymous: 'unauthenticated', 'super admin': 'ok' }
const thisYear = ({ season }: Club) => Number(season.startDate.slice(0, 4))
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
    // The link itself is tried where it is mailed.
    claim: {
      input: () => ({ token: 'made-up' }),
      outcome: { ...everyone('claim_link_invalid'), anonymous: 'unauthenticated' },
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
  messages: {
    preferences: { input: () => ({}), outcome: membersOnly },
    prefer: { input: () => ({ kind: 'events', channel: 'mail', wanted: true }), outcome: membersOnly },
    // Whoever holds the mail; nobody is asked to sign in.
    subscription: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    unsubscribe: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    resubscribe: { input: ({ unsubscribe }) => ({ token: unsubscribe }), outcome: everyone('ok') },
    failed: { input: () => ({}), outcome: superAdminOnly },
    resend: { input: ({ failedMessageId }) => ({ id: failedMessageId }), outcome: superAdminOnly },
    orderPaidMail: {
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '6', ORG: club.key, YEAR: thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
    orderPaidWhatsapp: {
      input: ({ anna, club }) => ({ memberId: anna.memberId, templateId: '4', '2': club.key, '3': thisYear(club) }),
      outcome: ownerOnly('not_found'),
    },
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
  ;({ world, tokens } = await buildAuthorisationWorld(app))
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
