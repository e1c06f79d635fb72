import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { clubData } from './club-data.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tables = Object.entries(clubData)
const goesAlong = (table: string) => 'moves' in clubData[table]! || 'people' in clubData[table]!

test('every table either goes with a club that moves, or says why not', async () => {
  const inDatabase = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(tables.map(([name]) => name).toSorted()).toEqual(inDatabase.map(({ name }) => name).toSorted())
})

test("a table with a club's id goes along or is removed", async () => {
  const withClub = await database.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'`,
  )
  expect(withClub.map(({ name }) => name).filter((name) => 'stays' in (clubData[name] ?? {}))).toEqual([])
})

test('no row goes without those that it refers to', async () => {
  const references = await database.sql<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  expect(references.filter(({ from, to }) => goesAlong(from) && !goesAlong(to))).toEqual([])
})

test("docs/scale.md says where each table goes that has no club's id in every row", async () => {
  const withClub = await database.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_id' and is_nullable = 'NO'`,
  )
  const named = [
    ...readFileSync('docs/scale.md', 'utf8').matchAll(/^\| (?:distributed|with|by|reference|on)\b.*$/gm),
  ].join()
  const found = tables
    .map(([name]) => name)
    .filter((name) => named.includes(`\`${name.replace(/^portal_.*/, 'portal_*')}\``))
  const others = tables.map(([name]) => name).filter((name) => !withClub.some((one) => one.name === name))
  expect(found.toSorted()).toEqual(others.toSorted())
})

test('every selection is a statement that PostgreSQL understands', async () => {
  const club = `'00000000-0000-0000-0000-000000000000'`
  for (const [name, move] of tables) {
    const rows =
      'moves' in move
        ? move.moves(club)
        : 'removed' in move
          ? move.removed(club)
          : 'people' in move
            ? move.people(`(${club})`)
            : 'false'
    expect(await database.sql(`select from ${name} where ${rows}`), name).toEqual([])
  }
})
