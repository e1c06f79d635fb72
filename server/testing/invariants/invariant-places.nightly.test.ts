import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { booksOf, brokenInvariants } from './broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '../builders.ts'
import { buildEvent, type BuiltEvent } from '../builders/event-builders.ts'
import { buyPlaces } from '../purchases/event-purchase.ts'
import { violations, type Books } from './invariants.ts'
import { prepare } from '../purchase.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let anna: Person
let child: string
let club: Club
let event: BuiltEvent
let token: string
let books: Books
beforeAll(async () => {
  app = await createTestApp()
  anna = await signedIn(app, 'anna@example.com')
  child = await buildParticipant(app, anna, 'Liv')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  event = await buildEvent(app, club, {
    capacity: 3,
    pool: 2,
    categories: [{ category: 'adult', capacity: 2, pooled: true }],
  })
  token = await buyPlaces(app, anna, event, [{ memberId: anna.memberId, event }])
  await prepare(app, anna, [{ memberId: child, event }])
  await app.runJobs({ all: true })
  books = await booksOf(app, club)
})

/** Does something that no code of the portal may do. */
const sql = (text: string) =>
  app.database.sql(text.replaceAll('$event', `'${event.id}'`).replaceAll('$org', `'${club.id}'`))
const broken = async () => {
  const found = await violations(books)
  return [...new Set(found.map((sentence) => sentence.slice(0, 2)))].toSorted()
}

test('a ticket and a hold break no invariant', async () => {
  expect(await brokenInvariants(app, club, { acknowledged: [{ token, saw: 'paid' }] })).toEqual([])
  expect(books.ledger.captures).toHaveLength(1)
})

test.each([
  [`update event_entries set status = 'released' where status = 'paid' and event_id = $event`],
  [`update events set sold = sold + 1 where id = $event`],
  [`update event_pools set sold = sold - 1 where event_id = $event`],
  [`update event_categories set sold = sold + 1 where event_id = $event`],
  [`update events set held = held - 1 where id = $event`],
  [`update event_pools set held = held + 1 where event_id = $event`],
  [`update event_categories set held = held - 1 where event_id = $event`],
])('I2: a counter of sold or held places is wrong: %s', async (statement) => {
  await sql(statement)
  expect(await broken()).toContain('I2')
})

test.each([
  [`update events set capacity = 1 where id = $event`],
  [`update event_pools set capacity = 1 where event_id = $event`],
  [`update event_categories set capacity = 1 where event_id = $event`],
])('I3: more sold and held than the capacity: %s', async (statement) => {
  await sql(statement)
  expect(await broken()).toEqual(['I3'])
  await sql(`update event_entries set reserved_until = portal_now() where status = 'held' and event_id = $event`)
  expect(await broken()).toEqual([])
})

test('I3: two places of one person', async () => {
  await sql('drop index event_entries_one_per_person')
  await sql(`insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, reserved_until, one_per_person)
    select '${newId()}', event_id, category_id, org_id, member_id, order_id, portal_now() + interval '1 minute', true
    from event_entries where status = 'held' and event_id = $event limit 1`)
  expect((await violations(books)).join()).toMatch(/I3: entries .* are two places of one person/)
})

test('I7: a place held for ever', async () => {
  await sql(`update event_entries set reserved_until = null where status = 'held' and event_id = $event`)
  expect(await broken()).toEqual(['I7'])
})
