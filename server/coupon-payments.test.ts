import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireOrders } from './domains/orders/expire-orders.ts'
import { buildClub, signedIn, type Club, type Person } from './testing/builders.ts'
import { buildCoupon } from './testing/coupon-builders.ts'
import { prepareWith, usedOf, usesOf } from './testing/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from './testing/event-builders.ts'
import { giveBack, newestOrder } from './testing/line-refunds.ts'
import { openWindow, payInWindow, stateOf, visit, type Line } from './testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  app = await createTestApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
})
beforeEach(async () => {
  await app.database.sql('truncate rate_windows')
  club = await buildClub(app)
  event = await buildEvent(app, club, {
    onePerPerson: false,
    categories: [{ category: 'adult' }, { category: 'child', price: 5005 }],
  })
})
afterAll(() => app.close())

const adult = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at })
const child = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at, category: 'child' })

test('a late payment is honoured while a use is left, and given back when another has it', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const late = async (meanwhile: () => Promise<unknown>) => {
    const token = await prepareWith(app, anna, [adult()], code)
    const link = await openWindow(app, anna, club.season, token, 18_000)
    await app.moveClock('61 minutes')
    await expireOrders(app.context)
    expect(await usesOf(app, id)).toMatchObject([{ status: 'released' }])
    await meanwhile()
    await visit((await payInWindow(link, '0000'))!)
    await app.runJobs({ all: true })
    const { status } = await stateOf(app, anna, token)
    return { status, uses: await usesOf(app, id), used: await usedOf(app, id) }
  }
  const other = await late(async () => prepareWith(app, bo, [adult(bo)], code))
  expect(other).toMatchObject({ status: 'expired', uses: [{ status: 'released' }, { status: 'held' }], used: 0 })
  await app.database.sql(`delete from coupon_redemptions where coupon_id = $1`, [id])
  // Not even that the code was switched off takes away what was promised in time.
  const free = await late(() => app.database.sql('update coupons set enabled = false where id = $1', [id]))
  expect(free).toMatchObject({ status: 'paid', uses: [{ status: 'used' }], used: 1 })
})

test('a ticket that is given back gives back what was paid for it, and not the use', async () => {
  const office = await signedIn(app, 'super@example.com')
  const { id, code } = await buildCoupon(app, club, { perMemberLimit: 1 })
  const token = await prepareWith(app, anna, [adult(), child()], code)
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, 18_000 + 4504), '0000'))!)
  await giveBack(app, office, { orgId: club.id, order: await newestOrder(app, office, club) }, [1])
  await app.runJobs({ all: true })
  const { own } = await stateOf(app, anna, token)
  expect(own?.givenBack).toMatchObject([{ status: 'done', amount: { minor: 4504 } }])
  expect(own?.lines.map(({ refunded }) => refunded.minor)).toEqual([0, 4504])
  expect([await usesOf(app, id), await usedOf(app, id)]).toMatchObject([[{ status: 'used' }], 1])
  expect(await codeOf(prepareWith(app, anna, [child()], code))).toBe('coupon_not_valid')
})
