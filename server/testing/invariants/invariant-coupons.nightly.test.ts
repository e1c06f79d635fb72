import { beforeAll, expect, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { booksOf, brokenInvariants } from './broken-invariants.ts'
import { buildClub, signedIn, type Club, type Person } from '../builders.ts'
import { buildCoupon } from '../builders/coupon-builders.ts'
import { prepareWith } from '../purchases/coupon-purchase.ts'
import { buildEvent } from '../builders/event-builders.ts'
import { openTicketWindow } from '../purchases/event-purchase.ts'
import { violations } from './invariants.ts'
import { payInWindow, visit } from '../purchase.ts'
import { sharedApp, type TestApp } from '../test-app.ts'

/** A code for three, twice for each: used once, and held once by the same member. */
let app: TestApp
let club: Club
let coupon: string
/** Who holds it. */
let anna: Person
let at: { eveId: string; code: string }
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  const [one, other] = [await buildEvent(app, club), await buildEvent(app, club)]
  const { id, code } = await buildCoupon(app, club, { totalLimit: 3, perMemberLimit: 2 })
  const token = await prepareWith(app, anna, [{ memberId: anna.memberId, event: one }], code)
  await visit((await payInWindow(await openTicketWindow(app, anna, one, token, 18_000), '0000'))!)
  await prepareWith(app, anna, [{ memberId: anna.memberId, event: other }], code)
  await app.runJobs({ all: true })
  coupon = id
  at = { eveId: other.id, code }
})

const sql = (text: string) => app.database.sql(text.replaceAll('$coupon', `'${coupon}'`))
const broken = async () =>
  (await violations(await booksOf(app, club))).map((sentence) => sentence.replace(coupon, 'it')).toSorted()

test('a use and a hold break no invariant', async () => {
  expect(await brokenInvariants(app, club)).toEqual([])
})

/** Each does something that no code of the portal may do, and undoes it. */
test.each([
  [
    `update coupons set used = used + 1 where id = $coupon`,
    `update coupons set used = used - 1 where id = $coupon`,
    ['I2: coupon it counts 2 uses and was paid with 1 times'],
  ],
  [
    `update coupons set total_limit = 1 where id = $coupon`,
    `update coupons set total_limit = 3 where id = $coupon`,
    ['I3: coupon it may be used 1 times, and is 1 times and held 1 times'],
  ],
  [
    `update coupons set per_member_limit = 1 where id = $coupon`,
    `update coupons set per_member_limit = 2 where id = $coupon`,
    ['I3: coupon it may be used 1 times by a member, and somebody has 2 uses'],
  ],
])('%s is found', async (wrong, right, sentences) => {
  await sql(wrong)
  expect(await broken()).toEqual(sentences)
  await sql(right)
  expect(await broken()).toEqual([])
})

test('a hold before the order, beside the order it replaces, is not another use', async () => {
  await sql(`update coupons set total_limit = 2 where id = $coupon`)
  await app.call(coupons.apply, { orgId: club.id, ...at }, { as: anna.token })
  expect(await broken()).toEqual([])
})

test('an expired hold does not count', async () => {
  await sql(`update coupons set total_limit = 1 where id = $coupon`)
  await sql(`update coupon_redemptions set reserved_until = portal_now() where status = 'held' and coupon_id = $coupon`)
  expect(await broken()).toEqual([])
})
