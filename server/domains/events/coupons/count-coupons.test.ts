import { beforeAll, beforeEach, expect, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import {
  clubWithPricedEvent,
  prepareWith,
  quoteWith,
  usedOf,
  usesOf,
} from '#server/testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { buy, openWindow, payInWindow, stateOf, visit, type Line } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
})
beforeEach(async () => {
  ;({ club, event } = await clubWithPricedEvent(app))
})

const adult = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at })
const child = (of: Person = anna, at = event): Line => ({ memberId: of.memberId, event: at, category: 'child' })
const apply = (who: Person, code: string) =>
  app.call(coupons.apply, { orgId: club.id, code, eveId: event.id }, { as: who.token })
const pay = async (token: string, buyer: Person, amount: number) =>
  visit((await payInWindow(await openWindow(app, buyer, club.season, token, amount), '0000'))!)

test('a percentage is taken off each ticket, not off a membership; the use is held, then used', async () => {
  const { id, code } = await buildCoupon(app, club)
  const lines = [{ memberId: anna.memberId, season: club.season }, adult(), child()]
  const quoted = await quoteWith(app, anna, lines, code.toLowerCase().replace('-', ' '))
  expect(quoted.coupon).toEqual({ code, name: 'Ten percent', off: { minor: 2501, currency: 'DKK' }, problem: null })
  const total = club.season.total + 20_000 + 5005 - 2501
  expect(quoted.total.minor).toBe(total)
  expect(quoted.lines.map(({ parts }) => [parts!.discount.minor, parts!.total.minor])).toEqual([
    [0, club.season.total],
    [2000, 18_000],
    [501, 4504],
  ])
  expect(await usesOf(app, id)).toEqual([])

  const token = await prepareWith(app, anna, lines, code)
  expect(await usesOf(app, id)).toEqual([{ status: 'held', off: 2501, firm: false, claim: false }])
  await pay(token, anna, total)
  const state = await stateOf(app, anna, token)
  expect([state.status, state.own?.coupon, state.own?.total.minor]).toEqual(['paid', code, total])
  expect(state.own?.lines.map(({ parts }) => parts.discount.minor)).toEqual([0, 2000, 501])
  expect([await usesOf(app, id), await usedOf(app, id)]).toEqual([
    [{ status: 'used', off: 2501, firm: true, claim: false }],
    1,
  ])
})

test('an amount is spread over the tickets of its categories; an order of zero is paid at once', async () => {
  const { id, code } = await buildCoupon(app, club, { amount: 12_000, categories: ['child'] })
  const quoted = await quoteWith(app, anna, [adult(), child()], code)
  expect(quoted.lines.map(({ parts }) => parts!.total.minor)).toEqual([20_000, 0])
  expect((await quoteWith(app, anna, [adult()], code)).coupon).toMatchObject({ off: { minor: 0 }, problem: null })
  expect(await codeOf(prepareWith(app, anna, [adult()], code))).toBe('coupon_not_valid')
  const token = await prepareWith(app, anna, [child()], code)
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid', own: { receiptNumber: null } })
  expect([await usesOf(app, id), await usedOf(app, id)]).toEqual([
    [{ status: 'used', off: 5005, firm: true, claim: false }],
    1,
  ])
})

test('an order that ends releases the use; one that replaces another takes it over', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1, perMemberLimit: 1 })
  const first = await prepareWith(app, anna, [adult()], code)
  expect(await codeOf(prepareWith(app, bo, [adult(bo)], code))).toBe('coupon_not_valid')
  // The buyer's own hold counts as theirs, as long as the new order replaces the old one.
  expect((await quoteWith(app, anna, [adult(), child()], code)).coupon?.problem).toBeNull()
  const second = await prepareWith(app, anna, [adult(), child()], code)
  expect((await stateOf(app, anna, first)).status).toBe('cancelled')
  const elsewhere = await buildEvent(app, club)
  expect(await codeOf(prepareWith(app, anna, [adult(anna, elsewhere)], code))).toBe('coupon_not_valid')
  await app.call(orders.cancel, { token: second }, { as: anna.token })
  expect(await usesOf(app, id)).toMatchObject([{ status: 'released' }, { status: 'released' }])
  await prepareWith(app, bo, [adult(bo)], code)
  expect(await usesOf(app, id)).toMatchObject([{ status: 'released' }, { status: 'released' }, { status: 'held' }])
})

test('a use held before the order is reused, blocks others, and goes into the order', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const kept = await apply(anna, code)
  expect(kept).toMatchObject({ status: 'success', coupon: { code, percent: 10, left: null } })
  await app.moveClock('10 minutes')
  expect((await apply(anna, code)).reservedUntil).toBe(kept.reservedUntil)
  expect(await usesOf(app, id)).toEqual([{ status: 'held', off: 0, firm: false, claim: true }])
  expect(await codeOf(apply(bo, code))).toBe('coupon_not_valid')
  expect((await quoteWith(app, bo, [adult(bo)], code)).coupon?.problem).toBe('coupon_not_valid')
  await prepareWith(app, anna, [adult()], code)
  expect(await usesOf(app, id)).toEqual([{ status: 'held', off: 2000, firm: false, claim: false }])
})

test('a hold expires by the clock, and the next buyer gets the use', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  await apply(anna, code)
  await app.moveClock('31 minutes')
  const token = await prepareWith(app, bo, [adult(bo)], code)
  expect(await codeOf(apply(anna, code))).toBe('coupon_not_valid')
  await app.moveClock('31 minutes')
  // No job has ended that order yet.
  expect((await stateOf(app, bo, token)).status).not.toBe('cancelled')
  await apply(anna, code)
  expect(await usesOf(app, id)).toMatchObject([{ claim: true }, { claim: false, status: 'held' }])
})

test('a code used for somebody else counts for the buyer', async () => {
  const ida = await buildParticipant(app, anna, 'Ida')
  const { code } = await buildCoupon(app, club, { perMemberLimit: 1 })
  const token = await prepareWith(app, anna, [{ memberId: ida, event, category: 'child' }], code)
  await pay(token, anna, 4504)
  expect(await codeOf(prepareWith(app, anna, [adult()], code))).toBe('coupon_not_valid')
  await prepareWith(app, bo, [adult(bo)], code)
})

test('a code takes nothing off a membership alone', async () => {
  const { code } = await buildCoupon(app, club)
  const lines = [{ memberId: bo.memberId, season: club.season }]
  expect(await codeOf(prepareWith(app, bo, lines, code))).toBe('coupon_not_valid')
  expect((await stateOf(app, bo, await buy(app, bo, club))).own?.total.minor).toBe(club.season.total)
})
