import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Condition, type Filter, filterOf, filterText } from '#contract/filters.ts'
import { foldText } from '#contract/search-words.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { copenhagenDate } from './clock.ts'
import { inTransaction } from './db.ts'
import { filterSql } from './filter-sql.ts'
import { PgDialect, sql } from './sql.ts'

const fields = {
  name: { kind: 'text' },
  age: { kind: 'number' },
  since: { kind: 'date' },
  paid: { kind: 'money' },
  bought: { kind: 'date' },
  status: { kind: 'choice', choices: ['active', 'grace', 'expired'] },
} as const
type Field = keyof typeof fields
const columns = {
  name: sql`name`,
  age: sql`age`,
  since: sql`since`,
  paid: sql`paid`,
  bought: { moment: sql`bought_at` },
  status: (values: unknown) => sql`status = any(${values}::text[])`,
}

interface Row {
  id: number
  name: string | null
  age: number | null
  since: string | null
  paid: number | null
  /** The day in Copenhagen of `bought_at`. */
  bought: string
  bought_at: string
  status: string
}

/** Around midnights of winter, summer and the nights between them, and of a new year. */
const moments = [
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00Z',
  '2026-06-30T21:59:59.999Z',
  '2026-06-30T22:00:00Z',
  '2026-10-24T22:00:00Z',
  '2026-10-25T22:59:59.999Z',
  '2026-10-25T23:00:00Z',
]

/** Evaluates a condition in JavaScript, without SQL. */
function matches(filter: Filter, row: Row): boolean {
  if ('all' in filter) return filter.all.every((one) => matches(one, row))
  if ('any' in filter) return filter.any.some((one) => matches(one, row))
  if ('not' in filter) return !matches(filter.not, row)
  const value = row[filter.field as Field]
  if (filter.op === 'empty') return value === null || value === ''
  if (value === null) return false
  const lower = (text: unknown) => String(text).toLowerCase()
  switch (filter.op) {
    case 'contains':
      return foldText(String(value)).includes(foldText(filter.value))
    case 'starts':
      return foldText(String(value)).startsWith(foldText(filter.value))
    case 'is':
      return lower(value) === lower(filter.value)
    case 'below':
      return value < filter.value
    case 'from':
      return value >= filter.value
    case 'between':
      return value >= filter.from && value <= filter.to
    case 'any_of':
      return filter.values.includes(String(value))
  }
}

const words = fc.constantFrom('an', 'Anna', '%', '_', '\\', "'; drop table members; --", '$1', 'æ', 'Bo 100%')
const day = fc.constantFrom('2020-01-01', '2024-02-29', '2026-11-23')
const dayBought = fc.constantFrom('2025-12-31', '2026-01-01', '2026-03-29', '2026-06-30', '2026-10-25', '2026-10-26')
const number = fc.integer({ min: 0, max: 20 })
const compared = (field: Field, value: fc.Arbitrary<string | number>) =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('is' as const, 'below' as const, 'from' as const),
      value,
    }),
    fc.record({ field: fc.constant(field), op: fc.constant('between' as const), from: value, to: value }),
    fc.constant({ field, op: 'empty' as const }),
  )
const condition: fc.Arbitrary<Condition<Field>> = fc.oneof(
  fc.record({
    field: fc.constant('name' as const),
    op: fc.constantFrom('contains' as const, 'starts' as const, 'is' as const),
    value: words,
  }),
  fc.constant({ field: 'name' as const, op: 'empty' as const }),
  compared('age', number),
  compared('paid', number),
  compared('since', day),
  compared('bought', dayBought),
  fc.record({
    field: fc.constant('status' as const),
    op: fc.constant('any_of' as const),
    values: fc.subarray(['active', 'grace', 'expired'], { minLength: 1 }),
  }),
)
const { tree } = fc.letrec<{ tree: Filter<Field> }>((tie) => {
  const several = fc.array(tie('tree'), { minLength: 1, maxLength: 3 })
  return {
    tree: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      condition as fc.Arbitrary<Filter<Field>>,
      fc.record({ all: several }),
      fc.record({ any: several }),
      fc.record({ not: tie('tree') }),
    ),
  }
})

let database: TestDatabase
let rows: Row[]
beforeAll(async () => {
  database = await createTestDatabase()
  const names = [null, '', 'Anna', 'Hanne', 'Bo 100%', 'a_b', 'back\\slash', 'Ægir', "O'Hara", '$1', '+4520304050']
  rows = names.flatMap((name, at) =>
    ['active', 'grace', 'expired'].map((status, position) => ({
      id: at * 3 + position,
      name,
      age: at === 1 ? null : at * 2,
      since: at === 2 ? null : ['2020-01-01', '2024-02-29', '2026-11-24'][position]!,
      paid: position === 2 ? null : at,
      bought: copenhagenDate(new Date(moments[(at * 3 + position) % moments.length]!)),
      bought_at: moments[(at * 3 + position) % moments.length]!,
      status,
    })),
  )
  const typed = 'id int, name text, age int, since date, paid bigint, bought_at timestamptz, status text'
  await database.sql(`create table listed (${typed})`)
  await database.sql(`insert into listed select * from json_to_recordset($1::json) as listed (${typed})`, [
    JSON.stringify(rows),
  ])
  await database.sql('create index on listed (bought_at)')
})
afterAll(() => database.drop())

async function found(filter: Filter<Field>): Promise<number[]> {
  const { rows: ids } = await database.db.execute<{ id: number }>(
    sql`select id from listed where ${filterSql(filter, fields, columns)} order by id`,
  )
  return ids.map(({ id }) => id)
}

test('all, any and not mean what they say, for empty values too', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (filter) => {
      expect(await found(filter)).toEqual(rows.filter((row) => matches(filter, row)).map(({ id }) => id))
    }),
    { numRuns: 300 },
  )
})

test('days of a moment are looked up in its index', async () => {
  const filters: Condition<Field>[] = [
    { field: 'bought', op: 'is', value: '2026-03-29' },
    { field: 'bought', op: 'between', from: '2026-01-01', to: '2026-12-31' },
    { field: 'bought', op: 'below', value: '2026-06-30' },
    { field: 'bought', op: 'from', value: '2026-06-30' },
  ]
  for (const filter of filters) {
    const plan = await inTransaction(database.db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(sql`explain select id from listed where ${filterSql(filter, fields, columns)}`)
    })
    expect(JSON.stringify(plan.rows), filter.op).toContain('Index Cond')
  }
})

test('a telephone number is found by what is typed with blanks', async () => {
  const theirs = rows.filter(({ name }) => name === '+4520304050').map(({ id }) => id)
  const typed = [
    ['contains', '20 30 40'],
    ['starts', '+45 20'],
    ['is', '+45 20-30-40-50'],
  ] as const
  for (const [op, value] of typed) expect(await found({ field: 'name', op, value })).toEqual(theirs)
})

test('a filter and its opposite match every row once', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (filter) => {
      const both = [...(await found(filter)), ...(await found({ not: filter }))]
      expect(both.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
    }),
    { numRuns: 100 },
  )
})

test('nothing of a value is in the text of the query', () => {
  const dialect = new PgDialect()
  const textOf = (value: string) =>
    dialect.sqlToQuery(
      filterSql<typeof fields>(
        {
          all: [{ field: 'name', op: 'contains', value }, { not: { field: 'status', op: 'any_of', values: [value] } }],
        },
        fields,
        columns,
      ),
    ).sql
  const expected = textOf('a')
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      expect(textOf(value)).toBe(expected)
    }),
  )
})

describe('the contract', () => {
  const schema = filterOf(fields)
  const accepts = (filter: unknown) => z.safeParse(schema, filter).success

  test('accepts what the lists make of it', () => {
    fc.assert(
      fc.property(tree, (filter) => {
        expect(accepts(filter)).toBe(true)
      }),
    )
  })
  test.each([
    ['a field that the list has not', { field: 'email', op: 'empty' }],
    ['a condition of another kind', { field: 'age', op: 'contains', value: '1' }],
    ['a value of another type', { field: 'age', op: 'is', value: '1' }],
    ['a day that is none', { field: 'since', op: 'is', value: '2026-02-30' }],
    ['an unknown choice', { field: 'status', op: 'any_of', values: ['dead'] }],
    ['an empty group', { all: [] }],
    ['a group with something else', { all: [{ field: 'age', op: 'empty' }], sql: 'true' }],
    ['more than five levels', { not: { not: { not: { not: { not: { field: 'age', op: 'empty' } } } } } }],
    ['too many conditions', { any: Array.from({ length: 41 }, () => ({ field: 'age', op: 'empty' })) }],
    [
      'too many conditions in groups',
      {
        any: Array.from({ length: 21 }, () => ({
          all: Array.from({ length: 2 }, () => ({ field: 'age', op: 'empty' })),
        })),
      },
    ],
    ['nothing', undefined],
    ['null', null],
  ])('refuses %s', (_, filter) => expect(accepts(filter)).toBe(false))

  test('reads the JSON of an address, and refuses what is none', () => {
    const inAddress = filterText(fields)
    const filter = { field: 'age', op: 'below', value: 18 }
    expect(z.parse(inAddress, JSON.stringify(filter))).toEqual(filter)
    for (const text of ['', '{', 'null', '[]', '"x"', '['.repeat(3000), '{"not":'.repeat(800)])
      expect(z.safeParse(inAddress, text).success, text.slice(0, 20)).toBe(false)
  })
})
