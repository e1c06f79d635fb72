import { describe, expect, test } from 'vitest'
import { entriesOf, type Fields } from '#contract/fields.ts'
import { clubFields } from '#contract/organisations/settings.ts'
import { couponFields } from '#contract/events/office-coupons.ts'
import { eventFields } from '#contract/events/office.ts'
import { seasonFields } from '#contract/memberships/office.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { blankOf, readTyped, typedOf, unreadIn } from './fields.tsx'

overwriteGetLocale(() => 'da')

const declared: [string, Fields][] = [
  ['a coupon', couponFields],
  ['a season', seasonFields],
  ['an event', eventFields],
  ['a club', clubFields],
]

const samples = {
  localText: { da: 'Sommer', en: 'Summer' },
  text: 'Havnen 4',
  time: '2049-07-01T10:00',
  day: '2049-07-01',
  number: 12,
  money: 125_050,
  percent: 12.5,
  switch: true,
  choice: '01a220f0-d370-7000-8000-000000000001',
  list: ['adult'],
  parts: null,
} as const

const formats = { tel: '+4520112233', email: 'kontor@club.example', url: 'https://club.example', numeric: '10150817' }

describe.each(declared)('the fields of %s', (_, fields) => {
  const plain = entriesOf(fields).filter(([, { kind }]) => kind !== 'parts')
  const values = Object.fromEntries(
    plain.map(([name, { kind, format }]) => [
      name,
      name === 'colour' ? '#1d4e89' : name === 'bankRegistration' ? '1234' : format ? formats[format] : samples[kind],
    ]),
  )

  test('are typed and read again as they were', () => {
    const typed = typedOf(fields, values)
    expect(unreadIn(fields, typed)).toEqual({})
    expect(readTyped(fields, typed)).toEqual(values)
    for (const [name, { schema }] of plain) expect(schema.safeParse(values[name]).success, name).toBe(true)
  })

  test('are null or blank where nothing is typed', () => {
    const read: Record<string, unknown> = readTyped(fields, blankOf(fields))
    for (const [name, field] of plain)
      if (field.optional) expect(read[name], name).toBe(null)
      else if (field.kind === 'localText') expect(read[name], name).toEqual({ da: '' })
  })

  test('have the limit that their input shows', () => {
    for (const [name, { kind, max = 0, schema }] of plain.filter(([, one]) => one.max !== undefined && !one.format)) {
      const fits = (text: string) => schema.safeParse(kind === 'localText' ? { da: text } : text).success
      expect([fits('x'.repeat(max)), fits('x'.repeat(max + 1))], name).toEqual([true, false])
    }
  })
})

test('a time that is chosen in part and a number that is none are said beside their inputs', () => {
  const typed = { ...blankOf(couponFields), validFrom: '2049-07-01', totalLimit: '1,5', amount: '12,345,6' }
  expect(Object.keys(unreadIn(couponFields, typed))).toEqual(['amount', 'validFrom', 'totalLimit'])
})
