import { expect, test } from 'vitest'
import { atLineStart, dayWords, hourWords, spanWords, whenLines, whenWords } from './when-words.ts'

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
  const weekend = at('2027-02-12T16:00:00Z', '2027-02-14T14:00:00Z')
  const words = 'Friday, 12 February 2027, 17:00 – Sunday, 14 February 2027, 15:00'
  expect([whenWords(weekend, 'en'), spanWords(weekend, 'en'), whenLines(weekend, 'en').join(' ')]).toEqual(
    Array.from({ length: 3 }, () => words),
  )
  expect(whenLines(weekend, 'da')[0]).toBe('fredag den 12. februar 2027 kl.\u00a017.00 –')
})

test('an event of one day has its hours behind the day, or below it on a ticket', () => {
  const evening = at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z')
  expect(spanWords(evening, 'en')).toBe('Saturday, 13 June 2026, 19:00 – 22:00')
  expect(whenLines(evening, 'en')).toEqual(['Saturday, 13 June 2026', '19:00 – 22:00'])
})
