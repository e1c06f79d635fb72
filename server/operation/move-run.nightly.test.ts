import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveAnswers } from '#contract/events/move-answers.ts'
import { officeEvents } from '#contract/events/office.ts'
import { tickets } from '#contract/events/tickets.ts'
import { buildClub, type Club, type Person, signedIn } from '../testing/builders.ts'
import { type BuiltEvent, buildEvent } from '../testing/builders/event-builders.ts'
import { carryOut } from '../testing/carry-out.ts'
import { booksOf, brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { died, dieAt, startServer } from '../testing/outside/portal-processes.ts'
import { buyPlaces } from '../testing/purchases/event-purchase.ts'
import { ledgerOf, prepare } from '../testing/purchase.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** A moved event whose workers and servers die with SIGKILL as guests are notified, answer, and are refunded. */
const GUESTS = 250
const ORDERS = 6

let app: TestApp
let chair: Person
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await createTestApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
afterAll(() => app.close())

const campOf = (club: Club, price: number) =>
  buildEvent(app, club, {
    onePerPerson: false,
    startsAt: new Date('2049-06-01T08:00:00Z'),
    categories: [{ category: 'adult', price }],
  })

/** The event moves to another week, and guests have their money back until a day. */
async function move({ id: eventId, orgId }: BuiltEvent): Promise<void> {
  const which = { orgId, eventId }
  const { fields, version } = await app.call(officeEvents.item, which, { as: chair.token })
  const nextWeek = { startsAt: '2049-06-08T10:00', endsAt: '2049-06-08T14:00', keepUntil: '2049-06-05' }
  await app.call(
    officeEvents.save,
    { ...which, ...fields, version, ...nextWeek, moveText: { da: 'Stormen kom.' } },
    { as: chair.token },
  )
  await carryOut(app)
}

test('workers die in and after each part of the guests: everybody is notified and mailed once', async () => {
  const club = await buildClub(app)
  const camp = await campOf(club, 0)
  const domain = `${club.key.toLowerCase()}.example`
  await prepare(app, chair, [{ memberId: chair.memberId, event: camp }])
  await app.database.sql(
    `with guests as (
       insert into members (id, first_name, last_name, email)
       select portal_new_id(), 'Guest', 'Nr' || at, 'guest' || at || '@' || at % 10 || '.' || $2 from generate_series(1, $3) at returning id),
     signed_in as (
       insert into member_identities (issuer, subject, member_id) select 'https://elsewhere.example', id::text, id from guests)
     insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person)
     select portal_new_id(), event_id, category_id, org_id, guests.id, order_id, 'paid', false
     from guests, event_entries where event_id = $1`,
    [camp.id, domain, GUESTS],
  )
  await move(camp)
  const notified = async () => {
    const [row] = await app.database.sql<{ bells: number; people: number }>(
      `select count(*)::int as bells, count(distinct receiver_id)::int as people from notifications
       where data ->> 'eventId' = $1 and title like '%new time'`,
      [camp.id],
    )
    return row!
  }
  const progress = []
  for (const point of ['move.notifying', 'move.notified', 'move.notifying', 'move.notified', 'mail.sent:9']) {
    expect(await dieAt(app, point)).toBe(true)
    progress.push((await notified()).bells)
  }
  // Nothing of a part that was not committed, and all of one that was.
  expect(progress.slice(0, 4)).toEqual([0, 100, 100, 200])
  await app.runJobs({ all: true, mayFail: true })
  expect(await notified()).toEqual({ bells: GUESTS + 1, people: GUESTS + 1 })
  const mails = await app.database.sql<{ status: string; count: number; people: number }>(
    `select status, count(*)::int as count, count(distinct member_id)::int as people
     from messages where template = 'event-moved' group by 1`,
  )
  expect(mails).toEqual([{ status: 'sent', count: GUESTS + 1, people: GUESTS + 1 }])
  // A repeated Message-ID is one mail.
  const received = (await booksOf(app, club)).mailbox.filter(({ to }) => to.endsWith(domain))
  expect([received.length, new Set(received.map(({ to }) => to)).size]).toEqual([GUESTS, GUESTS])
}, 600_000)

test('servers die with an answer and before it arrives, workers with its refund: each ticket is refunded once', async () => {
  const club = await buildClub(app)
  const camp = await campOf(club, 20_000)
  for (let bought = 0; bought < ORDERS; bought += 2) {
    await app.database.sql('delete from rate_windows')
    for (const one of [anna, bo]) await buyPlaces(app, one, camp, [{ memberId: one.memberId, event: camp }])
  }
  await app.runJobs({ all: true })
  await move(camp)
  const ticketsOf = async ({ token }: Person) =>
    (await app.call(tickets.list, { eventId: camp.id }, { as: token })).map(({ id }) => id)
  const [kept, ...given] = await ticketsOf(anna)
  const refunded = given.map((entryId) => [anna, entryId] as const)
  for (const entryId of await ticketsOf(bo)) refunded.push([bo, entryId])
  expect(refunded.length).toBe(ORDERS - 1)
  const stored = async () => {
    const [row] = await app.database.sql<{ answers: number; refunds: number }>(
      `select (select count(*)::int from event_move_answers where answer = 'refund') as answers,
         (select count(*)::int from refunds join orders on orders.id = order_id where orders.org_id = $1) as refunds`,
      [club.id],
    )
    return row!
  }
  const answer = ({ call }: Pick<TestApp, 'call'>, [person, entryId]: (typeof refunded)[number]) =>
    call(moveAnswers.ofTicket, { entryId, answer: 'refund' }, { as: person.token })

  await app.call(moveAnswers.ofTicket, { entryId: kept!, answer: 'keep' }, { as: anna.token })
  const [first] = refunded
  for (const [point, left] of [
    ['move.answering', { answers: 0, refunds: 0 }],
    ['answer.moved', { answers: 1, refunds: 1 }],
  ] as const) {
    const server = await startServer(app, point)
    await expect(answer(server, first!)).rejects.toThrow('fetch failed')
    expect(await died(server.child)).toBe(true)
    expect(await stored()).toEqual(left)
  }
  // Whoever got no answer presses again. One at a time: of a call to the gateway that is cut nobody knows whether it arrived.
  for (const [at, one] of refunded.entries()) {
    await answer(app, one)
    expect(await dieAt(app, at % 2 ? 'refund.done' : 'refund.taken')).toBe(true)
    await app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds'`)
    await app.runJobs({ all: true })
  }
  expect(await stored()).toEqual({ answers: ORDERS - 1, refunds: ORDERS - 1 })

  const orders = await app.database.sql<{ number: string; status: string; refunds: string[] }>(
    `select number, event_entries.status, array(
       select refunds.status from refunds where refunds.order_id = orders.id) as refunds
     from orders join event_entries on event_entries.order_id = orders.id where event_entries.event_id = $1`,
    [camp.id],
  )
  expect(orders.map(({ status, refunds }) => [status, ...refunds].join(' ')).toSorted()).toEqual([
    ...Array.from({ length: ORDERS - 1 }, () => 'cancelled done'),
    'paid',
  ])
  for (const { number, status } of orders)
    expect((await ledgerOf(number)).credits.map(({ amount, isSuccess }) => [amount, isSuccess])).toEqual(
      status === 'paid' ? [] : [[20_000, true]],
    )
  expect(await brokenInvariants(app, club)).toEqual([])
}, 600_000)
