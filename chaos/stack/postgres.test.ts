import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { openSql } from './postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  return client
}

test('a statement that PostgreSQL ends because of a deadlock is sent again', async () => {
  await database.sql('create table counters as select id, 0 as n from generate_series(1, 2) id')
  await database.sql(
    `create function add_to_both() returns void language plpgsql as
       'begin update counters set n = n + 10 where id = 1; perform pg_advisory_xact_lock(1); update counters set n = n + 10 where id = 2; end'`,
  )
  const [portal, waiting] = [await begin(), await begin()]
  // Only the harness looks for deadlocks, at once, so its statement is the one that fails.
  await portal.query(`set deadlock_timeout = '1min'`)
  await database.sql(
    `do $$ begin execute format('alter database %I set deadlock_timeout = 1', current_database()); end $$`,
  )
  await portal.query('update counters set n = n + 1 where id = 2')
  await waiting.query('select pg_advisory_xact_lock(1)')

  const harness = openSql(database.url)
  const added = harness.sql('select add_to_both()')
  await lockWaits({ database }, 1)
  const portalAdded = portal.query('update counters set n = n + 1 where id = 1').then(() => portal.query('commit'))
  await lockWaits({ database }, 2)
  await waiting.query('commit')
  await Promise.all([added, portalAdded])

  expect(await database.sql('select id, n from counters order by id')).toEqual([
    { id: 1, n: 11 },
    { id: 2, n: 11 },
  ])
  await Promise.all([portal.end(), waiting.end(), harness.close()])
})
