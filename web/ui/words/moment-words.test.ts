import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { dayHeading, sinceWords } from './format.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

// Winter time: Copenhagen is an hour ahead of UTC.
const now = new Date('2026-03-02T11:30:00Z')

test.each([
  ['2026-03-02T11:29:30Z', 'just now', 'lige nu'],
  // The server's clock may be ahead of the browser's.
  ['2026-03-02T11:35:00Z', 'just now', 'lige nu'],
  ['2026-03-02T11:29:00Z', '1 min ago', '1 min. siden'],
  ['2026-03-02T10:31:00Z', '59 min ago', '59 min. siden'],
  ['2026-03-02T08:00:00Z', '3 hr ago', '3 timer siden'],
  ['2026-03-01T23:10:00Z', '12 hr ago', '12 timer siden'],
  ['2026-03-01T22:50:00Z', 'yesterday 23:50', 'i går 23.50'],
  ['2026-02-27T10:00:00Z', '27 Feb', '27. feb.'],
  ['2025-12-31T23:30:00Z', '1 Jan', '1. jan.'],
  ['2025-12-31T22:30:00Z', '31 Dec 2025', '31. dec. 2025'],
])('%s is %s', (moment, english, danish) => {
  overwriteGetLocale(() => 'en')
  expect(sinceWords(moment, { now })).toBe(english)
  overwriteGetLocale(() => 'da')
  expect(sinceWords(moment, { now })).toBe(danish)
})

test('below a day heading only the time is shown', () => {
  expect(sinceWords('2026-03-01T22:50:00Z', { now, inDay: true })).toBe('23:50')
  expect(sinceWords('2026-02-27T10:00:00Z', { now, inDay: true })).toBe('11:00')
  expect(sinceWords('2026-03-02T08:00:00Z', { now, inDay: true })).toBe('3 hr ago')
})

test.each([
  ['2026-03-02T11:40:00Z', 'Today', 'I dag'],
  ['2026-03-01T23:00:00Z', 'Today', 'I dag'],
  ['2026-03-01T22:59:59Z', 'Yesterday', 'I går'],
  ['2026-02-28T10:00:00Z', '28 February 2026', '28. februar 2026'],
])('the day of %s is %s', (moment, english, danish) => {
  overwriteGetLocale(() => 'en')
  expect(dayHeading(moment, now)).toBe(english)
  overwriteGetLocale(() => 'da')
  expect(dayHeading(moment, now)).toBe(danish)
})
