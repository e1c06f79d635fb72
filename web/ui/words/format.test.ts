import { afterEach, describe, expect, it, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import {
  formatDate,
  formatDateTime,
  formatList,
  formatMoney,
  formatPeriod,
  formatShortDate,
  formatTime,
  hourNow,
  today,
} from './format.ts'

const speak = (language: 'da' | 'en') => overwriteGetLocale(() => language)
afterEach(() => speak('en'))

/** The spaces that keep an amount on one line, written as plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it.each([
    [125_000, '1.250,00 kr.', 'DKK 1,250.00'],
    [0, '0,00 kr.', 'DKK 0.00'],
    [5, '0,05 kr.', 'DKK 0.05'],
    [-70_000, '-700,00 kr.', 'DKK -700.00'],
    [123_456_789, '1.234.567,89 kr.', 'DKK 1,234,567.89'],
  ])('%i øre', (minor, danish, english) => {
    speak('da')
    expect(plain(formatMoney({ minor, currency: 'DKK' }))).toBe(danish)
    speak('en')
    expect(plain(formatMoney({ minor, currency: 'DKK' }))).toBe(english)
  })

  it('of another currency is named', () => {
    speak('da')
    expect(plain(formatMoney({ minor: 1000, currency: 'EUR' }))).toBe('10,00 EUR')
  })
})

describe('days and moments', () => {
  it('of a calendar day never move with the clock', () => {
    speak('da')
    expect(formatDate('2026-03-29')).toBe('29. marts 2026')
    expect(formatShortDate('2026-12-31')).toBe('31. dec. 2026')
    expect(formatPeriod('2026-01-01', '2026-12-31')).toBe('1. jan.–31. dec. 2026')
    speak('en')
    expect(formatDate('2028-02-29')).toBe('29 February 2028')
  })

  it('are shown as in Copenhagen, in winter and in summer', () => {
    speak('da')
    expect(formatDateTime('2025-12-31T23:30:00Z')).toBe('1. januar 2026 kl.\u00a000.30')
    expect(formatTime('2026-06-30T22:05:00Z')).toBe('00.05')
    speak('en')
    expect(formatDateTime('2026-06-30T12:05:00+00:00')).toBe('30 June 2026 at 14:05')
  })

  it('know today and the hour there', () => {
    expect(today(new Date('2025-12-31T23:30:00Z'))).toBe('2026-01-01')
    expect(hourNow(new Date('2026-06-30T22:05:00Z'))).toBe(0)
  })
})

test('names are listed as people say them', () => {
  speak('da')
  expect(formatList(['Anna', 'Bo', 'Alma'])).toBe('Anna, Bo og Alma')
  speak('en')
  expect(formatList(['Anna', 'Bo'])).toBe('Anna and Bo')
})
