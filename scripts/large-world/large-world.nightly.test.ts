import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDb, openDb, poolOf, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { readEventViewer } from '#server/domains/events/listing/event-viewer.ts'
import { listEntries } from '#server/domains/events/registration/list-entries.ts'
import { selectTickets } from '#server/domains/events/tickets/queries.ts'
import { relationshipsOf } from '#server/domains/members/index.ts'
import { selectMemberships } from '#server/domains/memberships/queries.ts'
import { selectUnresolved } from '#server/domains/orders/office/list-unresolved.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { largeOf, seedDemoWorld } from '../seed.ts'

const secrets = createSecrets('a key for tests, 32 characters or more')
const size = { clubs: 20, events: 200, members: 1000, entries: 4000 }
let database: TestDatabase

const count = async (from: string) =>
  Number((await database.sql<{ n: string }>(`select count(*) n from ${from}`))[0]!.n)
const guards = () =>
  database.sql(`
    select indexdef as definition from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all select tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
let before: unknown

beforeAll(async () => {
  database = await createTestDatabase()
  before = await guards()
  expect(await seedDemoWorld({ db: database.db, secrets }, size)).toBe(true)
  await database.sql('vacuum (analyze)')
})
afterAll(() => database.drop())

it('has the requested number of clubs, events, members and places', async () => {
  expect(await count(`organisations where key ~ '^K\\d{4}$'`)).toBe(size.clubs)
  expect(await count("events join organisations o on o.id = org_id where key ~ '^K\\d{4}$'")).toBe(size.events)
  expect(await count(`members where email like '%@post.example'`)).toBe(size.members * 0.7)
  const places = await count("event_entries join organisations o on o.id = org_id where key ~ '^K\\d{4}$'")
  expect(places / size.entries).toBeCloseTo(1, 1)
})

it('finds every paid order, and no other', async () => {
  expect(await count(`orders where (search <> '') <> (status in ('paid', 'refunded'))`)).toBe(0)
  expect(
    await count(`orders join searched_orders found using (id) where orders.search not in ('', found.search)`),
  ).toBe(0)
})

it('leaves every index, key and trigger as the migrations made it', async () => {
  expect(await guards()).toEqual(before)
})

it('its counters match the places sold, and its orders cost what their lines cost', async () => {
  expect(await count('events e where sold <> (select sum(sold) from event_categories c where c.event_id = e.id)')).toBe(
    0,
  )
  expect(await count('orders o where total <> (select sum(l.total) from order_lines l where l.order_id = o.id)')).toBe(
    0,
  )
  expect(
    await count(`membership_terms t left join orders o on o.id = t.order_id left join payments p on p.order_id = o.id and p.status = 'captured'
      where t.status = 'active' and (o.status <> 'paid' or p.amount is distinct from o.total)`),
  ).toBe(0)
  expect(
    await count(`receipt_counters c where last <> (select count(*) from (
        select org_id, year, test_mode, number from receipts union all select org_id, year, test_mode, number from credit_notes) r
      where (r.org_id, r.year, r.test_mode) = (c.org_id, c.year, c.test_mode) and r.number between 1 and c.last)`),
  ).toBe(0)
})

it('lets families act for each other, and gives the demo family more clubs', async () => {
  expect(await count('people_in_reach')).toBeGreaterThan(size.members * 0.5)
  expect(
    await count(`memberships join members on members.id = member_id where email = 'anna@example.com'`),
  ).toBeGreaterThan(2)
})

/** Rows of some tables that `work` reads, on the one connection that it is given. */
async function rowsRead<T>(tables: readonly string[], work: (db: Db) => Promise<T>): Promise<[T, number]> {
  const db = openDb(database.url, { name: 'one', size: 1 })
  const read = async () => {
    await poolOf(db).query('select pg_stat_force_next_flush()')
    const { rows } = await poolOf(db).query<{ rows: string }>(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables where relname = any($1)`,
      [tables],
    )
    return Number(rows[0]!.rows)
  }
  const start = await read()
  const answer = await work(db)
  const end = await read()
  await closeDb(db)
  return [answer, end - start]
}

const annaId = async () =>
  (await database.sql<{ id: string }>(`select id from members where email = 'anna@example.com'`))[0]!.id

it("finds a member's tickets without reading everybody's", async () => {
  const seenBy = { memberId: await annaId() }
  const tables = ['event_entries', 'order_lines', 'orders', 'receipts']
  const [tickets, rows] = await rowsRead(tables, (db) => selectTickets(db, { seenBy }))
  expect(tickets.length).toBeGreaterThan(5)
  expect(rows).toBeLessThan(20 * tickets.length)
})

const annasClub = async () =>
  (
    await database.sql<{ key: string }>(
      `select key from organisations join memberships on org_id = organisations.id join members on members.id = member_id
       where email = 'anna@example.com' order by key limit 1`,
    )
  )[0]!.key

it.each([
  ['themselves', async () => ({ memberId: await annaId(), roles: [], grants: [] })],
  ['a stranger', async () => ({ memberId: newId(), roles: [], grants: [] })],
  [
    'an admin of a club',
    async () => ({ memberId: newId(), roles: [{ org: await annasClub(), role: 'ADMIN' }], grants: [] }),
  ],
  ['an admin of ALL', async () => ({ memberId: newId(), roles: [{ org: 'ALL', role: 'ADMIN' }], grants: [] })],
])("shows %s a person's memberships and places without reading everybody's", async (_, actorOf) => {
  const actor = { ...(await actorOf()), via: { language: 'da' } } as unknown as MemberActor
  const memberIds = [await annaId()]
  const tables = ['members', 'memberships', 'membership_terms', 'event_entries', 'order_lines', 'orders']
  const [seen, rows] = await rowsRead(tables, async (db) => ({
    people: (await relationshipsOf(db, actor, memberIds)).length,
    memberships: (await selectMemberships(db, { memberIds, seenBy: actor })).length,
    places: (await listEntries(db, actor, {})).length,
  }))
  const { people, memberships, places } = seen
  expect(rows).toBeLessThan(100 + 20 * (people + memberships + places))
})

it("finds a family and its clubs without reading everybody's", async () => {
  const actor = { memberId: await annaId(), roles: [], grants: [] } as unknown as MemberActor
  const tables = ['members', 'family_invitations']
  const [{ family, clubs }, rows] = await rowsRead(tables, (db) => readEventViewer(db, actor))
  expect(family).toHaveLength(4)
  expect(clubs.length).toBeGreaterThan(2)
  expect(rows).toBeLessThan(size.members)
})

it("finds a club's unresolved payments without reading all its payments", async () => {
  const [club] = await database.sql<{ id: string }>(
    'select org_id as id from payments group by 1 order by count(*) desc limit 1',
  )
  const windows = ['linked'] as const
  const [, rows] = await rowsRead(['payments'], (db) =>
    selectUnresolved(db, { orgId: club!.id, after: null, windows }, 100),
  )
  const [open] = await database.sql<{ payments: number }>(
    `select count(*)::int as payments from payments where status in ('linked', 'declined', 'authorised', 'capturing')`,
  )
  expect(rows).toBeLessThan(2 * open!.payments + 10)
})

it('is made in development only', () => {
  expect(largeOf([], false)).toBeUndefined()
  expect(largeOf(['--large', '--entries', '7'], false)).toMatchObject({ clubs: 1000, entries: 7 })
  expect(() => largeOf(['--large'], true)).toThrow('for development')
  expect(() => largeOf(['--large', '--entries', 'many'], false)).toThrow('--entries is a number')
})
