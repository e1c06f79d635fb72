import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { prepareWith, quoteWith, usedOf } from '#server/testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { payInWindow, prepare, stateOf, visit, type Line } from '#server/testing/purchase.ts'
import { selected } from '#server/testing/selection.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** Which unpaid orders of a buyer give way to a new one, and what that costs. */
let app: TestApp
let anna: Person
let child: string
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  child = await buildParticipant(app, anna, 'Liv')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const at = (event: BuiltEvent, memberId = anna.memberId): Line => ({ memberId, event })
const statuses = (tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await stateOf(app, anna, token)).status))
const heldPlacesAt = async (event: BuiltEvent) =>
  (await app.database.sql(`select id from event_entries where event_id = $1 and status = 'held'`, [event.id])).length

test('an unpaid order for the same person at the same event is replaced, with all it holds', async () => {
  const [one, other] = [await buildEvent(app, club, { capacity: 1 }), await buildEvent(app, club, { capacity: 1 })]
  const first = await prepare(app, anna, [at(one), at(other)])
  const second = await prepare(app, anna, [at(one)])
  expect(await statuses([first, second])).toEqual(['cancelled', 'open'])
  expect([await heldPlacesAt(one), await heldPlacesAt(other)]).toEqual([1, 0])
})

test('orders for another person, another event or a season are kept', async () => {
  const [one, other] = [await buildEvent(app, club), await buildEvent(app, club)]
  const tokens = [
    await prepare(app, anna, [at(one)]),
    await prepare(app, anna, [at(one, child)]),
    await prepare(app, anna, [at(other)]),
    await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }]),
  ]
  expect(await statuses(tokens)).toEqual(['open', 'open', 'open', 'open'])
  expect([await heldPlacesAt(one), await heldPlacesAt(other)]).toEqual([2, 1])
})

test('an order that is being paid is not replaced: the person is registered', async () => {
  const event = await buildEvent(app, club, { capacity: 2 })
  const token = await prepare(app, anna, [at(event)])
  await payInWindow(await openTicketWindow(app, anna, event, token, 20_000), '0011')
  // As when the gateway has been read, and has not taken the money yet.
  await app.database.sql('update orders set reserved_until = null where org_id = $1', [club.id])
  await app.database.sql('update event_entries set reserved_until = null where event_id = $1', [event.id])
  expect(await codeOf(prepare(app, anna, [at(event)]))).toBe('already_registered')
  expect(await statuses([token])).toEqual(['open'])
})

test('a refused order leaves the previous one as it was', async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  const token = await prepare(app, anna, [at(event)])
  expect(await codeOf(prepare(app, anna, [at(event), at(event, child)]))).toBe('event_sold_out')
  expect(await statuses([token])).toEqual(['open'])
  expect(await heldPlacesAt(event)).toBe(1)
})

test('places held for another person are not available, and the quote says so', async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  await prepare(app, anna, [at(event, child)])
  const quote = await app.call(orders.quote, { lines: [selected(at(event))] }, { as: anna.token })
  expect(quote.lines[0]!.refusal?.code).toBe('event_sold_out')
  const again = await app.call(orders.quote, { lines: [selected(at(event, child))] }, { as: anna.token })
  expect(again.lines[0]!.refusal).toBeNull()
})

test('changing the person of a ticket keeps the place and the code of the replaced order', async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1, perMemberLimit: 1 })
  const season = { memberId: anna.memberId, season: club.season }
  const first = await prepareWith(app, anna, [season, at(event, child)], code)
  // Alone it is another order, which leaves the first one what it has.
  const alone = await quoteWith(app, anna, [at(event)], code)
  expect(alone.lines[0]!.refusal?.code).toBe('event_sold_out')

  const swapped = [at(event), season]
  const total = club.season.total + 18_000
  const quote = await quoteWith(app, anna, swapped, code)
  expect(quote.lines.map(({ refusal }) => refusal)).toEqual([null, null])
  expect([quote.coupon?.problem, quote.total.minor]).toEqual([null, total])
  const second = await prepareWith(app, anna, swapped, code)
  expect(await statuses([first, second])).toEqual(['cancelled', 'open'])
  await visit((await payInWindow(await openTicketWindow(app, anna, event, second, total), '0000'))!)
  expect(await statuses([first, second])).toEqual(['cancelled', 'paid'])
  await app.runJobs({ all: true })
  expect([await usedOf(app, id), await brokenInvariants(app, club)]).toEqual([1, []])
})

test('a code held for an order that is kept is not available to the new one', async () => {
  const [one, other] = [await buildEvent(app, club), await buildEvent(app, club)]
  const { code } = await buildCoupon(app, club, { totalLimit: 1 })
  const season = { memberId: anna.memberId, season: club.season }
  const token = await prepareWith(app, anna, [at(one, child)], code)
  expect((await quoteWith(app, anna, [season, at(other)], code)).coupon?.problem).toBe('coupon_not_valid')
  expect(await codeOf(prepareWith(app, anna, [season, at(one)], code))).toBe('coupon_not_valid')
  expect(await statuses([token])).toEqual(['open'])
})

test('round trips do not grow with the lines of an order or with what was sold', async () => {
  const people = [
    anna.memberId,
    child,
    await buildParticipant(app, anna, 'Ida'),
    await buildParticipant(app, anna, 'Bo'),
  ]
  const events = await Promise.all(
    [0, 1, 2].map(() => buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })),
  )
  const one = await countQueries(() => prepare(app, anna, [at(events[0]!, people[3])]))
  const lines = events.flatMap((event) => people.slice(0, 3).map((memberId) => at(event, memberId)))
  const many = await countQueries(() => prepare(app, anna, lines))
  expect(many).toBe(one)
  const paid = await buildEvent(app, club)
  const first = await countQueries(() => prepare(app, anna, [at(paid, people[1])]))
  await Promise.all(people.slice(2).map((memberId) => prepare(app, anna, [at(paid, memberId)])))
  const last = await buildParticipant(app, anna, 'Ole')
  expect(await countQueries(() => prepare(app, anna, [at(paid, last)]))).toBe(first)
})
