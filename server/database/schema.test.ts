import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import * as schema from './schema/index.ts'
import { getTableConfig, getViewConfig, is, PgTable, PgView } from './sql.ts'

// The migrations create the database; the schema describes it for queries. Checks are in the migrations only.
const objects = Object.values(schema) as unknown[]
const tables = objects.filter((one) => is(one, PgTable)).map(getTableConfig)
const views = objects.filter((one) => is(one, PgView)).map(getViewConfig)

/** Columns that only a process of the version before reads; the next version drops them. */
const leftBehind = [
  'membership_configurations.currency',
  'payment_configurations.currency_symbol',
  'members.search',
  'events.search',
  'organisations.search',
  ...['organisations.description', 'event_pictures.alt', 'coupons.name'].flatMap((text) => [
    `${text}_da`,
    `${text}_en`,
  ]),
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const namesOf = async (text: string): Promise<string[]> => (await database.sql(text)).map((row) => String(row.name))

test('every column is declared with its type and nullability', async () => {
  const inDatabase = await namesOf(
    `select format('%s.%s %s%s', c.relname, a.attname, replace(format_type(a.atttypid, a.atttypmod), ',', ', '), case when a.attnotnull then ' not null' else '' end) as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname !~ '^(portal_|rate_windows|reserved_keys|worker_heartbeats)'`,
  )
  const inSchema = tables.flatMap(({ name, columns }) =>
    columns.map(
      (column) =>
        `${name}.${column.name} ${column.getSQLType().replace('timestamp (3)', 'timestamp(3)')}${column.notNull ? ' not null' : ''}`,
    ),
  )
  const stillRead = inDatabase.filter((column) => !leftBehind.includes(column.split(' ')[0]!))
  expect(inSchema.toSorted()).toEqual(stillRead.toSorted())
})

test('every declared view has the declared columns', async () => {
  const inDatabase = await namesOf(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const inSchema = views.flatMap(({ name, selectedFields }) =>
    Object.values(selectedFields as Record<string, { name: string }>).map((column) => `${name}.${column.name}`),
  )
  expect(inSchema).not.toEqual([])
  expect(inDatabase).toEqual(expect.arrayContaining(inSchema))
})

test('every index is declared', async () => {
  const inDatabase = await namesOf(
    `select (case when i.indisunique then 'unique ' else '' end) || c.relname as name
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisprimary
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('u', 'x'))`,
  )
  const inSchema = tables.flatMap(({ indexes }) =>
    indexes.map(({ config }) => `${config.unique ? 'unique ' : ''}${config.name}`),
  )
  expect(inSchema.toSorted()).toEqual(inDatabase.toSorted())
})

test('every constraint is validated', async () => {
  expect(await namesOf(`select conname as name from pg_constraint where not convalidated`)).toEqual([])
})

/** Nobody deletes these: they end by a status. */
const neverDeleted = ['members', 'organisations', 'orders', 'payments', 'refunds', 'memberships']
/** References to something deleted that are read whole: few rows, which go with their order. */
const few = ['term_drafts']

test('a row is deleted without reading a whole table that may refer to it', async () => {
  const withoutIndex = await namesOf(
    `select format('%s.%s -> %s', k.conrelid::regclass, a.attname, k.confrelid::regclass) as name
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and k.confrelid::regclass::text <> all('{${neverDeleted.join(',')}}')
        and k.conrelid::regclass::text <> all('{${few.join(',')}}')
        and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:array_length(k.conkey, 1) - 1] @> k.conkey)
      order by 1`,
  )
  expect(withoutIndex).toEqual([])
})
