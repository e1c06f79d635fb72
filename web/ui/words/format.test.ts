import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import {
  chipOf,
  firstDayOf,
  formatDate,
  formatDateTime,
  formatList,
  formatMoney,
  formatPeriod,
  formatShortDate,
  formatTime,
  hourNow,
  lastDayOf,
  momentWords,
  onReadersClock,
  shortMomentWords,
  takesWholeDays,
  today,
  whenInSentence,
  whenWords,
  zoneName,
} from './format.ts'

const speak = (language: 'da' | 'en') => overwriteGetLocale(() => language)
afterEach(() => speak('en'))

/** Replaces non-breaking spaces with plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('money', () => {
  it.each([
    [125_000, '1.250,00 kr.', 'DKK 1,250.00'],
    [0, '0,00 kr.', 'DKK 0.00'],
    [5, '0,05 kr.', 'DKK 0.05'],
    [-70_000, '−700,00 kr.', '−DKK 700.00'],
    [123_456_789, '1.234.567,89 kr.', 'DKK 1,234,567.89'],
  ])('%i øre', (minor, danish, english) => {
    speak('da')
    expect(plain(formatMoney({ minor, currency: 'DKK' }))).toBe(danish)
    speak('en')
    expect(plain(formatMoney({ minor, currency: 'DKK' }))).toBe(english)
  })

  it('shows other currencies’ codes', () => {
    speak('da')
    expect(plain(formatMoney({ minor: 1000, currency: 'EUR' }))).toBe('10,00 EUR')
  })
})

describe('days and moments', () => {
  it('calendar days never shift with the time zone', () => {
    speak('da')
    expect(formatDate('2026-03-29')).toBe('29. marts 2026')
    expect(formatShortDate('2026-12-31')).toBe('31. dec. 2026')
    expect(formatPeriod('2026-01-01', '2026-12-31')).toBe('1. jan.–31. dec. 2026')
    speak('en')
    expect(formatDate('2028-02-29')).toBe('29 February 2028')
  })

  it('timestamps show Copenhagen time, in winter and summer', () => {
    speak('da')
    expect(formatDateTime('2025-12-31T23:30:00Z')).toBe('1. januar 2026 kl.\u00a000.30')
    expect(formatTime('2026-06-30T22:05:00Z')).toBe('00.05')
    speak('en')
    expect(formatDateTime('2026-06-30T12:05:00+00:00')).toBe('30 June 2026 at 14:05')
  })

  it('today and the current hour are Copenhagen’s', () => {
    expect(today(new Date('2025-12-31T23:30:00Z'))).toBe('2026-01-01')
    expect(hourNow(new Date('2026-06-30T22:05:00Z'))).toBe(0)
  })
})

test('names are joined as a list', () => {
  speak('da')
  expect(formatList(['Anna', 'Bo', 'Alma'])).toBe('Anna, Bo og Alma')
  speak('en')
  expect(formatList(['Anna', 'Bo'])).toBe('Anna and Bo')
})

beforeEach(() => overwriteGetLocale(() => 'en'))

const timeZone = 'Europe/Copenhagen'
const at = (startDate: string, endDate: string) => ({ startDate, endDate, timeZone })

test.each([
  ['an evening', at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), '2026-06-13', '2026-06-13', false],
  ['past midnight', at('2026-06-13T20:00:00Z', '2026-06-14T00:30:00Z'), '2026-06-13', '2026-06-14', false],
  ['until midnight', at('2026-06-13T17:00:00Z', '2026-06-13T22:00:00Z'), '2026-06-13', '2026-06-13', false],
  ['a whole day in winter', at('2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'), '2026-12-31', '2026-12-31', true],
  ['over New Year', at('2026-12-31T18:00:00Z', '2027-01-01T01:00:00Z'), '2026-12-31', '2027-01-01', false],
  ['a day of 23 hours', at('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'), '2026-03-29', '2026-03-29', true],
  ['a day of 25 hours', at('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), '2026-10-25', '2026-10-25', true],
  ['29 February', at('2028-02-28T23:30:00Z', '2028-02-29T10:00:00Z'), '2028-02-29', '2028-02-29', false],
  ['a weekend', at('2026-07-03T22:00:00Z', '2026-07-05T22:00:00Z'), '2026-07-04', '2026-07-05', true],
  ['to the minute before', at('2026-07-03T22:00:00Z', '2026-07-05T21:59:00Z'), '2026-07-04', '2026-07-05', true],
  ['an instant', at('2026-06-12T22:00:00Z', '2026-06-12T22:00:00Z'), '2026-06-13', '2026-06-13', false],
])('%s', (_, times, first, last, whole) => {
  expect([firstDayOf(times), lastDayOf(times), takesWholeDays(times)]).toEqual([first, last, whole])
})

test.each([
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'Saturday, 13 June 2026, 19:00–22:00'],
  [at('2026-07-03T22:00:00Z', '2026-07-05T22:00:00Z'), 'Saturday 4 July – Sunday 5 July 2026'],
  [at('2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'), 'Thursday, 31 December 2026'],
  [at('2026-12-30T23:00:00Z', '2026-12-31T22:59:00Z'), 'Thursday, 31 December 2026'],
  [at('2028-02-28T23:00:00Z', '2028-02-29T23:00:00Z'), 'Tuesday, 29 February 2028'],
  [
    { ...at('2026-12-12T09:00:00Z', '2026-12-12T13:30:00Z'), timeZone: 'Atlantic/Faroe' },
    'Saturday, 12 December 2026, 09:00–13:30',
  ],
  // Clocks change at two.
  [at('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'), 'Sunday, 28 March 2027, 01:30–03:30'],
])('%j is %s', (times, words) => {
  expect(whenWords(times).replaceAll(/[\u2060\u2009\u202f]/g, (sign) => (sign === '\u2060' ? '' : ' '))).toBe(words)
})

test('a time range does not wrap', () => {
  expect(whenWords(at('2026-12-12T09:00:00Z', '2026-12-12T13:30:00Z'))).toContain('10:00\u2060–\u206014:30')
})

test.each([
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'Sat 13 Jun, 19:00', 'Sat, 13 Jun 2026, 19:00–22:00'],
  [at('2026-07-03T22:00:00Z', '2026-07-05T22:00:00Z'), 'Sat 4 Jul – Sun 5 Jul', 'Sat, 4 Jul – Sun, 5 Jul 2026'],
])('%j is %s in short and %s dated', (times, short, dated) => {
  const actual = [whenWords(times, 'short'), whenWords(times, 'dated')]
  expect(actual.map((text) => text.replaceAll(/[\u2009\u202f]/g, ' ').replaceAll('\u2060', ''))).toEqual([short, dated])
})

test.each([
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'short', 'lør. 13. jun. kl. 19.00'],
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'dated', 'Lør. 13. jun. 2026 kl. 19.00–22.00'],
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'long', 'Lørdag den 13. juni 2026 kl. 19.00–22.00'],
  [at('2026-02-14T16:00:00Z', '2026-02-16T14:00:00Z'), 'short', 'lør. 14. feb. kl. 17.00 – man. 16. feb. kl. 15.00'],
] as const)('%j in Danish, %s', (times, style, words) => {
  overwriteGetLocale(() => 'da')
  expect(
    whenWords(times, style)
      .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
      .replaceAll('\u2060', ''),
  ).toBe(words)
})

test('a Danish weekday has no capital inside a sentence', () => {
  overwriteGetLocale(() => 'da')
  expect(whenInSentence(at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'))).toMatch(/^lørdag den 13/)
})

test('“kl.” does not wrap from its time', () => {
  overwriteGetLocale(() => 'da')
  expect(whenWords(at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'))).toContain('2026 kl.\u00a019.00')
})

test('a timestamp includes the weekday, and its time does not wrap', () => {
  expect(momentWords('2026-11-30T07:00:00Z', timeZone)).toBe('Monday, 30 November 2026 at 08:00')
  overwriteGetLocale(() => 'da')
  expect(momentWords('2026-11-30T07:00:00Z', timeZone)).toBe('mandag den 30. november 2026 kl.\u00a008.00')
  expect(shortMomentWords('2026-11-30T07:00:00Z', timeZone)).toBe('30. nov. kl.\u00a008.00')
})

test('the chip shows the day in the event’s time zone', () => {
  expect(chipOf(at('2026-12-31T23:30:00Z', '2027-01-01T03:00:00Z'))).toEqual({ day: '1', month: 'Jan' })
})

test("the user's own time is shown where it differs, before and after clock changes", () => {
  const summer = at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z')
  expect(onReadersClock(summer, 'Europe/Berlin')).toBeNull()
  expect(onReadersClock(summer, 'Europe/London')).toBe('Saturday, 13 June 2026 at 18:00')
  // Between the American and the European clock change, New York is an hour closer.
  const march = at('2026-03-10T17:00:00Z', '2026-03-10T20:00:00Z')
  expect(onReadersClock(march, 'America/New_York')).toBe('Tuesday, 10 March 2026 at 13:00')
  expect(['America/New_York', 'Europe/Copenhagen'].map(zoneName)).toEqual(['New York', 'Copenhagen'])
  speak('da')
  expect(zoneName('Europe/Copenhagen')).toBe('København')
})
