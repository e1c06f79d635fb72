import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tickets } from '#contract/events/tickets.ts'
import { officeEvents } from '#contract/events/office.ts'
import { officeWaiting, waiting } from '#contract/events/waiting.ts'
import { inTransaction } from '../database/db.ts'
import { sql } from '../database/sql.ts'
import { askAgain } from '../testing/ask-again.ts'
import { renewPlaces } from '../domains/events/registration/reserve-places.ts'
import { buildClub, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { lockWaits, readBeforeWriting } from '../testing/lock-waits.ts'
import { gatherCrowd, type Crowd } from '../testing/purchases/crowd.ts'
import { codeOf } from '../testing/test-app.ts'
import { withoutLocks } from '../testing/without-locks.ts'
import { workOf } from '../schedule.ts'

let crowd: Crowd
let club: Club
beforeAll(async () => {
  crowd = await gatherCrowd(60)
  club = await buildClub(crowd.app)
})
afterAll(() => crowd.close())
beforeEach(() => crowd.app.database.sql('delete from rate_windows'))

/** A free event whose places the first of the crowd have, and for whose places others wait, one each. */
async function waitedFor(places: number, waits: number) {
  const event = await buildEvent(crowd.app, club, {
    capacity: places,
    onePerPerson: false,
    categories: [{ category: 'adult', price: 0 }],
  })
  const [guests, waiters] = [crowd.people.slice(0, places), crowd.people.slice(places, places + waits)]
  for (const { memberId, token } of guests)
    expect(await crowd.order({ memberId, token }, [{ memberId, event }])).toBe('ok')
  for (const { memberId, token: as } of waiters)
    await crowd.app.call(
      waiting.join,
      { eventId: event.id, people: [{ memberId, category: 'adult' }], mode: 'all' },
      { as },
    )
  const entries = await crowd.app.database.sql<{ id: string; memberId: string }>(
    `select id, member_id as "memberId" from event_entries where event_id = $1`,
    [event.id],
  )
  const cancelTicket = (at: number) => {
    const { memberId, token: as } = guests[at]!
    const entryId = entries.find((one) => one.memberId === memberId)!.id
    return askAgain(() => crowd.app.call(tickets.cancel, { entryId }, { as }))
  }
  return { event, cancelTicket, others: crowd.people.slice(places + waits) }
}

/** The job, as a worker runs it. */
const offer = (event: BuiltEvent) =>
  workOf(crowd.app.context)
    .handlers.find(({ name }) => name === 'events.offer-places')!
    .run({ eventId: event.id }, { attempt: 1, maxAttempts: 1 })

const placesOf = async (event: BuiltEvent) => {
  const [row] = await crowd.app.database.sql<{ taken: number; offered: number }>(
    `select (select count(*)::int from event_entries where event_id = $1 and status in ('held', 'paid')) as taken,
      (select count(*)::int from waiting_wishes where event_id = $1 and status = 'offered') as offered`,
    [event.id],
  )
  return row!
}

test('freed places against buyers: those who wait get them, and nobody else a single one', async () => {
  const { event, cancelTicket, others } = await waitedFor(5, 5)
  const buyers = others.slice(0, 30)
  const [, ...codes] = await Promise.all([
    // A worker that waits too long for the lock tries again: the job is queued with each cancellation.
    Promise.all([0, 1, 2, 3, 4].map(cancelTicket)).then(() => Promise.allSettled([offer(event), offer(event)])),
    ...buyers.map((person) => crowd.order(person, [{ memberId: person.memberId, event }])),
  ])
  expect(new Set(codes)).toEqual(new Set(['event_sold_out']))
  await crowd.app.runJobs({ all: true })
  expect(await placesOf(event)).toEqual({ taken: 5, offered: 5 })
  // A ticket that is cancelled before its mail leaves is not mailed.
  const broken = await brokenInvariants(crowd.app, club)
  expect(broken.filter((one) => !one.includes('tickets-paid is unwanted'))).toEqual([])
})

test('two workers and two raised capacities at once: each place is offered once', async () => {
  const { event } = await waitedFor(1, 6)
  const raise = () =>
    inTransaction(crowd.app.database.db, (tx) =>
      tx.execute(sql`update events set capacity = capacity + 2 where id = ${event.id}`),
    )
  await Promise.all([raise(), offer(event), raise(), offer(event), offer(event)])
  await crowd.app.runJobs({ all: true })
  await offer(event)
  expect(await placesOf(event)).toEqual({ taken: 5, offered: 4 })
})

test('control: without the lock on the event two workers offer the same place twice', async () => {
  const { event } = await waitedFor(1, 4)
  await crowd.app.database.sql('update events set capacity = 2 where id = $1', [event.id])
  await withoutLocks(() =>
    readBeforeWriting(crowd.app, 'waiting_wishes', () => Promise.allSettled([offer(event), offer(event)])),
  )
  expect((await placesOf(event)).taken).toBeGreaterThan(2)
  await lift(event)
})

test('a place that becomes free while its taker leaves the list is not lost', async () => {
  const { event, cancelTicket } = await waitedFor(1, 2)
  const [first] = crowd.people.slice(1)
  const [wish] = (await crowd.app.call(waiting.mine, {}, { as: first!.token })).filter(
    ({ eventId }) => eventId === event.id,
  )
  await inTransaction(crowd.app.database.db, async (tx) => {
    await tx.execute(sql`select from events where id = ${event.id} for update`)
    const both = [
      codeOf(crowd.app.call(waiting.leave, { wishId: wish!.id }, { as: first!.token })),
      codeOf(cancelTicket(0)),
    ]
    await lockWaits(crowd.app, 2)
    return { both }
  }).then(({ both }) => Promise.all(both))
  await crowd.app.runJobs({ all: true })
  expect(await placesOf(event)).toEqual({ taken: 1, offered: 1 })
})

/** A free place, two who wait for it, and two offices. */
async function withTwoOffices() {
  const { event } = await waitedFor(1, 2)
  await crowd.app.database.sql('update events set capacity = 2 where id = $1', [event.id])
  const wishes = await crowd.app.database.sql<{ id: string }>('select id from waiting_wishes where event_id = $1', [
    event.id,
  ])
  const offices = await crowd.admins()
  const offerBoth = () =>
    Promise.all(
      wishes.map(({ id: wishId }, at) => {
        const input = { orgId: club.id, eventId: event.id, wishId, reason: 'Their boat is ready' }
        return codeOf(crowd.app.call(officeWaiting.offer, input, { as: offices[at]!.token }))
      }),
    )
  return { event, offerBoth }
}

test('two offices offer the last place to two who wait: one of them gets it', async () => {
  const { event, offerBoth } = await withTwoOffices()
  expect((await offerBoth()).toSorted()).toEqual(['offer_not_possible', 'ok'])
  expect(await placesOf(event)).toEqual({ taken: 2, offered: 1 })
})

test('control: without the lock on the event both offices offer the last place', async () => {
  const { event, offerBoth } = await withTwoOffices()
  expect(await withoutLocks(() => readBeforeWriting(crowd.app, 'waiting_wishes', offerBoth))).toEqual(['ok', 'ok'])
  expect((await placesOf(event)).taken).toBe(3)
  await lift(event)
})

test('control: a list that is not counted keeps no place, and buyers get those that become free', async () => {
  const { event, cancelTicket, others } = await waitedFor(2, 2)
  await crowd.app.database.sql('update events set waiting = 0 where id = $1', [event.id])
  await Promise.all([0, 1].map(cancelTicket))
  const codes = await Promise.all(
    others.slice(0, 5).map((person) => crowd.order(person, [{ memberId: person.memberId, event }])),
  )
  expect(codes.filter((code) => code === 'ok').length).toBe(2)
  await crowd.app.database.sql(`update waiting_wishes set status = 'closed' where event_id = $1`, [event.id])
})

/** A hold that has run out and that nobody has released, for whose place somebody waits. Its owner may still be paying. */
async function withLateHold() {
  const event = await buildEvent(crowd.app, club, { capacity: 1, categories: [{ category: 'adult', price: 20_000 }] })
  const [owner, waiter, ...others] = crowd.people as [Person, Person, ...Person[]]
  expect(await crowd.order(owner, [{ memberId: owner.memberId, event }])).toBe('ok')
  await crowd.app.call(
    waiting.join,
    { eventId: event.id, people: [{ memberId: waiter.memberId, category: 'adult' }], mode: 'all' },
    { as: waiter.token },
  )
  await crowd.app.database.sql(
    `update event_entries set reserved_until = portal_now() - interval '1 second' where event_id = $1`,
    [event.id],
  )
  const [order] = await crowd.app.database.sql<{ id: string }>('select id from orders where event_id = $1', [event.id])
  const renew = () =>
    inTransaction(crowd.app.context.db, async (tx) =>
      renewPlaces(
        crowd.app.context.secrets,
        tx,
        { id: order!.id, orgId: club.id },
        new Date(tx.now.getTime() + 1_200_000),
      ),
    )
  return { event, others, renew }
}
/** How many have the place by what they were answered: its owner, and who waits. */
const owners = async (event: BuiltEvent, renewed: boolean) => Number(renewed) + (await placesOf(event)).offered

test('a hold that ran out goes to who waits or back to its owner, never to both and never to a buyer', async () => {
  const { event, others, renew } = await withLateHold()
  const [, renewed, ...codes] = await Promise.all([
    Promise.allSettled([offer(event), offer(event)]),
    renew(),
    ...others.slice(0, 10).map((person) => crowd.order(person, [{ memberId: person.memberId, event }])),
  ])
  expect(new Set(codes)).toEqual(new Set(['event_sold_out']))
  expect(await owners(event, renewed)).toBe(1)
})

test('control: without locks both its owner and who waits have the place', async () => {
  const { event, renew } = await withLateHold()
  const [renewed] = await withoutLocks(() =>
    readBeforeWriting(crowd.app, 'event_entries', () => Promise.all([renew(), offer(event)])),
  )
  expect(await owners(event, renewed)).toBe(2)
  await lift(event)
})

/** Two more places are offered while an office takes them back. */
async function whileLowered() {
  const { event } = await waitedFor(1, 2)
  await crowd.app.database.sql('update events set capacity = 3 where id = $1', [event.id])
  const as = (await crowd.admins())[0]!.token
  const which = { orgId: club.id, eventId: event.id }
  const { fields, version } = await crowd.app.call(officeEvents.item, which, { as })
  const lower = () => codeOf(crowd.app.call(officeEvents.save, { ...which, ...fields, version, capacity: 1 }, { as }))
  const capacity = async () =>
    (await crowd.app.database.sql<{ capacity: number }>('select capacity from events where id = $1', [event.id]))[0]!
      .capacity
  return { event, lower, capacity }
}

test('a capacity is lowered while its places are offered: never more are offered than there are', async () => {
  const { event, lower, capacity } = await whileLowered()
  const [saved] = await Promise.all([lower(), offer(event)])
  await crowd.app.runJobs({ all: true })
  expect((await placesOf(event)).taken).toBe(saved === 'ok' ? 1 : 3)
  expect(await capacity()).toBe(saved === 'ok' ? 1 : 3)
})

test('control: without the lock on the event a place is offered that was taken back', async () => {
  const { event, lower, capacity } = await whileLowered()
  await withoutLocks(() => readBeforeWriting(crowd.app, 'office_history', () => Promise.all([lower(), offer(event)])))
  expect((await placesOf(event)).taken).toBeGreaterThan(await capacity())
  await lift(event)
})

/** An event that a control oversold is no breach of the rules. */
const lift = (event: BuiltEvent) =>
  crowd.app.database.sql('update events set capacity = null where id = $1', [event.id])
