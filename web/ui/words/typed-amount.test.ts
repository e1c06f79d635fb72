import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyNumber, readAmount, readNumber, typedAmount, typedNumber } from './typed-amount.ts'

const numRuns = 500
const read = (typed: string, language: 'da' | 'en') => {
  const found = readAmount(typed, language)
  if (found.kind === 'read') return found.minor
  return found.kind === 'unclear' ? found.choices : found.kind === 'refused' ? found.why : found.kind
}

describe('an amount as it is written', () => {
  const minor = fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 0, max: 10_000_000 }).map((kroner) => kroner * 100),
    fc.maxSafeNat(),
  )
  const blank = fc.constantFrom('', ' ', '\u00a0', '\u202f', '\t')
  const locales = { da: ['da-DK', 'da'], en: ['en-GB', 'en-US', 'en-IE'] }
  const ways = fc.record({
    fraction: fc.constantFrom(0, 2),
    useGrouping: fc.boolean(),
    style: fc.constantFrom('decimal', 'currency', 'code'),
    unit: fc.constantFrom('', 'kr', 'kr.', 'Kr.', 'DKK', 'kroner'),
    before: fc.boolean(),
    dash: fc.boolean(),
    spaces: fc.boolean(),
    outside: blank,
    between: blank,
  })

  test.each(['da', 'en'] as const)('by %s is read back', (language) => {
    fc.assert(
      fc.property(minor, fc.constantFrom(...locales[language]), ways, (amount, locale, how) => {
        const whole = amount % 100 === 0 && how.fraction === 0
        const value = (BigInt(amount) / 100n).toString() + (whole ? '' : `.${String(amount % 100).padStart(2, '0')}`)
        const digits = whole ? 0 : 2
        const format = (options: Intl.NumberFormatOptions) =>
          new Intl.NumberFormat(locale, {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
            useGrouping: how.useGrouping,
            ...options,
          }).format(value as `${number}`)
        const money = { style: 'currency', currency: 'DKK' } as const
        let typed = format(
          how.style === 'currency' ? money : how.style === 'code' ? { ...money, currencyDisplay: 'code' } : {},
        )
        if (how.style === 'decimal') {
          if (how.spaces) typed = typed.replaceAll(language === 'da' ? '.' : ',', how.between || ' ')
          if (whole && how.dash) typed += ',-'
          if (how.unit && how.before) typed = how.unit + how.between + typed
          else if (how.unit && !(whole && how.dash)) typed += how.between + how.unit
        }
        expect(read(how.outside + typed + how.outside, language), typed).toBe(amount)
      }),
      { numRuns },
    )
  })

  test('in one language is never another amount in the other: the same, or a question with it', () => {
    fc.assert(
      fc.property(minor, fc.constantFrom('da', 'en'), fc.constantFrom(0, 2), (amount, language, fraction) => {
        const shown = amount - (fraction === 0 ? amount % 100 : 0)
        const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction }
        const value = `${BigInt(shown) / 100n}.${String(shown % 100).padStart(2, '0')}` as `${number}`
        const typed = new Intl.NumberFormat(locales[language][0], digits).format(value)
        const other = readAmount(typed, language === 'da' ? 'en' : 'da')
        expect(other.kind === 'unclear' ? other.choices : [other.kind === 'read' && other.minor], typed).toContain(
          shown,
        )
      }),
      { numRuns },
    )
  })

  test('in a form is read back in both languages', () => {
    fc.assert(
      fc.property(minor, fc.constantFrom('da', 'en'), fc.constantFrom('da', 'en'), (amount, written, reader) => {
        // Beyond 90 billion kroner a double has no øre.
        fc.pre(amount < 1e13)
        expect(read(typedAmount(amount, written), reader)).toBe(amount)
      }),
      { numRuns },
    )
  })

  test('nothing else is an amount', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('da', 'en'), (typed, language) => {
        fc.pre(!/^[\s\d.,:–—krodne-]*$/i.test(typed.normalize('NFKC')))
        expect(readAmount(typed, language).kind).toBe('refused')
      }),
      { numRuns },
    )
  })
})

test.each([
  ['1.200', 120_000, [120_000, 120]],
  ['1.250', 125_000, [125_000, 125]],
  ['1,250', [125_000, 125], 125_000],
  ['1.234,50', 123_450, 123_450],
  ['1,250.00', 125_000, 125_000],
  ['1250,5', 125_050, 125_050],
  ['1 250', 125_000, 125_000],
  ['1\u00a0250,00', 125_000, 125_000],
  ['2.500 kr.', 250_000, [250_000, 250]],
  ['kr. 100', 10_000, 10_000],
  ['kr. 1.250,-', 125_000, 125_000],
  ['1200,-', 120_000, 120_000],
  ['1250 kr', 125_000, 125_000],
  ['700.50', 70_050, 70_050],
  ['1.250.000', 125_000_000, 125_000_000],
  [',50', 50, 50],
  ['0', 0, 0],
  ['  ', 'blank', 'blank'],
  ['1e3', 'unreadable', 'unreadable'],
  ['-100', 'negative', 'negative'],
  ['−1.200 kr.', 'negative', 'negative'],
  ['kr. -100', 'negative', 'negative'],
  ['-kr. 100', 'negative', 'negative'],
  ['1200-', 'unreadable', 'unreadable'],
  ['0,500', 'unreadable', 'unreadable'],
  ['1250,555', 'unreadable', 'unreadable'],
  ['1.2.3', 'unreadable', 'unreadable'],
  ['1.250.00', 'unreadable', 'unreadable'],
  ['12 50', 'unreadable', 'unreadable'],
  ['100 EUR', 'unreadable', 'unreadable'],
  ['kr.', 'unreadable', 'unreadable'],
  ['.', 'unreadable', 'unreadable'],
  ['9'.repeat(20), 'too_large', 'too_large'],
] as const)('%s', (typed, danish, english) => {
  expect([read(typed, 'da'), read(typed, 'en')]).toEqual([danish, english])
})

test('a number is the number that was typed, or none', () => {
  const numberIn = (typed: string, rules = {}) => {
    const found = readNumber(typed, rules)
    return found.kind === 'read' ? found.value : found.kind === 'refused' ? found.why : found.kind
  }
  expect(['14', ' 0 ', '', '-5', '1,5', '1.5', '1e3', '5 dage'].map((typed) => numberIn(typed))).toEqual([
    14,
    0,
    'blank',
    'negative',
    'not_whole',
    'not_whole',
    'unreadable',
    'unreadable',
  ])
  expect(['12,5', '12.5', '25 %', '-3'].map((typed) => numberIn(typed, { decimals: true }))).toEqual([
    12.5,
    12.5,
    25,
    'negative',
  ])
  expect(numberIn('−3,5', { decimals: true, negative: true })).toBe(-3.5)
  fc.assert(
    fc.property(fc.integer(), (value) => {
      fc.pre(Math.abs(value) < 1e9)
      expect(numberIn(String(value))).toBe(value < 0 ? 'negative' : value)
    }),
  )
})

test.each([
  ['1.250', 1250, 1.25],
  ['1,250', 1.25, 1250],
  ['1 250', 1250, 1250],
  ['-1.234.567,5', -1_234_567.5, 'unreadable'],
  ['12.50', 12.5, 12.5],
  ['1.250.00', 'unreadable', 'unreadable'],
  ['123456789012', 123_456_789_012, 123_456_789_012],
] as const)('the number %s is as it is written in the language', (typed, danish, english) => {
  const numberIn = (language: 'da' | 'en') => {
    const found = readNumber(typed, anyNumber, language)
    return found.kind === 'read' ? found.value : found.kind === 'refused' && found.why
  }
  expect([numberIn('da'), numberIn('en')]).toEqual([danish, english])
})

test('a number is read back from its field, and thousands of a whole one are parted', () => {
  for (const language of ['da', 'en'] as const)
    for (const value of [12.125, -1250, 0.5, 1250.125])
      expect(readNumber(typedNumber(value, language), anyNumber, language)).toEqual({ kind: 'read', value })
  expect(readNumber('1.000', {}, 'da')).toEqual({ kind: 'read', value: 1000 })
  expect(readNumber('1,000', {}, 'da')).toEqual({ kind: 'refused', why: 'not_whole' })
})
