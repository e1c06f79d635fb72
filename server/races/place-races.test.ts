import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inTransaction, poolOf } from '../database/db.ts'
import { newId } from '../database/new-id.ts'
import { lockExpiredEntries } from '../domains/events/registration/entry-queries.ts'
import { renewPlaces } from '../domains/events/registration/reserve-places.ts'
import { buildClub, buildSeason, type Club } from '../testing/builders.ts'
import { sentBy } from '../testing/count-queries.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { gatherCrowd, type Crowd } from '../testing/purchases/crowd.ts'
import { buildEvent } from '../testing/builders/event-builders.ts'
import { lockWaits, readBeforeWriting } from '../testing/lock-waits.ts'
import type { Line } from '../testing/selection.ts'
import { withoutLocks } from '../testing/without-locks.ts'

/** Sold out is a value: an SQL error would cost the pool a connection at the worst moment. */
let crowd: Crowd
let club: Club
let thrownAway = 0
beforeAll(async () => {
  crowd = await gatherCrowd(200)
  club = await buildClub(crowd.app)
  poolOf(crowd.app.context.db).on('release', (broken) => (thrownAway += broken ? 1 : 0))
})
afterAll(() => crowd.close())
beforeEach(() => crowd.app.database.sql('delete from rate_windows'))

const counted = (codes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))

/** Whoever is asked to come again, because the server is busy, is no failure. */
const failures = () => crowd.app.log.filter((line) => line.includes('"level":"error"'))

/** Places of an event that are sold or held, by category. */
async function taken(eventId: string): Promise<Record<string, number>> {
  const rows = await crowd.app.database.sql<{ category: string; places: number }>(
    `select c.category, count(*)::int as places from event_entries e join event_categories c on c.id = e.category_id
     where e.event_id = $1 and (e.status = 'paid' or e.status = 'held' and e.reserved_until > portal_now()) group by 1`,
    [eventId],
  )
  return Object.fromEntries(rows.map(({ category, places }) => [category, places]))
}

test.each([
  ['held for a payment', 20_000],
  ['free', 0],
])(
  '200 people want the last place at once, %s: one gets it, all others learn that it is sold out',
  async (_, price) => {
    const event = await buildEvent(crowd.app, club, { capacity: 1, categories: [{ category: 'adult', price }] })
    const codes = await Promise.all(
      crowd.people.map((person) => crowd.order(person, [{ memberId: person.memberId, event }])),
    )
    expect(counted(codes)).toEqual({ ok: 1, event_sold_out: 199 })
    expect(await taken(event.id)).toEqual({ adult: 1 })
    expect([failures(), thrownAway]).toEqual([[], 0])
  },
)

test('control: without the lock on the event the last place is sold to several', async () => {
  const event = await buildEvent(crowd.app, club, { capacity: 1 })
  const orderAll = () =>
    Promise.all(crowd.people.slice(0, 60).map((person) => crowd.order(person, [{ memberId: person.memberId, event }])))
  const codes = await withoutLocks(() => readBeforeWriting(crowd.app, 'event_entries', orderAll))
  expect(counted(codes)['ok']).toBeGreaterThan(1)
  expect((await taken(event.id))['adult']).toBeGreaterThan(1)
  // A later test turns the clock back and counts the places of the whole club.
  await crowd.app.database.sql(
    `update event_entries set reserved_until = reserved_until - interval '1 day' where event_id = $1`,
    [event.id],
  )
})

test('limits by category, pool and event are never exceeded', async () => {
  const event = await buildEvent(crowd.app, club, {
    capacity: 30,
    onePerPerson: false,
    pool: 20,
    categories: [
      { category: 'adult', capacity: 12, pooled: true },
      { category: 'child', pooled: true, price: 0 },
      { category: 'guest', capacity: 15 },
    ],
  })
  const lines = ({ memberId }: { memberId: string }, at: number): Line[] => {
    const line = (category: string) => ({ memberId, event, category })
    return [
      [line('adult')],
      [line('child'), line('adult')],
      [line('guest'), line('child')],
      [line('guest'), line('adult'), line('guest')],
    ][at % 4]!
  }
  const codes = await Promise.all(crowd.people.map((person, at) => crowd.order(person, lines(person, at))))
  expect(new Set(codes)).toEqual(new Set(['ok', 'event_sold_out']))
  const { adult = 0, child = 0, guest = 0 } = await taken(event.id)
  expect(adult).toBeLessThanOrEqual(12)
  expect(guest).toBeLessThanOrEqual(15)
  expect(adult + child).toBeLessThanOrEqual(20)
  expect(adult + child + guest).toBeLessThanOrEqual(30)
  // The last ones asked for more than was left.
  expect(adult + child + guest).toBeGreaterThan(20)
  expect([failures(), thrownAway]).toEqual([[], 0])
})

test('baskets with the same events in different orders wait for each other, and none is lost', async () => {
  const events = await Promise.all([0, 1, 2].map(() => buildEvent(crowd.app, club, { onePerPerson: false })))
  const boat = await buildSeason(crowd.app, club, { name: 'Boat place', combinable: true })
  const turns = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [1, 0],
    [2, 0],
  ]
  for (let round = 0; round < (inject('nightly') ? 8 : 1); round++) {
    const codes = await Promise.all(
      crowd.people.slice(0, 40).map((person, at) => {
        const { memberId } = person
        const places: Line[] = turns[(at + round) % turns.length]!.map((which) => ({ memberId, event: events[which]! }))
        // The orders of the round before give way to these; with two tabs, to each other.
        const line = { memberId, season: boat }
        return crowd.order(person, at % 2 ? [...places, line] : [line, ...places])
      }),
    )
    expect(counted(codes)).toEqual({ ok: 40 })
    await crowd.app.database.sql('delete from rate_windows')
  }
  const tabs = crowd.people.slice(0, 10).flatMap((person) =>
    [0, 1, 2, 3].map((tab) => {
      const line = (which: number) => ({ memberId: person.memberId, event: events[which]! })
      return crowd.order(person, tab % 2 ? [line(0), line(1)] : [line(1), line(0)])
    }),
  )
  expect(counted(await Promise.all(tabs))).toEqual({ ok: 40 })
  const empty = await crowd.app.database.sql(
    `select o.id from orders o where status = 'open' and org_id = $1
       and not exists (select from event_entries e where e.order_id = o.id and e.status = 'held')
       and 'event' = any(kinds)`,
    [club.id],
  )
  expect(empty).toEqual([])
  expect([failures(), thrownAway]).toEqual([[], 0])
})

/** The order of a person at an event whose only place it holds, half an hour later. */
async function ranOut(memberId: string) {
  const event = await buildEvent(crowd.app, club, { capacity: 1 })
  const person = crowd.people.find((one) => one.memberId === memberId)!
  expect(await crowd.order(person, [{ memberId, event }])).toBe('ok')
  await crowd.app.moveClock('31 minutes')
  const [order] = await crowd.app.database.sql<{ id: string }>('select id from orders where event_id = $1', [event.id])
  return { event, order: { id: order!.id, orgId: club.id } }
}

test('an expired hold is kept by its owner or taken by another, whoever comes first: never both', async () => {
  const [anna, bo] = crowd.people as [Crowd['people'][number], Crowd['people'][number]]
  const renew = (order: { id: string; orgId: string }, meanwhile = () => Promise.resolve('')) =>
    inTransaction(crowd.app.context.db, async (tx) => [
      await renewPlaces(crowd.app.context.secrets, tx, order, new Date(tx.now.getTime() + 1_200_000)),
      await meanwhile(),
    ])
  const asks = (event: Awaited<ReturnType<typeof ranOut>>['event']) =>
    crowd.order(bo, [{ memberId: bo.memberId, event }])

  const renewed = await ranOut(anna.memberId)
  expect(await renew(renewed.order, () => asks(renewed.event))).toEqual([true, 'event_sold_out'])
  expect(await taken(renewed.event.id)).toEqual({ adult: 1 })
  const asked = await ranOut(anna.memberId)
  expect(await asks(asked.event)).toBe('ok')
  expect(await renew(asked.order)).toEqual([false, ''])
  expect(await taken(asked.event.id)).toEqual({ adult: 1 })
  await crowd.app.moveClock('-62 minutes')
  expect(await brokenInvariants(crowd.app, club, { unfinished: true })).toEqual([])
})

test('releasing expired holds skips those that are being renewed', async () => {
  const [{ memberId }] = crowd.people as [Crowd['people'][number]]
  const { event, order } = await ranOut(memberId)
  const { db, secrets } = crowd.app.context
  const runs: Promise<boolean>[] = []
  const gone = await inTransaction(crowd.app.database.db, async (tx) => {
    // Whoever renews has read what is held, and stops where it looks whether the event is still open.
    await tx.execute('lock table organisations in access exclusive mode')
    runs.push(inTransaction(db, (one) => renewPlaces(secrets, one, order, new Date(one.now.getTime() + 1_200_000))))
    await lockWaits(crowd.app, 1)
    return lockExpiredEntries(tx, [event.id], newId())
  })
  expect([gone, await runs[0]]).toEqual([[], true])
  await crowd.app.moveClock('-31 minutes')
})

test("under the event's lock an order only counts, writes the places and commits", async () => {
  const [{ memberId, token }] = crowd.people as [Crowd['people'][number]]
  const afterLock = async (price: number) => {
    const event = await buildEvent(crowd.app, club, { categories: [{ category: 'adult', price }] })
    const sent = await sentBy(() => crowd.order({ memberId, token }, [{ memberId, event }]))
    const lock = sent.findIndex((text) => text.includes('from "events"') && text.endsWith('for no key update'))
    return sent.slice(lock + 1).map((text) => /with \w+|insert into "\w+"|commit/.exec(text)?.[0])
  }
  expect(await afterLock(20_000)).toEqual(['with clock', 'insert into "event_entries"', 'commit'])
  expect(await afterLock(0)).toEqual(['with clock', 'insert into "event_entries"', 'with counted', 'commit'])
})
