import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { newId } from '../database/new-id.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buy, stateOf } from '../testing/purchase.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const BUYERS = ['anna', 'bo', 'carla', 'dan']

/** Possible changes of a later version: the busiest tables, in one transaction. */
const laterVersion = `
  alter table orders add column later text not null default 'x';
  alter table payments add column later integer not null default 0;
  alter table orders add constraint orders_later check (later <> '') not valid;
  create index payments_later on payments (later);`

let app: TestApp
let buyers: Person[]
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  buyers = await Promise.all(BUYERS.map((name) => signedIn(app, `${name}@example.com`)))
  folder = mkdtempSync(path.join(tmpdir(), 'later-migrations-'))
  cpSync(path.join(import.meta.dirname, '../database/migrations'), folder, { recursive: true })
})
beforeEach(() => app.database.sql('delete from rate_windows'))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

interface Load {
  readonly clubs: Club[]
  readonly paid: { buyer: Person; token: string }[]
  readonly failed: unknown[]
  stop(): Promise<void>
}

/** Everybody buys one season after the other, from the window to the receipt. */
function startLoad(): Load {
  const stopping = new AbortController()
  const load = { clubs: [] as Club[], paid: [] as Load['paid'], failed: [] as unknown[] }
  const loops = buyers.map(async (buyer) => {
    while (!stopping.signal.aborted) {
      const club = await buildClub(app)
      load.clubs.push(club)
      // Whoever buys at the same time holds some of them, in an order of their own.
      await app.database.sql(
        'delete from rate_windows where ctid = any(array(select ctid from rate_windows for update skip locked))',
      )
      const bought = await buy(app, buyer, club).catch((error: unknown) => void load.failed.push(error))
      if (bought) load.paid.push({ buyer, token: bought })
    }
  })
  const stop = async () => {
    stopping.abort()
    await Promise.all(loops)
  }
  onTestFinished(stop)
  return { ...load, stop }
}

/** Somebody reads the orders for a while: whoever wants to change the table waits, and all others behind him. */
async function longReader(): Promise<{ end(): Promise<void> }> {
  const reader = new pg.Client({ connectionString: app.database.url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select count(*) from orders, payments')
  return {
    end: async () => {
      await reader.query('commit')
      await reader.end()
    },
  }
}

/** Looks at who waits for a lock, until it is stopped. @returns seconds, longest first */
function watchLocks() {
  const stopping = new AbortController()
  const waits: number[] = []
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const rows = await app.database.sql<{ seconds: number }>(
        `select extract(epoch from clock_timestamp() - waitstart)::float8 as seconds from pg_locks
         where not granted and database = (select oid from pg_database where datname = current_database()) and waitstart is not null`,
      )
      waits.push(...rows.map(({ seconds }) => seconds))
    }
  })()
  return async () => {
    stopping.abort()
    await watching
    return waits.toSorted((a, b) => b - a)
  }
}

const alterWaits = () =>
  app.database.sql(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%alter table orders%'`,
  )

test('a migration of the busiest tables finishes under load, and no purchase fails', async () => {
  const reader = await longReader()
  const load = startLoad()
  const watched = watchLocks()
  await expect.poll(() => load.paid.length).toBeGreaterThan(4)

  const file = '9001_later.sql'
  writeFileSync(path.join(folder, file), laterVersion)
  const migrating = migrate(app.database.url, { folder })
  // It waits behind the reader, gives up, lets everybody pass and comes again: at least twice.
  await expect.poll(alterWaits).toHaveLength(1)
  await expect.poll(alterWaits).toHaveLength(0)
  const before = load.paid.length
  await expect.poll(() => load.paid.length).toBeGreaterThan(before)
  await expect.poll(alterWaits).toHaveLength(1)
  await reader.end()
  expect(await migrating).toEqual([file])

  const done = load.paid.length
  await expect.poll(() => load.paid.length).toBeGreaterThan(done + 4)
  const waits = await watched()
  await load.stop()
  expect(load.failed).toEqual([])
  expect(waits[0]).toBeGreaterThan(0.2)
  // Two seconds are the longest that one waits for the migration; the rest is room for a busy machine.
  expect(waits[0]).toBeLessThan(4.5)

  await app.runJobs({ all: true })
  for (const { buyer, token } of load.paid) expect((await stateOf(app, buyer, token)).status).toBe('paid')
  for (const club of load.clubs) expect(await brokenInvariants(app, club)).toEqual([])
})

test('control: the same change without a lock timeout makes purchases fail', async () => {
  const reader = await longReader()
  const load = startLoad()
  await expect.poll(() => load.paid.length).toBeGreaterThan(2)
  const careless = new pg.Client({ connectionString: app.database.url })
  await careless.connect()
  const altering = careless.query('alter table orders add column if not exists careless text')
  await expect.poll(() => load.failed.length).toBeGreaterThan(0)
  await reader.end()
  await altering
  await careless.end()
  await load.stop()
})

test("during an update the previous version's mails are still sent", async () => {
  const write = () =>
    app.database.sql(
      `insert into mails (id, once_key, template, data) values ($1, 'of the version before', 'order-paid', '{}')
       on conflict do nothing returning id`,
      [newId()],
    )
  expect(await write()).toHaveLength(1)
  expect(await write()).toEqual([])
  await app.database.sql(
    `update mails set status = 'sent', sent_at = portal_now() where once_key = 'of the version before'`,
  )
  expect(
    await app.database.sql(`select channel, status from messages where once_key = 'of the version before'`),
  ).toEqual([{ channel: 'mail', status: 'sent' }])
})
