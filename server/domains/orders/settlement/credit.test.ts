import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ClubOrder } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments/payments.ts'
import { tickets } from '#contract/events/tickets.ts'
import { selectOptionalRefund } from '#server/domains/payments/index.ts'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { startGatewayProxy, type Intercept } from '#server/testing/outside/gateway-proxy.ts'
import { buyFor, refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { ledgerOf, prepare } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { refundPayment } from './refund-payment.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let proxy: Awaited<ReturnType<typeof startGatewayProxy>>
let credit: 'works' | 'refused' | 'answer lost' = 'works'
/** How the gateway lists its credits. */
let list: Intercept
/** Keeps an answer of the gateway, or what it does, back until it resolves. */
let slow: { at: 'list' | 'credit'; reached: () => void; end: Promise<void> } | null = null
let isAway: false | 'silent' | '503' = false
/** No request to credit reaches the gateway. */
let isLost = false
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
    if (isAway) return isAway === '503' ? new Response('', { status: 503 }) : null
    if (!path.endsWith('/credit')) return forward()
    if (method === 'GET') {
      const listed = await list(path, method, forward)
      await hold('list')
      return listed
    }
    calls += 1
    await hold('credit')
    if (credit === 'refused') return Response.json({ IsSuccess: false, GatewayStatusCode: 4 })
    if (isLost) return null
    const answer = await forward()
    return credit === 'works' ? answer : null
  })
  app = await createTestApp({ FREEPAY_MANAGEMENT_URL: `${proxy.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  children = [await buildParticipant(app, anna, 'Alma'), await buildParticipant(app, anna, 'Emil')]
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  credit = 'works'
  list = lists.complete
  slow = null
  isAway = isLost = false
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
const refund = (places: readonly number[]) => refundLines(app, office, { orgId: club.id, order }, places)
const credits = async () => (await ledgerOf(order.number)).credits.filter(({ isSuccess }) => isSuccess)
/** Whoever was at it has lost their claim. */
const lateEnough = () => app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds'`)
const refunds = async () => (await clubOrder()).givenBack

/** The first who comes to this call is kept there. */
async function hold(at: 'list' | 'credit') {
  const here = slow
  if (here?.at !== at) return
  slow = null
  here.reached()
  await here.end
}

/** All that a gateway may say when it is asked for its credits; only the first is what is documented. */
const lists = {
  complete: (_path, _method, forward) => forward(),
  'nothing but a 404': async () => new Response('', { status: 404 }),
  'nothing but a 406': async () => new Response('No matching authorization found', { status: 406 }),
  'nothing but a 500': async () => new Response('', { status: 500 }),
  'an object': async () => Response.json({ Message: 'Not supported' }),
  'an empty list': async () => Response.json([]),
  'a list without the newest': async (_path, _method, forward) =>
    Response.json(((await (await forward()).json()) as object[]).slice(0, -1)),
} satisfies Record<string, Intercept>
const otherLists = Object.keys(lists).slice(1) as (keyof typeof lists)[]
/** Every second of them, for one of two tests; at night all for both. */
const half = (first: 0 | 1) => otherLists.filter((_, at) => inject('nightly') || at % 2 === first)

describe('money is credited once', () => {
  test("when the gateway's answer is lost after an earlier refund", async () => {
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

  test("when it was credited in the gateway's own portal", async () => {
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

  test('when the gateway was down: reconciliation continues', async () => {
    isAway = 'silent'
    await refund([0])
    await app.runJobs({ all: true, mayFail: true })
    isAway = false
    await app.database.sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
    await app.moveClock('2 minutes')
    await lateEnough()
    expect(await reconcilePayments(app.context.db)).toBeGreaterThan(0)
    await app.runJobs({ mayFail: true })
    expect((await clubOrder()).givenBack).toMatchObject([{ status: 'done' }])
    expect(await credits()).toHaveLength(1)
  })

  test('when two admins refund at once', async () => {
    const tries = [[0], [0], [0, 1], [0, 1, 2], [0]].map((lines) => codeOf(refund(lines)))
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1)
    // One refund waits, or its line has been refunded by then.
    for (const one of outcomes) expect(['ok', 'refund_in_progress', 'line_refunded']).toContain(one)
    await app.runJobs({ all: true })
    expect(await credits()).toHaveLength(1)
    expect(await brokenInvariants(app, club)).toEqual([])
  })
})

test.each(half(1))(
  'lines are refunded one after the other, each with its amount, where the gateway lists %s',
  async (name) => {
    list = lists[name]
    for (const place of [0, 1]) {
      await refund([place])
      await app.runJobs({ all: true, mayFail: true })
      await app.moveClock('3 minutes')
      await lateEnough()
      await app.runJobs({ all: true, mayFail: true })
    }
    expect((await credits()).map(({ amount }) => amount)).toEqual([club.season.total, club.season.total])
    expect((await refunds()).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(await brokenInvariants(app, club)).toEqual([])
  },
)

test.each(half(0))(
  'a credit with a lost answer is not repeated where the gateway lists %s: the office is asked',
  async (name) => {
    list = lists[name]
    credit = 'answer lost'
    await refund([0])
    for (let minute = 0; minute < 6; minute++) {
      await app.moveClock('1 minute')
      await lateEnough()
      await app.runJobs({ all: true, mayFail: true })
    }
    expect(calls).toBe(1)
    expect(await refunds()).toMatchObject([{ status: 'failed' }])
  },
)

test.each([true, false])('the office decides about a credit with an unknown outcome: %s', async (credited) => {
  list = lists['nothing but a 404']
  isLost = !credited
  credit = 'answer lost'
  await refund([0])
  await app.runJobs({ all: true, mayFail: true })
  await lateEnough()
  await app.runJobs({ all: true, mayFail: true })
  const { payments: unresolved } = await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })
  expect(unresolved).toMatchObject([
    {
      kind: 'not_given_back',
      refund: { cause: 'office', status: 'failed', problem: 'unclear' },
      can: { retryRefund: false, confirmRefund: true },
    },
  ])
  // Asked for once more without an answer, it is looked for only.
  const asked = { orgId: club.id, refundId: unresolved[0]!.refund!.id }
  await app.call(payments.retryRefund, asked, { as: office.token })
  await app.runJobs({ all: true })
  expect([calls, (await refunds())[0]!.status]).toEqual([1, 'failed'])

  credit = 'works'
  isLost = false
  const answers = await Promise.all(
    [1, 2].map(() => app.call(payments.confirmRefund, { ...asked, credited }, { as: office.token })),
  )
  expect(answers).toContainEqual({ status: credited ? 'done' : 'requested' })
  await app.runJobs({ all: true })
  await app.runJobs({ all: true })
  expect(calls).toBe(credited ? 1 : 2)
  expect(await refunds()).toMatchObject([{ status: 'done', method: 'credit' }])
  expect((await credits()).map(({ amount }) => amount)).toEqual([club.season.total])
  expect((await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })).payments).toEqual([])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a credit listed a minute later is found', async () => {
  list = lists['a list without the newest']
  credit = 'answer lost'
  await refund([0])
  await app.runJobs({ all: true, mayFail: true })
  await app.moveClock('1 minute')
  await lateEnough()
  await app.runJobs({ all: true, mayFail: true })
  expect(await refunds()).toMatchObject([{ status: 'requested' }])
  list = lists.complete
  await lateEnough()
  await app.runJobs({ all: true })
  expect(await refunds()).toMatchObject([{ status: 'done' }])
  expect(calls).toBe(1)
})

test.each(['list', 'credit'] as const)(
  'who is slow at the %s and loses the claim does not credit beside the next',
  async (at) => {
    await refund([0])
    const [asked] = await refunds()
    const refundNow = async () =>
      refundPayment(app.context, club.gatewayKey, (await selectOptionalRefund(app.context.db, asked!.id))!)
    const reached = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    slow = { at, reached: reached.resolve, end: end.promise }
    const first = refundNow()
    await reached.promise
    await app.database.sql(`update refunds set attempted_at = attempted_at - interval '1 hour'`)
    await refundNow()
    end.resolve()
    await first
    await app.runJobs({ all: true })
    await app.runJobs({ all: true })
    expect((await credits()).map(({ amount }) => amount)).toEqual([club.season.total])
    expect(await refunds()).toMatchObject([{ status: 'done' }])
    expect(await brokenInvariants(app, club)).toEqual([])
  },
)

test('a credit that keeps being refused waits for the office to retry; a later refund waits for it', async () => {
  credit = 'refused'
  await refund([0])
  for (let tries = 0; tries < 6; tries++) await app.runJobs({ all: true, mayFail: true })
  expect((await clubOrder()).givenBack).toMatchObject([{ status: 'failed' }])
  expect((await refund([1])).givenBack).toMatchObject([{ status: 'failed' }, { status: 'waiting' }])
  const waiting = { orgId: club.id, refundId: (await refunds())[1]!.id }
  expect(await app.call(payments.retryRefund, waiting, { as: office.token })).toEqual({ status: 'waiting' })
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
  expect(await refunds()).toMatchObject([{ status: 'done' }, { status: 'done' }])
  expect((await credits()).map(({ amount }) => amount)).toEqual([club.season.total, club.season.total])
  expect(await brokenInvariants(app, club)).toEqual([])
})

describe('two tickets of an order are cancelled by the rule of their event', () => {
  let ids: string[]
  let eventId: string
  beforeEach(async () => {
    const event = await buildEvent(app, club, { refundUntilHours: 24, capacity: 2 })
    eventId = event.id
    await buyPlaces(
      app,
      anna,
      event,
      children.map((memberId) => ({ memberId, event })),
    )
    order = await clubOrder()
    ids = (await app.call(tickets.list, { eventId }, { as: anna.token })).map(({ id }) => id)
  })
  const cancel = (id: string) => app.call(tickets.refund, { entryId: id }, { as: anna.token })
  const statuses = async () => (await refunds()).map(({ status }) => status)
  const bothAreBack = async () => {
    await app.runJobs({ all: true })
    expect(await statuses()).toEqual(['done', 'done'])
    expect((await credits()).map(({ amount }) => amount)).toEqual([20_000, 20_000])
    expect((await clubOrder()).status).toBe('refunded')
    expect(await brokenInvariants(app, club)).toEqual([])
  }

  test.each([false, 'silent', '503'] as const)('in time, while the gateway is away: %s', async (away) => {
    isAway = away
    await cancel(ids[0]!)
    await app.runJobs({ all: true, mayFail: true })
    // Without a fault the first is done by now, and nothing waits.
    const second = await cancel(ids[1]!)
    expect(second).toMatchObject({ status: 'cancelled', code: null })
    expect(second.cancellation).toMatchObject({ by: 'you', money: { state: 'on_its_way', amount: { minor: 20_000 } } })
    expect(await statuses()).toEqual(away ? ['requested', 'waiting'] : ['done', 'requested'])
    await prepare(app, office, [{ memberId: office.memberId, event: { id: eventId } }])

    // The rule is over by the time that the gateway is back.
    await app.database.sql(`update events set starts_at = portal_now() + interval '1 hour' where id = $1`, [eventId])
    await app.runJobs({ all: true, mayFail: true })
    isAway = false
    await lateEnough()
    await bothAreBack()
  })

  test('at once: one refund is under way, the other waits', async () => {
    expect(await Promise.all(ids.map((id) => codeOf(cancel(id))))).toEqual(['ok', 'ok'])
    expect(await statuses()).toEqual(['requested', 'waiting'])
    await bothAreBack()
  })

  test('control: a second one under way, for which nobody looked, is refused by the index', async () => {
    for (const id of ids) await cancel(id)
    const starts = app.database.sql(`update refunds set status = 'requested' where order_id = $1`, [order.id])
    await expect(starts).rejects.toThrow('refunds_office_under_way')
  })

  test('and one that waits for none, as a process of the version before leaves it, is started', async () => {
    isAway = 'silent'
    for (const id of ids) await cancel(id)
    isAway = false
    await inTransaction(app.context.db, (tx) =>
      tx.execute(
        sql`update refunds set status = 'done', method = 'credit', done_at = portal_now() where order_id = ${order.id} and status = 'requested'`,
      ),
    )
    await reconcilePayments(app.context.db)
    expect(await statuses()).toEqual(['done', 'requested'])
  })
})
