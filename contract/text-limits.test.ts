import { describe, expect, test } from 'vitest'
import { Selection } from '#contract/orders/orders.ts'
import { asciiEmail, Email } from './email.ts'
import { Decimal, Kroner, singleLine, Sum, Website } from '#contract/values.ts'
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

/** The value as a field reads it; undefined when it refuses it. */
const read = ({ schema }: Field, value: string): string | undefined => {
  const { success, data } = schema.safeParse(value)
  return success ? (data as string) : undefined
}

describe('every text field that is sent', () => {
  const texts = ofType('string').filter(({ name }) => !name.includes(' output '))
  const likely = [
    'Anna|Holm',
    '1234|5678',
    'anna@ho|lm.example',
    'https://ho|lm.example',
    'AB|CD',
    'x|'.padEnd(41, 'a'),
  ]
  const isOfLines = (field: Field) => read(field, 'a\nb')?.includes('\n') ?? false
  const isFree = (field: Field) => read(field, 'Anna, Holm: (1)!') !== undefined

  /** As long as a body may be, and slow to compose or to write in ASCII: it takes a second for the square of its length. */
  const slow = [
    'a' + '\u0301\u0316'.repeat(22_000),
    `a@${Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')}.dk`,
  ]
  test('reads the longest body in no time', () => {
    const took = (field: Field, value: string) => {
      const begun = performance.now()
      field.schema.safeParse(value)
      return performance.now() - begun
    }
    const distinct = [...new Map(texts.map((field) => [field.schema, field])).values()]
    // The shorter of two: a machine may be busy with something else.
    const late = distinct.filter((field) => slow.some((value) => took(field, value) > 150 && took(field, value) > 150))
    expect(late.map(({ name }) => name)).toEqual([])
  })

  // Soft hyphen, joiners, marks of direction and their isolates, a blank that is none, a tag, a filler, a mark of order.
  const unseen = Array.from(
    '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u2800\u3164\ufe0f\ufeff\u061c\u{e0041}',
  )
  test.each(unseen.map((one) => [`U+${one.codePointAt(0)!.toString(16)}`, one]))('drops or refuses %s', (_, one) => {
    const keeping = texts.filter((field) => likely.some((text) => read(field, text.replace('|', one))?.includes(one)))
    expect(keeping.filter((field) => !isOfLines(field) || !isFree(field)).map(({ name }) => name)).toEqual([])
    // Texts of several lines are as they were written; a list, a code or a search never is.
    expect(new Set(keeping.map(({ path }) => path.findLast((part) => typeof part === 'string')))).toEqual(
      new Set(['da', 'en', 'text', 'reason', 'comments', 'note']),
    )
  })

  test.each(['👩‍👩‍👧', '🚣🏽‍♀️', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'ශ්‍රී'])('keeps %s whole', (one) => {
    const broken = texts.filter((field) => ![undefined, `Anna ${one}`].includes(read(field, `Anna ${one}`)))
    expect(broken.map(({ name }) => name)).toEqual([])
  })

  test('is composed', () => {
    const wrong = texts.filter((field) =>
      likely.some((text) => {
        const given = text.replace('|', 'A\u030ae\u0301')
        return ![undefined, given.normalize('NFC'), given.normalize('NFC').toLowerCase()].includes(read(field, given))
      }),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

test.each([
  ['klub.dk', 'https://klub.dk'],
  ['Https://Klub.dk/om', 'https://Klub.dk/om'],
  ['HTTP://klub.dk', 'http://klub.dk'],
  ['ftp://klub.dk', undefined],
])('the website %s is %s', (typed, whole) => expect(Website.safeParse(typed).data).toBe(whole))

test('cells that are pasted into a line have blanks between them', () => {
  expect([singleLine(80).parse('Anna\tHolm\t'), singleLine(80).safeParse('Anna\nHolm').success]).toEqual([
    'Anna Holm',
    false,
  ])
})

test('an empty id of a club or an event in a query is a missing one', () => {
  const optional = calls.flatMap(({ name, endpoint: { query } }) =>
    Object.entries((query && defOf(query).shape) ?? {})
      .filter(([field, schema]) => /^(orgId|eveId)$/.test(field) && schema.safeParse(undefined).success)
      .map(([field, schema]) => ({ name: `${name} ${field}`, read: schema.safeParse('') })),
  )
  expect(optional.length).toBeGreaterThan(6)
  expect(optional.filter(({ read: { success, data } }) => !success || data).map(({ name }) => name)).toEqual([])
})

describe('an e-mail address', () => {
  test.each([
    ['Anna@Blåbær.DK', 'anna@blåbær.dk', 'anna@xn--blbr-roah.dk'],
    ['anna@bla\u030abær.dk', 'anna@blåbær.dk', 'anna@xn--blbr-roah.dk'],
    ['anna@xn--blbr-roah.dk', 'anna@blåbær.dk', 'anna@xn--blbr-roah.dk'],
    ['anna@mail.XN--Blbr-roah.dk ', 'anna@mail.blåbær.dk', 'anna@mail.xn--blbr-roah.dk'],
    ['an\u200bna@holm.example', 'anna@holm.example', 'anna@holm.example'],
    ['Anna Holm <Anna@holm.example>;', 'anna@holm.example', 'anna@holm.example'],
    ['mailto:anna@holm.example', 'anna@holm.example', 'anna@holm.example'],
    ['anna@holm.example, bo@holm.example', undefined, undefined],
    ['иван@пример.рф', undefined, undefined],
    ['ivan@пример.рф', 'ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['anna@blå bær.dk', undefined, undefined],
    ['anna@blåbær', undefined, undefined],
    ['anna@blå/bær.dk', undefined, undefined],
    ['anna@①②.③', undefined, undefined],
  ])('%s is %s, and %s for mail servers', (given, readable, ascii) => {
    expect(Email.safeParse(given).data).toBe(readable)
    if (readable) expect([asciiEmail(readable), Email.parse(ascii)]).toEqual([ascii, readable])
  })
})

/** How many, of which names of money are said, too. */
const countsOf = ['teams.show output members.0.days']

describe('every number field of the contract', () => {
  const all = ofType('number')
  const isSum = ({ schema }: Field) => schema === Sum || schema === Kroner
  /** Kept as JSON, not in an `integer` column. */
  const isDecimal = ({ schema }: Field) => schema === Decimal
  const [sums, numbers] = [all.filter(isSum), all.filter((field) => !isSum(field) && !isDecimal(field))]

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
