import { beforeAll, beforeEach, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { tickets } from '#contract/events/tickets.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent, buildQuestions, questionOf } from '#server/testing/builders/event-builders.ts'
import { failedCalls } from '#server/testing/failed-calls.ts'
import { membershipData, stateOf, type Line } from '#server/testing/purchase.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** Free orders that an administrator makes for a member have to be accepted by the member, as paid ones are. */
let app: TestApp
let anna: Person
let bo: Person
let superAdmin: Person
let club: Club
let free: Season
let event: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  superAdmin = await signedIn(app, 'super@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  free = await buildSeason(app, club, { price: 0, surcharge: 0 })
  event = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'adult', price: 0 }] })
  await app.call(acting.impersonate, { memberId: anna.memberId }, { as: superAdmin.token })
})

/** As the super admin who acts as Anna. */
const like = () => ({ as: superAdmin.token, headers: { 'acting-for': anna.memberId } })

async function order(lines: readonly Line[], as: object = like(), changes: object = {}): Promise<string> {
  const data = membershipData(lines, { gdprAgreement: true, ...changes })
  return (await app.call(orders.prepare, { token: newToken(), membershipData: data }, as)).token
}
const seasonAndPlace = (): Line[] => [
  { memberId: anna.memberId, season: free },
  { memberId: anna.memberId, event },
]
const accept = (token: string, as: object = { as: anna.token }, gdprAgreement = true) =>
  app.call(orders.accept, { token, gdprAgreement }, as)
const cancel = (token: string) => app.call(orders.cancel, { token }, { as: anna.token })
const unpaid = () => app.call(orders.unpaid, {}, { as: anna.token })

async function brokenAfterJobs() {
  await app.runJobs({ all: true })
  return brokenInvariants(app, club)
}

/** Whether the club's terms run with Anna's consent, and its places with what was counted as sold. */
const delivered = async () => ({
  terms: await app.database.sql('select status, gdpr_agreement as agreed from membership_terms where org_id = $1', [
    club.id,
  ]),
  places: await app.database.sql('select status, reserved_until is null as firm from event_entries where org_id = $1', [
    club.id,
  ]),
  sold: await app.database.sql('select coalesce(sum(sold), 0)::int as sold from event_categories where event_id = $1', [
    event.id,
  ]),
})
const held = {
  terms: [{ status: 'held', agreed: false }],
  places: [{ status: 'held', firm: false }],
  sold: [{ sold: 0 }],
}
const taken = {
  terms: [{ status: 'active', agreed: true }],
  places: [{ status: 'paid', firm: true }],
  sold: [{ sold: 1 }],
}
const released = {
  ...held,
  terms: [{ status: 'released', agreed: false }],
  places: [{ status: 'released', firm: false }],
}

test('an administrator need not give required answers, which they may not read; the member is asked for them', async () => {
  await buildQuestions(app, event, [questionOf({ required: true, sensitive: true })])
  const place = [{ memberId: anna.memberId, event }]
  expect(await codeOf(order(place, { as: anna.token }))).toBe('answers_invalid')
  await accept(await order(place))
  expect(await app.call(tickets.list, { eventId: event.id }, { as: anna.token })).toMatchObject([{ answersMissing: 1 }])
})

test('a free order by an administrator is held until its member agrees and accepts it', async () => {
  const token = await order(seasonAndPlace())
  expect(await delivered()).toEqual(held)
  const [bell] = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  expect(bell).toMatchObject({ type: 'ORDER_READY', data: { orgId: club.id, free: true } })
  expect(bell!.message).toContain('Susanne Dahl')
  expect(await unpaid()).toMatchObject([
    { token, total: { minor: 0 }, asksForConsent: true, begunBy: 'Susanne Dahl', can: { pay: true, cancel: true } },
  ])
  expect(await codeOf(accept(token, { as: anna.token }, false))).toBe('consent_required')
  expect(await delivered()).toEqual(held)

  expect(await accept(token)).toEqual({ status: 'paid' })
  expect(await delivered()).toEqual(taken)
  expect((await stateOf(app, anna, token)).own).toMatchObject({ asksForConsent: false, receiptNumber: null })
  expect(await unpaid()).toEqual([])
  expect(await brokenAfterJobs()).toEqual([])
})

test('a discount of everything makes an order that is asked for, too', async () => {
  const paid = await buildEvent(app, club)
  const { id, code } = await buildCoupon(app, club, { percent: 100 })
  const token = await order([{ memberId: anna.memberId, event: paid }], like(), { coupon: code })
  expect((await stateOf(app, anna, token)).status).toBe('open')
  await accept(token)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await app.database.sql('select used from coupons where id = $1', [id])).toEqual([{ used: 1 }])
  expect(await brokenAfterJobs()).toEqual([])
})

test("a member's own free order is complete at once", async () => {
  const token = await order(seasonAndPlace(), { as: anna.token })
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await delivered()).toEqual(taken)
  expect(await accept(token), 'nothing is asked').toEqual({ status: 'paid' })
  expect(await delivered()).toEqual(taken)
})

test('nobody else accepts it, and nobody accepts what costs something', async () => {
  const token = await order(seasonAndPlace())
  expect(await codeOf(accept(token, { as: bo.token }))).toBe('order_not_found')
  expect(await codeOf(accept(token, like()))).toBe('impersonator_refused')
  expect(await delivered()).toEqual(held)
  await cancel(token)
  const paid = await order([{ memberId: anna.memberId, season: club.season }])
  expect(await codeOf(accept(paid))).toBe('amount_mismatch')
  expect((await stateOf(app, anna, paid)).status).toBe('open')
})

test('a declined one is released, and cannot be accepted any more', async () => {
  const token = await order(seasonAndPlace())
  expect(await cancel(token)).toEqual({ status: 'cancelled' })
  expect(await delivered()).toMatchObject(released)
  expect(await codeOf(accept(token))).toBe('order_ended')
})

test('one that nobody answers expires with its place, which another takes', async () => {
  const token = await order(seasonAndPlace())
  const another = () => order([{ memberId: bo.memberId, event }], { as: bo.token })
  expect(await codeOf(another())).toBe('event_sold_out')
  await app.moveClock('31 minutes')
  await runRecurring(app, 'orders.expire')
  expect((await stateOf(app, anna, token)).status).toBe('expired')
  await another()
  expect(await codeOf(accept(token))).toBe('order_ended')
  expect(await brokenAfterJobs()).toEqual([])
})

test('accepted many times at once it is delivered once', async () => {
  const token = await order(seasonAndPlace())
  const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf(accept(token))))
  expect(new Set(answers.filter((code) => code !== 'unavailable'))).toEqual(new Set(['ok']))
  expect(await delivered()).toEqual(taken)
  const times = `select count(*)::int as times from status_changes where thing = 'orders' and to_status = 'paid'
    and thing_id = (select id from orders where org_id = $1)`
  expect(await app.database.sql(times, [club.id])).toEqual([{ times: 1 }])
  expect(await brokenAfterJobs()).toEqual([])
  expect(failedCalls(app.log)).toEqual([])
})

test('accepted and declined at the same moment: one of the two, never half of both', async () => {
  for (let round = 0; round < 6; round++) {
    await app.database.sql('delete from rate_windows')
    const token = await order(seasonAndPlace())
    const [accepted, declined] = await Promise.all([codeOf(accept(token)), codeOf(cancel(token))])
    const { status } = await stateOf(app, anna, token)
    if (status === 'paid') expect([accepted, declined]).toEqual(['ok', 'order_paid'])
    else expect([accepted, declined]).toEqual(['order_ended', 'ok'])
    expect(await brokenAfterJobs()).toEqual([])
    if (status === 'paid') break
  }
})
