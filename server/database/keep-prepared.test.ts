import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import type * as databases from './db.ts'
import { isStalePlan, isUnavailable } from './failure.ts'

let database: TestDatabase
let db: databases.Db
let fresh: typeof databases
beforeEach(async () => {
  // As a process that has just begun: this one may keep as many statements as it ever will, from other files' tests.
  vi.resetModules()
  fresh = await import('./db.ts')
  database = await createTestDatabase()
  db = fresh.openDb(database.url, { name: 'test', size: 1 })
  await database.sql('create table seasons (year integer)')
})
afterEach(async () => {
  await fresh.closeDb(db)
  await database.drop()
})

const find = (year: number) => db.execute(sql`select year from seasons where year = ${year}`)
const kept = async () =>
  (
    await db.execute<{ runs: number }>(
      sql`select (generic_plans + custom_plans)::int as runs from pg_prepared_statements where statement like '%from seasons%'`,
    )
  ).rows

test('a statement with parameters is prepared once on a connection, alone and in a transaction', async () => {
  await find(2025)
  await fresh.inTransaction(db, (tx) => tx.execute(sql`select year from seasons where year = ${2026}`))
  expect(await kept()).toEqual([{ runs: 2 }])
})

test('several statements in one text still run, and none without parameters is kept', async () => {
  await db.execute(sql`insert into seasons values (1); select year from seasons`)
  expect(await kept()).toEqual([])
})

test('a transaction whose statements a migration changed runs again on another connection', async () => {
  const work = () => fresh.inTransaction(db, (tx) => tx.execute(sql`select year from seasons where year = ${2026}`))
  await work()
  await database.sql('alter table seasons alter column year type bigint')
  expect((await work()).rows).toEqual([])
})

test('a read that meets such a change fails once, as something that passes, and not again', async () => {
  await find(2026)
  await database.sql('alter table seasons alter column year type bigint')
  const error: unknown = await find(2026).catch((cause: unknown) => cause)
  expect([isStalePlan(error), isUnavailable(error)]).toEqual([true, true])
  expect((await find(2026)).rows).toEqual([])
})
