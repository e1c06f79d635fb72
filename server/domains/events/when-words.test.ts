import { expect, test } from 'vitest'
import { atLineStart, dayWords, hourWords, whenWords } from './when-words.ts'

const at = (from: string, until: string) => ({
  startsAt: new Date(from),
  endsAt: new Date(until),
  timeZone: 'Europe/Copenhagen',
})

test.each([
  ['from midnight to midnight', '2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'],
  ['to the minute before', '2026-12-30T23:00:00Z', '2026-12-31T22:59:00Z'],
  ['several', '2026-07-03T22:00:00Z', '2026-07-05T21:59:00Z'],
])('whole days are written without hours: %s', (_, from, until) => {
  const when = at(from, until)
  expect([hourWords(when, 'en'), whenWords(when, 'en')]).toEqual(['', dayWords(when, 'en')])
})

test('an evening that ends at midnight, and a moment at midnight, are written with their hours', () => {
  expect(hourWords(at('2026-06-13T17:00:00Z', '2026-06-13T22:00:00Z'), 'en')).toBe('19:00 – 00:00')
  expect(hourWords(at('2026-06-12T22:00:00Z', '2026-06-12T22:00:00Z'), 'en')).toBe('00:00 – 00:00')
})

test('a Danish weekday has a capital at the start of a line only', () => {
  const evening = at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z')
  expect(whenWords(evening, 'da')).toBe('lørdag den 13. juni 2026 kl.\u00a019.00')
  expect(atLineStart(whenWords(evening, 'da'))).toBe('Lørdag den 13. juni 2026 kl.\u00a019.00')
})

test('an event of several days says when it begins and when it ends', () => {
  expect(whenWords(at('2027-02-12T16:00:00Z', '2027-02-14T14:00:00Z'), 'en')).toBe(
    'Friday, 12 February 2027, 17:00 – Sunday, 14 February 2027, 15:00',
  )
})
