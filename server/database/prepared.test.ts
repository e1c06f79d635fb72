import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { closeDb, inTransaction, openDb, type Db, type Reader } from './db.ts'
import { isStalePlan, isUnavailable } from './errors.ts'
import { executePrepared, preparedByText, preparedInsert } from './prepared.ts'
import { members } from './schema/index.ts'
import { eq, integer, jsonb, pgTable, sql, text, timestamp } from './sql.ts'

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

test('a named statement is planned once a connection, inside and outside a transaction, each variant by itself', async () => {
  await find(db, 2025)
  await inTransaction(db, (tx) => find(tx, 2026))
  await find(db, 2026, sql`order by year`)
  expect((await plans()).map(({ name, runs }) => [name.split(' ')[0], runs])).toEqual([
    ['seasons.find', 1],
    ['seasons.find', 2],
  ])
})

test('a statement without a name is not prepared', async () => {
  await db.select().from(members).prepare('').execute()
  await db.execute(sql`select year from seasons where year = ${2026}`)
  expect(await plans()).toEqual([])
})

test('a statement of the query builder has a name for each of its texts', async () => {
  const seasons = pgTable('seasons', { year: integer('year') })
  const ofYear = (years?: number) =>
    preparedByText(
      'seasons.of',
      db
        .select()
        .from(seasons)
        .where(years === undefined ? undefined : eq(seasons.year, years)),
    ).execute()
  for (const year of [2025, 2026, undefined]) expect(await ofYear(year)).toEqual([])
  expect((await plans()).map(({ name, runs }) => [name.split(' ')[0], runs])).toEqual([
    ['seasons.of', 1],
    ['seasons.of', 2],
  ])
})

test('an insert is built once for each choice of columns, and writes null as null', async () => {
  await database.sql(
    `create table results (id serial primary key, name text default 'nobody', at timestamptz, facts jsonb)`,
  )
  const results = pgTable('results', {
    id: integer('id')
      .notNull()
      .default(sql`nextval('results_id_seq')`),
    name: text('name').default('nobody'),
    at: timestamp('at', { withTimezone: true }),
    facts: jsonb('facts'),
  })
  const built = vi.fn<() => void>()
  const insert = preparedInsert('results.insert', results, (tx, rows) => {
    built()
    return tx.insert(results).values(rows).returning()
  })
  const at = new Date('2026-05-01T10:00:00Z')
  const rows = [
    { name: 'Anna', at, facts: { points: 3 } },
    { name: 'Bent', at: null, facts: null },
    { name: undefined, at: null, facts: ['none'] },
  ]
  const written = []
  for (const row of rows) written.push(...(await inTransaction(db, (tx) => insert(tx, [row]))))
  expect(written).toEqual([
    { id: 1, ...rows[0] },
    { id: 2, ...rows[1] },
    { id: 3, ...rows[2], name: 'nobody' },
  ])
  expect((await db.execute(sql`select id from results where facts is null`)).rows).toEqual([{ id: 2 }])
  expect(built).toHaveBeenCalledTimes(2)
  expect(await inTransaction(db, (tx) => insert(tx, rows))).toHaveLength(3)
})

test('a transaction whose plan a migration made stale runs again on another connection', async () => {
  const work = () => inTransaction(db, (tx) => find(tx, 2026))
  await work()
  await database.sql('alter table seasons alter column year type bigint')
  expect((await work()).rows).toEqual([])
})

test('a read with a stale plan fails once as unavailable, and then succeeds', async () => {
  await find(db, 2026)
  await database.sql('alter table seasons alter column year type bigint')
  const error: unknown = await find(db, 2026).catch((cause: unknown) => cause)
  expect([isStalePlan(error), isUnavailable(error)]).toEqual([true, true])
  expect((await find(db, 2026)).rows).toEqual([])
})
