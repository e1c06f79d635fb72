import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { closeDb, inTransaction, openDb, type Db } from '../database/db.ts'
import { isMigrated, migrate } from '../database/migrate.ts'
import { newId, newToken } from '../database/new-id.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

/** The last migration of the version before events were sold. */
const BEFORE = '0008_refund_lines.sql'
const ORDERS = 10_000
const EVENTS = 1000

let database: TestDatabase
let db: Db
let orgId: string
let configurationId: string
beforeAll(async () => {
  database = await createTestDatabase({ template: 'template0' })
  await migrate(database.url, { which: (name) => name <= BEFORE })
  db = openDb(database.url, { name: 'the version before', size: 8 })
  await fill()
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

/** A club of some years: people, seasons, paid orders with their lines, terms and payments, and events that nobody could buy. */
async function fill() {
  orgId = newId()
  configurationId = newId()
  await database.sql(
    `insert into organisations (id, key, name, contact_email) values ($1, 'OLDCLUB', 'Old club', 'o@example.com')`,
    [orgId],
  )
  await database.sql(
    `insert into membership_configurations (id, org_id, name, price, start_date, end_date, offer_start_date)
     values ($1, $2, 'Season', 10000, '2026-01-01', '2026-12-31', '2025-11-01')`,
    [configurationId, orgId],
  )
  await database.sql(
    `insert into members (id, first_name, last_name) select gen_random_uuid(), 'Person ' || n, 'Holm' from generate_series(1, 500) n`,
  )
  await database.sql(`insert into memberships (id, org_id, member_id) select gen_random_uuid(), $1, id from members`, [
    orgId,
  ])
  await database.sql(
    `with bought as (
       select gen_random_uuid() as order_id, gen_random_uuid() as term_id, m.id as member_id, s.id as membership_id
       from generate_series(1, $3::int / 500) n, members m join memberships s on s.member_id = m.id
     ), made as (
       insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total, test_mode, billing, language, paid_at)
       select order_id, $1, member_id, 'OLDCL-M-1', 'paid', order_id, '', order_id, '', 10000, false, '{}', 'da', now() from bought
     ), terms as (
       insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date, status)
       select term_id, membership_id, $1, member_id, $2, order_id, 2026, '2026-01-01', '2026-12-31', 'cancelled' from bought
     ), paid as (
       insert into payments (id, order_id, org_id, status, amount, currency, order_number, test_mode, payment_identifier, authorization_identifier, captured_at)
       select gen_random_uuid(), order_id, $1, 'captured', 10000, 'DKK', 'OLDCL-M-1', false, gen_random_uuid(), gen_random_uuid(), now() from bought
     )
     insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id, start_date, end_date, price, vat_rate, vat, surcharge, total)
     select gen_random_uuid(), order_id, 0, 'membership', member_id, 'Anna Holm', 'Season', $2, membership_id, term_id, '2026-01-01', '2026-12-31', 10000, 0, 0, 0, 10000 from bought`,
    [orgId, configurationId, ORDERS],
  )
  await database.sql(
    `with made as (
       insert into events (id, org_id, title, starts_at, ends_at, public_from)
       select gen_random_uuid(), $1, 'Event ' || n, now() + n * interval '1 hour', now() + n * interval '1 hour', now() from generate_series(1, $2::int) n
       returning id
     ) insert into event_categories (id, event_id, category, name, price) select gen_random_uuid(), id, 'adult', 'Adult', 10000 from made`,
    [orgId, EVENTS],
  )
}

/** A purchase by the statements of the version before, which knows nothing of what is new: ordered, authorised, taken, shown. */
async function buyAsBefore(): Promise<string> {
  const [memberId, membershipId, orderId, termId, paymentId] = [newId(), newId(), newId(), newId(), newId()]
  await database.sql(`insert into members (id, first_name, last_name) values ($1, 'Anna', 'Holm')`, [memberId])
  await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`insert into memberships (id, org_id, member_id) values (${membershipId}, ${orgId}, ${memberId})`,
    )
    await tx.execute(sql`
      insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency, test_mode, billing, language, init_device, completion_device, reserved_until, hold_extensions, auto_renewal, renewal_until, created_at, paid_at)
      values (${orderId}, ${orgId}, ${memberId}, 'OLDCL-M-2', default, ${newToken()}, '', ${newToken()}, '', 10000, 'DKK', false, '{}', 'da', '', '', portal_now() + interval '30 minutes', default, false, null, default, null)`)
    await tx.execute(sql`
      insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date, gdpr_agreement, status, reserved_until)
      values (${termId}, ${membershipId}, ${orgId}, ${memberId}, ${configurationId}, ${orderId}, 2026, '2026-01-01', '2026-12-31', true, 'held', portal_now() + interval '30 minutes')`)
    await tx.execute(sql`
      insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id, start_date, end_date, price, vat_rate, vat, surcharge, total, refunded)
      values (${newId()}, ${orderId}, 0, 'membership', ${memberId}, 'Anna Holm', 'Season', ${configurationId}, ${membershipId}, ${termId}, '2026-01-01', '2026-12-31', 10000, 0, 0, 0, 10000, default)`)
    await tx.execute(
      sql`select id from events where org_id = ${orgId} and ends_at > portal_now() order by starts_at limit 20`,
    )
  })
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select id, status from orders where id = ${orderId} for update`)
    await tx.execute(sql`
      insert into payments (id, order_id, org_id, provider, status, amount, currency, order_number, test_mode, payment_identifier, authorization_identifier, captured_at)
      values (${paymentId}, ${orderId}, ${orgId}, 'freepay', 'captured', 10000, 'DKK', 'OLDCL-M-2', false, ${newId()}, ${newId()}, portal_now())`)
    await tx.execute(
      sql`update membership_terms set status = 'active', reserved_until = null where order_id = ${orderId}`,
    )
    await tx.execute(
      sql`update orders set status = 'paid', paid_at = portal_now(), reserved_until = null where id = ${orderId}`,
    )
  })
  const read = () =>
    db.execute(sql`
      select l.id, o.status from order_lines l join orders o on o.id = l.order_id where o.id = ${orderId} and o.status = 'paid'`)
  // A browser asks once more when a read fails, and one that meets the migration may.
  const { rows } = await read().catch(read)
  if (rows.length !== 1) throw new Error('Purchase is not shown')
  return orderId
}

/** Looks at who waits for a lock, until it is stopped. @returns seconds, longest first */
function watchLocks() {
  const stopping = new AbortController()
  const waits: number[] = []
  const watching = (async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ seconds: number }>(
        `select extract(epoch from clock_timestamp() - waitstart)::float8 as seconds from pg_locks
         where not granted and waitstart is not null and relation is not null`,
      )
      waits.push(...rows.map(({ seconds }) => seconds))
    }
    await client.end()
  })()
  onTestFinished(() => stopping.abort())
  return async () => {
    stopping.abort()
    await watching
    return waits.toSorted((a, b) => b - a)
  }
}

test('events, coupons and tickets are added while the previous version sells: no order fails or waits long', async () => {
  const stopping = new AbortController()
  const done: string[] = []
  const failed: unknown[] = []
  const loops = Array.from({ length: 4 }, async () => {
    while (!stopping.signal.aborted)
      await buyAsBefore().then(
        (id) => done.push(id),
        (error: unknown) => failed.push(error),
      )
  })
  onTestFinished(async () => {
    stopping.abort()
    await Promise.all(loops)
  })
  const watched = watchLocks()
  await expect.poll(() => done.length).toBeGreaterThan(50)

  const applied = await migrate(database.url)
  expect(applied[0]).toBe('0009_events_and_tickets.sql')
  expect(await isMigrated(db)).toBe(true)

  const before = done.length
  await expect.poll(() => done.length).toBeGreaterThan(before + 50)
  const waits = await watched()
  stopping.abort()
  await Promise.all(loops)
  expect(failed).toEqual([])
  // Two seconds are the longest that one waits for a migration; the rest is room for a busy machine.
  expect(waits[0] ?? 0).toBeLessThan(4)

  const paid = await database.sql<{ kinds: string[]; discount: string }>(
    `select o.kinds, l.discount from orders o join order_lines l on l.order_id = o.id
     where o.id = any($1::uuid[]) and o.status = 'paid' and l.event_id is null`,
    [done],
  )
  expect(paid).toHaveLength(done.length)
  expect(new Set(paid.map(({ kinds, discount }) => `${kinds.join()} ${discount}`))).toEqual(new Set(['membership 0']))
})

test("the previous version's rules for lines hold after the migration, for old rows and new ones", async () => {
  for (const [what, rule] of [
    ['a total that does not add up', 'order_lines_adds_up'],
    ['a ticket without its event', 'order_lines_kind_columns'],
  ] as const) {
    const changed = what.startsWith('a total') ? `total = total + 1` : `kind = 'event'`
    await expect(
      database.sql(`update order_lines set ${changed} where id = (select id from order_lines limit 1)`),
    ).rejects.toMatchObject({ code: '23514', constraint: rule })
    // Existing rows satisfy the new rule, too: it can be checked at leisure.
    await database.sql(`alter table order_lines validate constraint ${rule}`)
  }
})
