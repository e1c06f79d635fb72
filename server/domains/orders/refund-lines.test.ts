import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { memberships } from '#contract/memberships.ts'
import { orders, type ClubOrder } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { selectOptionalRefund } from '#server/domains/payments/index.ts'
import { brokenInvariants } from '#server/testing/broken-invariants.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { startGatewayProxy } from '#server/testing/gateway-proxy.ts'
import { ledgerOf, mailsTo, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { creditLines } from './credit-lines.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

let proxy: Awaited<ReturnType<typeof startGatewayProxy>>
let credit: 'works' | 'refused' | 'answer lost' | 'unanswered' = 'works'
let calls = 0
let app: TestApp
let anna: Person
let office: Person
let children: string[]
let club: Club
let token: string
let order: ClubOrder

const { managementUrl } = inject('simulators')
beforeAll(async () => {
  proxy = await startGatewayProxy(managementUrl.replace('/api/v2', ''), async (path, method, forward) => {
    if (method !== 'POST' || !path.endsWith('/credit')) return forward()
    calls += 1
    if (credit === 'works') return forward()
    if (credit === 'refused') return Response.json({ IsSuccess: false, GatewayStatusCode: 4 })
    if (credit === 'answer lost') await forward()
    return null
  })
  app = await createTestApp({ FREEPAY_MANAGEMENT_URL: `${proxy.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'super@example.com')
  children = [await buildParticipant(app, anna, 'Alma'), await buildParticipant(app, anna, 'Emil')]
})
beforeEach(async () => {
  await app.database.sql('truncate rate_windows')
  credit = 'works'
  club = await buildClub(app)
  token = await buyForThree()
  order = await clubOrder()
  calls = 0
})
afterAll(async () => {
  await app.close()
  proxy.close()
})

async function buyForThree(): Promise<string> {
  const people = [anna.memberId, ...children]
  const bought = await prepare(
    app,
    anna,
    people.map((memberId) => ({ memberId, season: club.season })),
  )
  const link = await openWindow(app, anna, club.season, bought, 3 * club.season.total)
  await visit((await payInWindow(link, '0000'))!)
  return bought
}

const listed = async (search?: string) =>
  (await app.call(orders.ofClub, { orgId: club.id, ...(search ? { search } : {}) }, { as: office.token })).orders
const clubOrder = async () => (await listed())[0]!
const refund = (lines: readonly number[], as = office) =>
  app.call(
    orders.refund,
    { orgId: club.id, orderId: order.id, lineIds: lines.map((line) => order.lines[line]!.id) },
    { as: as.token },
  )
const credits = async () => (await ledgerOf(order.number)).credits.filter(({ isSuccess }) => isSuccess)
const membershipOf = async (memberId: string) =>
  (await app.call(memberships.list, { memberId, orgId: club.id }, { as: anna.token }))[0]!
/** Every call that was begun is too old to be answered. */
const lateEnough = () => app.database.sql(`update refunds set attempted_at = attempted_at - interval '21 seconds'`)

test('a line is given back: its season ends at once, its money follows, with a credit note and a mail', async () => {
  const asked = await refund([1])
  expect(asked).toMatchObject({ status: 'paid', can: { refund: false } })
  expect(asked.givenBack).toMatchObject([{ status: 'requested', cause: 'office', lineIds: [order.lines[1]!.id] }])
  expect(await membershipOf(children[0]!)).toMatchObject({ status: 'cancelled' })
  expect(await membershipOf(anna.memberId)).toMatchObject({ status: 'active' })

  await app.runJobs({ all: true })
  const [given] = (await clubOrder()).givenBack
  expect(given).toMatchObject({ status: 'done', method: 'credit', amount: { minor: club.season.total } })
  expect(given!.creditNoteNumber).toMatch(/^\d{4}-00002$/)
  expect(await credits()).toMatchObject([{ amount: club.season.total }])
  const state = (await stateOf(app, anna, token)).own!
  expect(state.lines.map(({ refunded }) => refunded.minor)).toEqual([0, club.season.total, 0])
  expect(state.givenBack).toEqual([given])

  const mails = (await mailsTo('anna@example.com')).filter(({ attachments }) =>
    attachments.some(({ fileName }) => fileName.endsWith(`${given!.creditNoteNumber}.pdf`)),
  )
  expect(mails).toMatchObject([{ copies: 1 }])
  expect(mails[0]!.text).toContain('Alma Holm')
  expect(mails[0]!.text).not.toContain('Emil Holm')
  expect(mails[0]!.text).toContain('The rest of your purchase still stands.')
  const notices = await app.database.sql(`select title from notifications where data ->> 'refundId' = $1`, [given!.id])
  expect(notices).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('one refund after the other, until the order is wholly given back; its receipt tells of each', async () => {
  for (const lines of [[2], [0, 1]]) {
    await refund(lines)
    await app.runJobs({ all: true })
  }
  expect(await clubOrder()).toMatchObject({ status: 'refunded', can: { refund: false } })
  expect((await credits()).map(({ amount }) => amount)).toEqual([2 * club.season.total, club.season.total])
  const historyId = order.lines[0]!.termId!
  const receipt = await app.call(orders.receipt, { historyId }, { as: anna.token })
  expect(receipt.total.minor).toBe(3 * club.season.total)
  expect(receipt.creditNotes.map(({ amount }) => amount.minor)).toEqual([club.season.total, 2 * club.season.total])
  expect(receipt.lines.every(({ refunded, parts }) => refunded.minor === parts.total.minor)).toBe(true)
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'refunded', own: { decline: null } })
  // The seasons are free again.
  await buyForThree()
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

describe('refused', () => {
  test('to everybody but the office of the club', async () => {
    const other = await signedIn(app, 'admin@tennis.example')
    for (const person of [anna, other]) {
      expect(await codeOf(refund([0], person))).toBe('forbidden')
      expect(await codeOf(app.call(orders.ofClub, { orgId: club.id }, { as: person.token }))).toBe('forbidden')
    }
  })

  test('for an order of another club, a line of another order, and one that is not paid', async () => {
    const lineIds = [order.lines[0]!.id]
    const as = { as: office.token }
    const elsewhere = await buildClub(app)
    expect(await codeOf(app.call(orders.refund, { orgId: elsewhere.id, orderId: order.id, lineIds }, as))).toBe(
      'order_not_found',
    )
    const open = await prepare(app, anna, [{ memberId: anna.memberId, season: elsewhere.season }])
    const { own } = await stateOf(app, anna, open)
    const unpaid = { orgId: elsewhere.id, orderId: own!.id, lineIds: [own!.lines[0]!.id] }
    expect(await codeOf(app.call(orders.refund, unpaid, as))).toBe('order_not_paid')
    const foreign = { orgId: club.id, orderId: order.id, lineIds: [...lineIds, own!.lines[0]!.id] }
    expect(await codeOf(app.call(orders.refund, foreign, as))).toBe('not_found')
    expect(await membershipOf(anna.memberId)).toMatchObject({ status: 'active' })
  })

  test('while money of the order is on its way, and for a line that was given back', async () => {
    await refund([0])
    expect(await codeOf(refund([1]))).toBe('refund_in_progress')
    expect(await codeOf(refund([0]))).toBe('line_refunded')
    await app.runJobs({ all: true })
    expect(await codeOf(refund([0, 1]))).toBe('line_refunded')
    expect(await membershipOf(children[0]!)).toMatchObject({ status: 'active' })
    expect(await codeOf(refund([1]))).toBe('ok')
    await app.runJobs({ all: true })
    expect(await brokenInvariants(app, club)).toEqual([])
  })
})

describe('money goes back once', () => {
  test('when the answer of the gateway is lost, after a refund before', async () => {
    await refund([0])
    await app.runJobs({ all: true })
    calls = 0
    credit = 'answer lost'
    await refund([1])
    await app.runJobs({ all: true, mayFail: true })
    expect((await clubOrder()).givenBack.map(({ status }) => status)).toEqual(['done', 'requested'])
    credit = 'works'
    // The call may still be under way: nobody repeats it for some seconds.
    await app.runJobs({ all: true, mayFail: true })
    expect(calls).toBe(1)
    await lateEnough()
    await app.runJobs({ all: true })
    expect(calls).toBe(1)
    expect((await credits()).map(({ amount }) => amount)).toEqual([club.season.total, club.season.total])
    expect(await brokenInvariants(app, club)).toEqual([])
  })

  test('when a process ends between the gateway and its note', async () => {
    const [asked] = (await refund([0, 2])).givenBack
    const row = (await selectOptionalRefund(app.context.db, asked!.id))!
    expect(await creditLines(app.context, club.gatewayKey, row)).toBe(true)
    await app.runJobs({ all: true })
    expect((await credits()).map(({ amount }) => amount)).toEqual([2 * club.season.total])
    expect((await clubOrder()).givenBack).toMatchObject([{ status: 'done', method: 'credit' }])
    expect(await brokenInvariants(app, club)).toEqual([])
  })

  test('when the staff gave it back in the portal of the gateway', async () => {
    await refund([0])
    const { authorizations } = await ledgerOf(order.number)
    const url = `${managementUrl}/authorization/${authorizations[0]!.authorizationIdentifier}/credit`
    const headers = { authorization: club.gatewayKey, 'content-type': 'application/json' }
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ Amount: club.season.total }) })
    await app.runJobs({ all: true })
    expect(calls).toBe(0)
    expect((await clubOrder()).givenBack).toMatchObject([{ status: 'done' }])
    expect(await brokenInvariants(app, club)).toEqual([])
  })

  test('when the gateway was away: reconciliation takes it up', async () => {
    credit = 'unanswered'
    await refund([0])
    await app.runJobs({ all: true, mayFail: true })
    credit = 'works'
    await app.database.sql('delete from graphile_worker._private_jobs')
    await app.moveClock('2 minutes')
    await lateEnough()
    expect(await reconcilePayments(app.context.db)).toBeGreaterThan(0)
    await app.runJobs({ mayFail: true })
    expect((await clubOrder()).givenBack).toMatchObject([{ status: 'done' }])
    expect(await credits()).toHaveLength(1)
  })

  test('when two of the office give back at once', async () => {
    const tries = [[0], [0], [0, 1], [0, 1, 2], [0]].map((lines) => codeOf(refund(lines)))
    const outcomes = await Promise.all(tries)
    expect(outcomes.toSorted()).toEqual(['line_refunded', 'line_refunded', 'line_refunded', 'line_refunded', 'ok'])
    await app.runJobs({ all: true })
    expect(await credits()).toHaveLength(1)
    expect(await brokenInvariants(app, club)).toEqual([])
  })
})

test('what the gateway keeps refusing waits for the office, which asks again; meanwhile nothing else is given back', async () => {
  credit = 'refused'
  await refund([0])
  for (let tries = 0; tries < 6; tries++) await app.runJobs({ all: true, mayFail: true })
  expect((await clubOrder()).givenBack).toMatchObject([{ status: 'failed' }])
  expect(await codeOf(refund([1]))).toBe('refund_in_progress')
  await app.moveClock('100 days')
  const { payments: unresolved } = await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })
  expect(unresolved).toMatchObject([
    { kind: 'not_given_back', refund: { cause: 'office', status: 'failed' }, can: { retryRefund: true } },
  ])
  expect(unresolved[0]!.amount.minor).toBe(club.season.total)
  credit = 'works'
  const again = { orgId: club.id, refundId: unresolved[0]!.refund!.id }
  expect(await app.call(payments.retryRefund, again, { as: office.token })).toEqual({ status: 'requested' })
  await app.runJobs({ all: true })
  expect((await clubOrder()).givenBack).toMatchObject([{ status: 'done' }])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a callback that comes late finds the payment taken, given back or not', async () => {
  await refund([0, 1, 2])
  await app.runJobs({ all: true })
  const [authorization] = (await ledgerOf(order.number)).authorizations
  const { authorizationIdentifier } = authorization!
  const settled = await settlePayment(app.context, { orderId: order.id, authorizationIdentifier, device: '' })
  expect(settled).toBe('paid')
  expect((await clubOrder()).status).toBe('refunded')
  expect(await credits()).toHaveLength(1)
})

test('who gives back while the same season is bought anew: one season, and every øre accounted for', async () => {
  const again = Array.from({ length: 3 }, () =>
    codeOf(prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])),
  )
  const outcomes = await Promise.all([codeOf(refund([0])), ...again])
  expect(outcomes[0]).toBe('ok')
  for (const outcome of outcomes.slice(1)) expect(['ok', 'term_already_held']).toContain(outcome)
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club, { unfinished: true })).toEqual([])
})

test('what has no season left is not renewed by itself; what has one, is', async () => {
  const year = Number(club.season.startDate.slice(0, 4)) + 1
  const next = await buildSeason(app, club, {
    name: `Adult ${year}`,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  const ahead = await prepare(app, anna, [{ memberId: anna.memberId, season: next }])
  await visit((await payInWindow(await openWindow(app, anna, next, ahead), '0000'))!)
  await app.database.sql('update memberships set auto_renewal = true where org_id = $1', [club.id])
  await refund([0, 1])
  const renewed = async (memberId: string) => (await membershipOf(memberId)).autoRenewal
  expect(await renewed(anna.memberId)).toBe(true)
  expect(await renewed(children[0]!)).toBe(false)
  expect(await renewed(children[1]!)).toBe(true)
})
