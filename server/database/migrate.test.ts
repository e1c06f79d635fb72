import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { isMigrated, migrate } from './migrate.ts'

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
  await expect(migrate(database.url, folder)).rejects.toThrow('0001_bad.sql')
  expect(await database.sql(`select to_regclass('good') as good, to_regclass('half') as half`)).toEqual([
    { good: 'good', half: null },
  ])
  write('0001_bad.sql', 'create table half (id int)')
  expect(await migrate(database.url, folder)).toEqual(['0001_bad.sql'])
})

test('a database that is newer than the code is refused', async () => {
  for (const name of readdirSync(ours)) copyFileSync(path.join(ours, name), path.join(folder, name))
  write('9999_later.sql', 'select 1')
  await migrate(database.url, folder)
  await expect(migrate(database.url)).rejects.toThrow(/newer.*9999_later\.sql/)
})

test('a migration that was changed after it ran is refused', async () => {
  write('0000_one.sql', 'select 1')
  await migrate(database.url, folder)
  write('0000_one.sql', 'select 2')
  await expect(migrate(database.url, folder)).rejects.toThrow('0000_one.sql')
})

test('different line endings are no change', async () => {
  write('0000_one.sql', 'select 1;\nselect 2')
  await migrate(database.url, folder)
  write('0000_one.sql', 'select 1;\r\nselect 2')
  expect(await migrate(database.url, folder)).toEqual([])
})

test('a transaction that deadlocks with a migration continues: the migration is rolled back and repeated', async () => {
  write('0000_tables.sql', 'create table first (id int); create table second (id int)')
  await migrate(database.url, folder)
  write('0001_columns.sql', 'alter table first add column more int; alter table second add column more int')

  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query(`begin; insert into second values (1)`)
  const migrating = migrate(database.url, folder)
  await expect
    .poll(() => database.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter%'`))
    .toHaveLength(1)
  await writer.query('insert into first values (1); commit')
  await writer.end()
  expect(await migrating).toEqual(['0001_columns.sql'])
})

test('a migration waits for a table in short attempts, so that others are not blocked', async () => {
  write('0000_table.sql', 'create table busy (id int)')
  await migrate(database.url, folder)
  write('0001_column.sql', 'alter table busy add column more int')

  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin; select * from busy')
  const migrating = migrate(database.url, folder)
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
  expect(await migrate(database.url, folder)).toEqual([])
})
