import { describe, expect, test } from 'vitest'
import { Selection } from '#contract/orders.ts'
import { Kroner, Sum } from '#contract/values.ts'
import { calls, defOf, fieldsOf, type Field } from '#server/testing/contract-fields.ts'

const schemas = calls.flatMap(({ name, endpoint: { params, query, body, headers, output } }) =>
  Object.entries({
    params,
    query,
    body,
    headers,
    output: typeof output === 'object' ? (output ?? undefined) : undefined,
  }).map(([part, schema]) => ({ name: `${name} ${part}`, fields: fieldsOf(schema) })),
)
schemas.push({ name: 'membershipData', fields: fieldsOf(Selection) })

const ofType = (type: string) =>
  schemas.flatMap(({ name, fields }) =>
    fields
      .filter(({ schema }) => defOf(schema).type === type)
      .map((field) => ({ name: `${name} ${field.path.join('.')}`, ...field })),
  )

const takenBy = (fields: readonly (Field & { name: string })[], value: unknown) =>
  fields.filter(({ schema }) => schema.safeParse(value).success).map(({ name }) => name)

describe('every text field of the contract', () => {
  const texts = ofType('string')

  test('is found', () => expect(texts.length).toBeGreaterThan(500))
  test('refuses NUL', () => expect(takenBy(texts, 'a\0b')).toEqual([]))
  test('refuses half a surrogate pair', () => expect(takenBy(texts, 'a\ud800b')).toEqual([]))
  test('has a maximum length', () => expect(takenBy(texts, 'x'.repeat(60_001))).toEqual([]))
})

/** How many, of which names of money are said, too. */
const countsOf: string[] = []

describe('every number field of the contract', () => {
  const all = ofType('number')
  const isSum = ({ schema }: Field) => schema === Sum || schema === Kroner
  const [sums, numbers] = [all.filter(isSum), all.filter((field) => !isSum(field))]

  test('is found', () => expect(Math.min(numbers.length, sums.length)).toBeGreaterThan(50))
  test.each([2 ** 53, -(2 ** 53), 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d where it is a sum',
    (value) => expect(takenBy(sums, value)).toEqual([]),
  )
  test('is a sum where amounts are added up', () => {
    // One øre above what an `integer` column holds.
    const small = new Set(numbers.filter(({ schema }) => !schema.safeParse(2_147_483_648).success))
    const isMoney = /^(minor|income|discount|refunded|elsewhere|paymentTotal|totalPaid|days)$/
    const wrong = [...small].filter(({ name, path }) => {
      const [field] = path.filter((part) => typeof part === 'string').slice(-1)
      return name.includes(' output ') && isMoney.test(String(field))
    })
    expect(wrong.map(({ name }) => name)).toEqual(countsOf)
  })
  test.each([2_147_483_648, -2_147_483_649, 1e300, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) =>
    expect(takenBy(numbers, value)).toEqual([]),
  )
})
