import { describe, expect, test } from 'vitest'
import { moneyRangeWords, moneyWords, numberWords, sumWords } from './money-words.ts'

const kroner = (minor: number, currency = 'DKK') => ({ minor, currency })
/** As people see it. */
const shown = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')

describe.each([
  [125_000, '1.250,00 kr.', 'DKK 1,250.00'],
  [0, '0,00 kr.', 'DKK 0.00'],
  [-0, '0,00 kr.', 'DKK 0.00'],
  [5, '0,05 kr.', 'DKK 0.05'],
  [-5, '−0,05 kr.', '−DKK 0.05'],
  [-125_000, '−1.250,00 kr.', '−DKK 1,250.00'],
])('%i øre', (minor, danish, english) => {
  test('are written in the language, below zero with a minus sign', () => {
    expect(shown(moneyWords(kroner(minor), 'da'))).toBe(danish)
    expect(shown(moneyWords(kroner(minor), 'en'))).toBe(english)
  })
})

test('another currency keeps its code', () => {
  expect(shown(moneyWords(kroner(1000, 'EUR'), 'da'))).toBe('10,00 EUR')
  expect(shown(moneyWords(kroner(1000, 'EUR'), 'en'))).toBe('EUR 10.00')
})

test('a range has decimals where one of its amounts has some', () => {
  expect(shown(moneyRangeWords(kroner(0), kroner(4500), 'da'))).toBe('0–45 kr.')
  expect(shown(moneyRangeWords(kroner(0), kroner(4550), 'en'))).toBe('DKK 0.00–45.50')
})

test('no amount can break across lines, and none has a hyphen for a minus', () => {
  const words = (['da', 'en'] as const).flatMap((language) =>
    [-123_456_789, -5, 0, 125_000].flatMap((minor) => [
      moneyWords(kroner(minor), language),
      moneyWords(kroner(minor, 'EUR'), language),
      moneyRangeWords(kroner(0), kroner(Math.abs(minor)), language),
      sumWords(minor, language),
      numberWords(minor / 100, language),
    ]),
  )
  for (const text of words) {
    // A line may break at a space, after a hyphen and beside a dash.
    expect(text).not.toMatch(/[ -]|(?<!\u2060)–|–(?!\u2060)/)
  }
})
