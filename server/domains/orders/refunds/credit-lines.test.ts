import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ClubOrder } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { selectOptionalRefund } from '#server/domains/payments/index.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { startGatewayProxy } from '#server/testing/outside/gateway-proxy.ts'
import { buyFor, giveBack, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { ledgerOf } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { creditLines } from './credit-lines.ts'
import { reconcilePayments } from '../settlement/reconcile-payments.ts'

let proxy: Awaited<ReturnType<typeof startGatewayProxy>>
let credit: 'works' | 'refused' | 'answer lost' | 'unanswered' = 'works'
let calls = 0
let app: TestApp
let anna: Person
let office: Person
let children: string[]
let club: Club
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
  await app.database.sql('delete from rate_windows')
  credit = 'works'
  club = await buildClub(app)
  await buyFor(app, anna, [anna.memberId, ...children], club.season)
  order = await clubOrder()
  calls = 0
})
afterAll(async () => {
  await app.close()
  proxy.close()
})

const clubOrder = () => newestOrder(app, office, club)
const refund = (places: readonly number[]) => giveBack(app, office, { orgId: club.id, order }, places)
const credits = async () => (await ledgerOf(order.number)).credits.filter(({ isSuccess }) => isSuccess)
/** Every call that was begun is too old to be answered. */
const lateEnough = () => app.database.sql(`update refunds set attempted_at = attempted_at - interval '21 seconds'`)

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
