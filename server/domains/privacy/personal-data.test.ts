import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { columnsOf, personalData } from './personal-data.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tables = Object.entries(personalData)

test('every column of the database is classified, once', async () => {
  const inDatabase = await database.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  )
  const classified = tables.flatMap(([table, { person, fact, club, secret, derived }]) =>
    [person, fact, club, secret, derived].flatMap(columnsOf).map((column) => `${table}.${column}`),
  )
  expect(classified.toSorted()).toEqual(inDatabase.map(({ name }) => name).toSorted())
})

test('what says who somebody is, is found by the person, exported with a heading, and erased', () => {
  const forgotten = tables.filter(([, { person, of, erase }]) => person !== undefined && !(of && erase))
  expect(forgotten.map(([name]) => name)).toEqual([])
  expect(tables.filter(([, { of, title }]) => Boolean(of) !== Boolean(title)).map(([name]) => name)).toEqual([])
})

test('rows are deleted before those that they refer to, and the profile is last', async () => {
  const references = await database.sql<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  )
  const order = tables.map(([name]) => name)
  const late = references.filter(
    ({ from, to }) => personalData[to]?.erase === 'rows' && order.indexOf(from) > order.indexOf(to),
  )
  expect(late).toEqual([])
  expect(order.at(-1)).toBe('members')
})
