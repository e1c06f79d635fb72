import { beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { inTransaction } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { changeClubState } from '#server/domains/organisations/index.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { prepareWith, usedOf, usesOf } from '#server/testing/purchases/coupon-purchase.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { buy, ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { keepGatewayKey, type GatewayKey } from './gateway-key.ts'

let app: TestApp
let anna: Person
let bo: Person
/** A choir that tries the portal out, in public. */
let choir: Club
let concert: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  choir = await buildClub(app, { testMode: true })
  const categories = [{ category: 'adult' }, { category: 'guest', price: 0 }]
  concert = await buildEvent(app, choir, { capacity: 2, categories })
})

const goLive = (more: Partial<GatewayKey> = {}) => {
  const { db, secrets } = app.context
  return keepGatewayKey(db, secrets, { club: choir.key, key: choir.gatewayKey, testMode: false, ...more })
}
const place = (who: Person, category = 'adult') => [{ memberId: who.memberId, event: concert, category }]
const standing = async () =>
  (await app.call(memberships.list, { memberId: anna.memberId, orgId: choir.id }, { as: anna.token }))[0]?.status
const sold = async () =>
  (await app.database.sql<{ sold: number }>('select sold from events where id = $1', [concert.id]))[0]!.sold

test('test purchases end when the club goes live, after the operator has seen how many they are', async () => {
  const tried = await buy(app, anna, choir)
  await buyPlaces(app, anna, concert, place(anna))
  await prepare(app, bo, place(bo, 'guest'))
  const waiting = await prepare(app, bo, [{ memberId: bo.memberId, season: choir.season }])
  await app.runJobs({ all: true })
  expect(await codeOf(prepare(app, anna, [{ memberId: anna.memberId, season: choir.season }]))).toBe(
    'term_already_held',
  )

  await expect(goLive()).rejects.toThrow(
    'Nothing was changed. 1 memberships and 2 tickets bought in tests, 1 unpaid test orders: say --live --end-tests',
  )
  expect([await standing(), await sold()]).toEqual(['active', 2])
  expect(await goLive({ endTests: true })).toContain('. Ended: 1 memberships and 2 tickets')
  await app.runJobs({ all: true })
  expect([await standing(), await sold()]).toEqual(['cancelled', 0])
  expect((await stateOf(app, bo, waiting)).status).toBe('expired')
  const { status, own } = await stateOf(app, anna, tried)
  expect([status, own!.givenBack.map(({ creditNoteNumber }) => creditNoteNumber?.slice(0, 5))]).toEqual([
    'refunded',
    ['TEST-'],
  ])
  expect(await ledgerOf(own!.number)).toMatchObject({ captures: [], credits: [] })

  const real = (await stateOf(app, anna, await buy(app, anna, choir))).own!
  expect([real.testMode, real.receiptNumber]).toEqual([false, expect.stringMatching(/^\d{4}-00001$/)])
  await buyPlaces(app, bo, concert, place(bo))
  await app.runJobs({ all: true })
  expect([await standing(), await sold()]).toEqual(['active', 1])
  expect(await goLive()).not.toContain('Ended')
  expect(await brokenInvariants(app, choir)).toEqual([])
})

test('a test payment after the club went live buys nothing', async () => {
  const season = await prepare(app, anna, [{ memberId: anna.memberId, season: choir.season }])
  const windows = [await openWindow(app, anna, choir.season, season)]
  const ticket = await prepare(app, bo, place(bo))
  windows.push(await openTicketWindow(app, bo, concert, ticket, 20_000))
  await goLive({ endTests: true })
  for (const window of windows) await visit((await payInWindow(window, '0000'))!)
  await app.runJobs({ all: true })
  expect([(await stateOf(app, anna, season)).status, (await stateOf(app, bo, ticket)).status]).toEqual([
    'expired',
    'expired',
  ])
  expect((await stateOf(app, anna, season)).own!.givenBack).toMatchObject([{ status: 'done', cause: 'test_over' }])
  expect([await standing(), await sold()]).toEqual([undefined, 0])
  expect(await brokenInvariants(app, choir)).toEqual([])
})

test('a code that was used in a test can be used once the club is live', async () => {
  const { id, code } = await buildCoupon(app, choir, { percent: 100, totalLimit: 1 })
  await prepareWith(app, anna, place(anna), code)
  expect(await usedOf(app, id)).toBe(1)
  await goLive({ endTests: true })
  expect([await usedOf(app, id), await usesOf(app, id)]).toMatchObject([0, [{ status: 'released' }]])
  await prepareWith(app, bo, place(bo), code)
  expect(await usedOf(app, id)).toBe(1)
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, choir)).toEqual([])
})

test('an order written while the club goes live is not a test', async () => {
  const { db } = app.context
  const written = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from organisations where id = ${choir.id} for update`)
    const ordering = prepare(app, bo, place(bo, 'guest'))
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "orders"%'`
    await expect.poll(async () => (await app.database.sql(waiting)).length).toBe(1)
    await changeClubState(tx, choir.id, 'live')
    return { ordering }
  })
  const { status, own } = await stateOf(app, bo, await written.ordering)
  expect([status, own!.testMode]).toEqual(['paid', false])
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, choir)).toEqual([])
})
