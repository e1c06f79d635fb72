import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { closeDb, inTransaction, openDb, type Db, type Reader } from './db.ts'
import { isStalePlan, isUnavailable } from './errors.ts'
import { executePrepared } from './prepared.ts'
import { members } from './schema/index.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDb(database.url, { name: 'test', size: 1 })
  await database.sql('create table seasons (year integer)')
})
afterEach(async () => {
  await closeDb(db)
  await database.drop()
})

const find = (on: Reader, year: number, more = sql``) =>
  executePrepared(on, 'seasons.find', sql`select year from seasons where year = ${year} ${more}`)
const plans = async () =>
  (
    await db.execute<{ name: string; runs: number }>(
      sql`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by runs`,
    )
  ).rows

test('a statement is planned under its name once on a connection, alone and in a transaction, and each variant apart', async () => {
  await find(db, 2025)
  await inTransaction(db, (tx) => find(tx, 2026))
  await find(db, 2026, sql`order by year`)
  expect((await plans()).map(({ name, runs }) => [name.split(' ')[0], runs])).toEqual([
    ['seasons.find', 1],
    ['seasons.find', 2],
  ])
})

test('a statement of the query builder without a name is not kept', async () => {
  await db.select().from(members).prepare('').execute()
  await db.execute(sql`select year from seasons where year = ${2026}`)
  expect(await plans()).toEqual([])
})

test('a transaction whose statements a migration changed runs again on another connection', async () => {
  const work = () => inTransaction(db, (tx) => find(tx, 2026))
  await work()
  await database.sql('alter table seasons alter column year type bigint')
  expect((await work()).rows).toEqual([])
})

test('a read that meets such a change fails once, as something that passes, and not again', async () => {
  await find(db, 2026)
  await database.sql('alter table seasons alter column year type bigint')
  const error: unknown = await find(db, 2026).catch((cause: unknown) => cause)
  expect([isStalePlan(error), isUnavailable(error)]).toEqual([true, true])
  expect((await find(db, 2026)).rows).toEqual([])
})
