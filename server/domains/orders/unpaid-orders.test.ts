import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { expireOrders } from './cancel-order.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let token: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(
    `update orders set status = 'cancelled', reserved_until = null where status in ('open', 'declined')`,
  )
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

const unpaid = (who = anna) => app.call(orders.unpaid, {}, { as: who.token })
const cancel = (which = token, who = anna) => app.call(orders.cancel, { token: which }, { as: who.token })

test('an unpaid order is found without its token, and the same order is paid', async () => {
  const [found, ...others] = await unpaid()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    token,
    orgKey: club.key,
    total: { minor: club.season.total, currency: 'DKK' },
    confirming: false,
    lines: [{ title: expect.stringContaining('Adult'), memberId: anna.memberId }],
    can: { pay: true, cancel: true },
  })
  await visit((await payInWindow(await openWindow(app, anna, club.season, found!.token), '0000'))!)
  expect((await stateOf(app, anna, token)).own!.id).toBe(found!.id)
  expect(await unpaid()).toEqual([])
})

test('others see nothing of it, and the first to end is listed first', async () => {
  expect(await unpaid(bo)).toEqual([])
  const child = await buildParticipant(app, anna, 'Ida')
  await app.moveClock('5 minutes')
  const second = await prepare(app, anna, [{ memberId: child, season: club.season }])
  expect((await unpaid()).map((one) => one.token)).toEqual([token, second])
})

test('while its payment is confirmed it can be neither paid nor cancelled', async () => {
  const back = await payInWindow(await openWindow(app, anna, club.season, token), '0011')
  const authorization = new URL(back!).searchParams.get('authorizationIdentifier')
  await app.database.sql(
    `update payments set status = 'capturing', authorization_identifier = $2, capturing_since = clock_timestamp() where org_id = $1`,
    [club.id, authorization],
  )
  await app.database.sql('update orders set reserved_until = null where org_id = $1', [club.id])
  expect(await unpaid()).toMatchObject([{ confirming: true, can: { pay: false, cancel: false } }])
  await expect(cancel()).rejects.toMatchObject({ code: 'payment_in_progress', status: 409 })
})

test('an expired order leaves the list when nothing can be done with it', async () => {
  await app.moveClock('31 minutes')
  expect(await unpaid()).toMatchObject([{ token, can: { pay: true } }])
  await app.database.sql('update orders set hold_extensions = 3 where org_id = $1', [club.id])
  expect(await unpaid()).toEqual([])
})

test('one that cannot be expired stops no other', async () => {
  const another = await prepare(app, bo, [{ memberId: bo.memberId, season: club.season }])
  await app.moveClock('31 minutes')
  const stuck = (await stateOf(app, anna, token)).own!.id
  const { lines, coupons } = app.context.lineHandlers
  const release: typeof coupons.release = (tx, ids, cause) => {
    if (ids.includes(stuck)) throw new Error('Stuck')
    return lines.membership.release(tx, ids, cause)
  }
  const lineHandlers = { coupons, lines: { ...lines, membership: { ...lines.membership, release } } }
  expect(await expireOrders({ ...app.context, lineHandlers })).toBe(1)
  expect((await stateOf(app, anna, token)).status).toBe('open')
  expect((await stateOf(app, bo, another)).status).toBe('expired')
})

test('a cancelled order frees its season at once; a second click changes nothing', async () => {
  expect(await cancel()).toEqual({ status: 'cancelled' })
  expect(await cancel()).toEqual({ status: 'cancelled' })
  expect(await unpaid()).toEqual([])
  await buy(app, anna, club)
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test("somebody else's order cannot be cancelled, nor a paid one", async () => {
  await expect(cancel(token, bo)).rejects.toMatchObject({ code: 'order_not_found' })
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  await expect(cancel()).rejects.toMatchObject({ code: 'order_paid' })
})

test('paid and cancelled at the same moment: one of the two, never half of both', async () => {
  for (let round = 0; round < 10; round++) {
    const shop = await buildClub(app)
    const one = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
    const back = await payInWindow(await openWindow(app, anna, shop.season, one), '0011')
    await Promise.all([visit(back!), cancel(one).catch(() => undefined)])
    await app.runJobs({ all: true, mayFail: true })
    expect((await stateOf(app, anna, one)).status).toBe('paid')
    expect(await brokenInvariants(app, shop)).toEqual([])
    await app.database.sql('delete from rate_windows')
  }
})
