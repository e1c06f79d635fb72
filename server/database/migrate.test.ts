import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { laterSteps, runLaterSteps } from './migration-steps.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase({ template: 'template0' })
  folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const ours = path.join(import.meta.dirname, 'migrations')
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

test('every migration runs once, and the job tables exist', async () => {
  expect(await migrate(database.url)).toEqual(
    readdirSync(ours)
      .filter((name) => name.endsWith('.sql'))
      .toSorted(),
  )
  expect(await isMigrated(database.db)).toBe(true)
  expect(await migrate(database.url)).toEqual([])
  expect(await database.sql('select * from graphile_worker.jobs')).toEqual([])
})

test('many processes that start together migrate once', async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)))
  expect(runs.filter((names) => names.length > 0)).toHaveLength(1)
})

test('a migration that fails leaves nothing behind and is named', async () => {
  write('0000_good.sql', 'create table good (id int)')
  write('0001_bad.sql', 'create table half (id int); select 1/0')
  await expect(migrate(database.url, { folder })).rejects.toThrow('0001_bad.sql')
  expect(await database.sql(`select to_regclass('good') as good, to_regclass('half') as half`)).toEqual([
    { good: 'good', half: null },
  ])
  write('0001_bad.sql', 'create table half (id int)')
  expect(await migrate(database.url, { folder })).toEqual(['0001_bad.sql'])
})

/** Versions: each is updated to the next one, and its database is used by the one before. */
const by = (version: string, compatibleSince: string) => ({ folder, by: { version, compatibleSince } })

test('the version before starts on a newer database, and the one before that is refused with both named', async () => {
  write('0000_one.sql', 'create table one (id int)')
  await migrate(database.url, by('0.2.0', '0.1.0'))
  write('0001_two.sql', 'alter table one add column two int')
  await migrate(database.url, by('0.3.0', '0.2.0'))
  rmSync(path.join(folder, '0001_two.sql'))
  expect(await migrate(database.url, by('0.2.0', '0.1.0'))).toEqual([])
  await expect(migrate(database.url, by('0.1.0', '0.1.0'))).rejects.toThrow(
    'The database was updated by version 0.3.0 (0001_two.sql), and runs with 0.2.0 or newer; this is version 0.1.0: start 0.3.0',
  )
  expect(await database.sql('select two from one')).toEqual([])
})

test('a migration that takes something away says which version can still run', async () => {
  write('0000_one.sql', 'create table one (id int, old int)')
  await migrate(database.url, by('0.9.0', '0.8.0'))
  write('0001_less.sql', '-- needs 0.10.0\nalter table one drop column old')
  await migrate(database.url, by('0.10.0', '0.9.0'))
  rmSync(path.join(folder, '0001_less.sql'))
  await expect(migrate(database.url, by('0.9.0', '0.8.0'))).rejects.toThrow('runs with 0.10.0 or newer')
})

test('a version that is newer and left no mark is refused', async () => {
  await migrate(database.url)
  await database.sql(`insert into portal_migrations (name, checksum) values ('9999_later.sql', '')`)
  await expect(migrate(database.url)).rejects.toThrow(/newer.*9999_later\.sql/)
})

test('the version before starts while the newer one still migrates', async () => {
  write('0000_one.sql', 'create table one (id int)')
  await migrate(database.url, by('0.2.0', '0.1.0'))
  const newer = new pg.Client({ connectionString: database.url })
  await newer.connect()
  await newer.query('select pg_advisory_lock(7410526931)')
  expect(await migrate(database.url, by('0.2.0', '0.1.0'))).toEqual([])
  await newer.end()
})

/** A table of so many rows, which a migration gives a column. */
async function fillTable(rows: number) {
  write('0000_table.sql', 'create table things (id uuid primary key default gen_random_uuid(), name text)')
  await migrate(database.url, { folder })
  await database.sql(`insert into things (name) select 'Thing ' || n from generate_series(1, $1::int) n`, [rows])
}
const unfilled = async () =>
  (await database.sql<{ n: number }>('select count(*)::int as n from things where folded is null'))[0]!.n
const fill = 'update things set folded = lower(name) where id = any($1);'

test('a table is changed in batches, each in a transaction of its own, and goes on where it failed', async () => {
  await fillTable(1700)
  await database.sql(`update things set name = '*' where id = (select id from things order by id offset 1200 limit 1)`)
  const step = (text: string) =>
    write('0001_folded.sql', `alter table things add column folded text;\n--> in batches of things\n${text}`)
  step(`update things set folded = lower(name), name = (1 / (ascii(name) - 42))::text where id = any($1)`)
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0001_folded.sql failed: division by zero')
  expect(await unfilled()).toBe(700)
  await database.sql(`update things set name = 'A' where name = '*'`)
  expect(await migrate(database.url, { folder })).toEqual([])
  expect(await unfilled()).toBe(0)
})

test('later batches are left to the job, which says how far it is, and a small table is done at once', async () => {
  await fillTable(1700)
  write('0001_folded.sql', `alter table things add column folded text;\n--> later, in batches of things\n${fill}`)
  await migrate(database.url, { folder })
  expect(await laterSteps(database.db)).toEqual([
    { migration: '0001_folded.sql', position: 0, table: 'things', done: 500, total: 1700 },
  ])
  await runLaterSteps(database.db, folder)
  expect(await unfilled()).toBe(0)
  expect(await laterSteps(database.db)).toEqual([])

  await database.sql('delete from things')
  write('0002_again.sql', `--> later, in batches of things\n${fill}`)
  await migrate(database.url, { folder })
  expect(await laterSteps(database.db)).toEqual([])
})

test('nothing is taken away before the batches that read it are done', async () => {
  await fillTable(1700)
  write('0001_folded.sql', `alter table things add column folded text;\n--> later, in batches of things\n${fill}`)
  write('0002_less.sql', '-- needs 0.1.0\nalter table things drop column name')
  await migrate(database.url, { folder })
  expect(await unfilled()).toBe(0)
})

test('an index is built while others write, and what failed half-way is dropped and built again', async () => {
  await fillTable(3)
  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query(`begin; insert into things (name) values ('Thing 1')`)
  const index = 'create unique index concurrently if not exists things_name on things (name);'
  write('0001_names.sql', `--> concurrently\n${index}`)
  const failing = migrate(database.url, { folder }).catch((error: Error) => error.message)
  await expect
    .poll(() => database.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'create%'`))
    .toHaveLength(1)
  // It waits for the writer alone: whoever comes now writes.
  await database.sql(`insert into things (name) values ('Thing 4')`)
  await writer.query('commit')
  await writer.end()
  expect(await failing).toContain('Migration 0001_names.sql failed: could not create unique index "things_name"')
  expect(await database.sql(`select to_regclass('things_name') as name`)).toEqual([{ name: null }])

  await database.sql(
    `delete from things where ctid in (select max(ctid) from things group by name having count(*) > 1)`,
  )
  await migrate(database.url, { folder })
  expect(await database.sql(`select indisvalid from pg_index where indexrelid = 'things_name'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('an index that a killed process left half built is dropped and built again', async () => {
  await fillTable(2)
  await database.sql('create index things_name on things (name)')
  await database.sql(`update pg_index set indisvalid = false where indexrelid = 'things_name'::regclass`)
  write('0001_names.sql', '--> concurrently\ncreate index concurrently if not exists things_name on things (name);')
  await migrate(database.url, { folder })
  expect(await database.sql(`select indisvalid from pg_index where indexrelid = 'things_name'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('a migration that was rewritten to the same result is known by its former checksum', async () => {
  write('0000_one.sql', 'select 1')
  await migrate(database.url, { folder })
  const [{ checksum }] = (await database.sql<{ checksum: string }>('select checksum from portal_migrations')) as [
    { checksum: string },
  ]
  write('0000_one.sql', `-- formerly ${checksum}\nselect 2`)
  expect(await migrate(database.url, { folder })).toEqual([])
})

test('a migration that was changed after it ran is refused', async () => {
  write('0000_one.sql', 'select 1')
  await migrate(database.url, { folder })
  write('0000_one.sql', 'select 2')
  await expect(migrate(database.url, { folder })).rejects.toThrow('0000_one.sql')
})

test('different line endings are no change', async () => {
  write('0000_one.sql', 'select 1;\nselect 2')
  await migrate(database.url, { folder })
  write('0000_one.sql', 'select 1;\r\nselect 2')
  expect(await migrate(database.url, { folder })).toEqual([])
})

test('a transaction that deadlocks with a migration continues: the migration is rolled back and repeated', async () => {
  write('0000_tables.sql', 'create table first (id int); create table second (id int)')
  await migrate(database.url, { folder })
  write('0001_columns.sql', 'alter table first add column more int; alter table second add column more int')

  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query(`begin; insert into second values (1)`)
  const migrating = migrate(database.url, { folder })
  await expect
    .poll(() => database.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter%'`))
    .toHaveLength(1)
  await writer.query('insert into first values (1); commit')
  await writer.end()
  expect(await migrating).toEqual(['0001_columns.sql'])
})

test('a migration waits for a table in short attempts, so that others are not blocked', async () => {
  write('0000_table.sql', 'create table busy (id int)')
  await migrate(database.url, { folder })
  write('0001_column.sql', 'alter table busy add column more int')

  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin; select * from busy')
  const migrating = migrate(database.url, { folder })
  // The second reader would queue behind the migration for as long as the first one reads.
  await expect
    .poll(() => database.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter%'`))
    .toHaveLength(1)
  expect(await database.sql('select * from busy')).toEqual([])
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(['0001_column.sql'])
})

test('a file that is not a migration is ignored', async () => {
  mkdirSync(path.join(folder, 'notes'))
  write('README.md', 'notes')
  expect(await migrate(database.url, { folder })).toEqual([])
})
