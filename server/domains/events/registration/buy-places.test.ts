import { beforeAll, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import {
  buy,
  membershipData,
  openWindow,
  payInWindow,
  prepare,
  stateOf,
  visit,
  type Line,
} from '#server/testing/purchase.ts'
import { selected } from '#server/testing/selection.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let child: string
let club: Club

beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  child = await buildParticipant(app, anna, 'Liv')
  club = await buildClub(app)
})

/** Counters of an event, its pool and its categories, with what runs of its holds. */
async function placesOf(eventId: string) {
  const [row] = await app.database.sql<{ sold: number; held: number; categories: number; pools: number }>(
    `select sold, (select count(*)::int from event_entries where event_id = events.id and status = 'held'
        and (reserved_until is null or reserved_until > portal_now())) as held,
      (select coalesce(sum(sold), 0)::int from event_categories where event_id = events.id) as categories,
      (select coalesce(sum(sold), 0)::int from event_pools where event_id = events.id) as pools
     from events where id = $1`,
    [eventId],
  )
  return row!
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) =>
      error instanceof ApiProblem ? { code: error.code, data: error.body.data } : Promise.reject(error),
  )

const pay = async (token: string, buyer: Person, amount: number) => {
  const back = await payInWindow(await openWindow(app, buyer, club.season, token, amount), '0000')
  await visit(back!)
}

test('places for two people are held, paid, counted and notified', async () => {
  const event = await buildEvent(app, club, {
    capacity: 5,
    pool: 3,
    categories: [
      { category: 'adult', pooled: true },
      { category: 'child', price: 5_000, pooled: true, capacity: 2 },
    ],
  })
  const token = await prepare(app, anna, [
    { memberId: anna.memberId, event, category: 'ADULT' },
    { memberId: child, event, category: 'child' },
  ])
  expect(await placesOf(event.id)).toEqual({ sold: 0, held: 2, categories: 0, pools: 0 })
  const { own } = await stateOf(app, anna, token)
  expect(own!.number).toMatch(/^IZY-EVE-[A-Za-z0-9]{12}$/)
  expect(own!.lines.map(({ event: place, parts }) => [place!.category, place!.priceKind, parts.total.minor])).toEqual([
    ['adult', 'standard', 20_000],
    ['child', 'standard', 5_000],
  ])

  await pay(token, anna, 25_000)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await placesOf(event.id)).toEqual({ sold: 2, held: 0, categories: 2, pools: 2 })
  const bells = await app.database.sql(
    `select type from notifications where receiver_id = $1 and type = 'EVENT_REGISTRATION'`,
    [anna.memberId],
  )
  expect(bells).toHaveLength(1)
  const changes = await app.database.sql(
    `select from_status, to_status from status_changes where thing = 'event_entries' and thing_id in (select id from event_entries where event_id = $1)`,
    [event.id],
  )
  expect(changes).toEqual([
    { from_status: 'held', to_status: 'paid' },
    { from_status: 'held', to_status: 'paid' },
  ])
})

test('a free place is a ticket at once', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await placesOf(event.id)).toEqual({ sold: 1, held: 0, categories: 1, pools: 0 })
})

test('the member price is unlocked by a membership in the same basket, and lost without it', async () => {
  const shop = await buildClub(app)
  const event = await buildEvent(app, shop, { categories: [{ category: 'adult', memberPrice: 15_000 }] })
  const place = { memberId: bo.memberId, event }
  const season = { memberId: bo.memberId, season: shop.season }
  const quote = (lines: readonly Line[]) => app.call(orders.quote, { lines: lines.map(selected) }, { as: bo.token })
  const withSeason = await quote([place, season])
  expect(withSeason.lines.map((line) => [line.kind, line.priceKind])).toEqual([
    ['event', 'member_in_basket'],
    ['membership', null],
  ])
  expect(withSeason.total.minor).toBe(15_000 + shop.season.total)
  expect((await quote([place])).lines[0]).toMatchObject({ priceKind: 'standard', parts: { total: { minor: 20_000 } } })
  // The membership of somebody else in the basket is none of theirs.
  const token = await prepare(app, anna, [
    { memberId: child, event },
    { memberId: anna.memberId, season: shop.season },
  ])
  expect((await stateOf(app, anna, token)).own!.lines[0]!.event!.priceKind).toBe('standard')
})

test("when a basket's season is taken, nothing of it is held", async () => {
  const shop = await buildClub(app)
  const event = await buildEvent(app, shop, { categories: [{ category: 'adult', memberPrice: 15_000 }] })
  await buy(app, anna, shop)
  const lines = [
    { memberId: anna.memberId, season: shop.season },
    { memberId: anna.memberId, event },
  ]
  expect(await codeOf(prepare(app, anna, lines))).toBe('term_already_held')
  expect(await placesOf(event.id)).toMatchObject({ held: 0 })
})

test("a second registration names the ticket; one's own unpaid order is replaced", async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  const line = { memberId: anna.memberId, event }
  const first = await prepare(app, anna, [line])
  const second = await prepare(app, anna, [line])
  expect((await stateOf(app, anna, first)).status).toBe('cancelled')
  await pay(second, anna, 20_000)
  const [entry] = await app.database.sql<{ id: string }>(
    `select id from event_entries where event_id = $1 and status = 'paid'`,
    [event.id],
  )
  await app.database.sql('update events set capacity = 2 where id = $1', [event.id])
  const refusal = await problemOf(prepare(app, anna, [line]))
  expect(refusal).toEqual({
    code: 'already_registered',
    data: expect.objectContaining({ entryId: entry!.id, name: expect.any(String) }),
  })
})

test('two places of one person in one order are refused, unless the event allows them', async () => {
  const once = await buildEvent(app, club)
  const line = (event: typeof once): Line => ({ memberId: anna.memberId, event })
  expect(await codeOf(prepare(app, anna, [line(once), line(once)]))).toBe('already_registered')
  const often = await buildEvent(app, club, { onePerPerson: false })
  await prepare(app, anna, [line(often), line(often)])
  expect(await placesOf(often.id)).toMatchObject({ held: 2 })
})

test('too few places: refused with the number left, and nothing is held', async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  const lines = [anna.memberId, child].map((memberId) => ({ memberId, event }))
  expect(await problemOf(prepare(app, anna, lines))).toEqual({
    code: 'event_sold_out',
    data: { name: 'Liv Holm', left: 1 },
  })
  const quote = await app.call(orders.quote, { lines: lines.map(selected) }, { as: anna.token })
  expect(quote.lines.map(({ refusal }) => refusal?.gate)).toEqual([undefined, { code: 'event_sold_out', left: 1 }])
  expect(await placesOf(event.id)).toMatchObject({ held: 0 })
})

test('an expired hold is free at once, without a job', async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  await prepare(app, anna, [{ memberId: anna.memberId, event }])
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('event_sold_out')
  await app.moveClock('29 minutes 50 seconds')
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('event_sold_out')
  await app.moveClock('10 seconds')
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('ok')
})

test('a client token sent twice at once makes one order and one hold', async () => {
  const event = await buildEvent(app, club, { capacity: 5 })
  const data = { token: 'A'.repeat(40), membershipData: membershipData([{ memberId: bo.memberId, event }]) }
  const [one, other] = await Promise.all([0, 1].map(() => app.call(orders.prepare, data, { as: bo.token })))
  expect(one).toEqual(other)
  expect(await placesOf(event.id)).toMatchObject({ held: 1 })
})

test('a participant with a ticket is not archived before the event is over', async () => {
  const person = await buildParticipant(app, anna, 'Ole')
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await prepare(app, anna, [{ memberId: person, event }])
  const archive = () => codeOf(app.call(family.archiveParticipant, { id: person }, { as: anna.token }))
  expect(await archive()).toBe('participant_holds_membership')
  await app.database.sql(
    `update events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [event.id],
  )
  expect(await archive()).toBe('ok')
})
