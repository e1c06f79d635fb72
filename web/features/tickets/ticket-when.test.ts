import { expect, test } from 'vitest'
import { leafOf, whenWords } from './ticket-when.ts'

const times = (startDate: string, endDate: string, timeZone = 'Europe/Copenhagen') => ({ startDate, endDate, timeZone })

test.each([
  [times('2026-12-12T09:00:00Z', '2026-12-12T13:30:00Z'), 'Saturday, 12 December 2026, 10:00\u2060–\u206014:30'],
  [
    times('2026-12-12T09:00:00Z', '2026-12-12T13:30:00Z', 'Atlantic/Faroe'),
    'Saturday, 12 December 2026, 09:00\u2060–\u206013:30',
  ],
  // The clock goes on at two.
  [times('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'), 'Sunday, 28 March 2027, 01:30\u2060–\u206003:30'],
  [times('2028-02-28T23:00:00Z', '2028-02-29T23:00:00Z'), 'Tuesday, 29 February 2028'],
])('%o is said as %s', (when, words) => {
  expect(whenWords(when).replaceAll(/[\u202f\u00a0\u2009]/g, ' ')).toBe(words)
})

test('a leaf of the calendar shows the day where the event is', () => {
  expect(leafOf(times('2026-12-31T23:30:00Z', '2027-01-01T02:00:00Z'))).toEqual({ day: '1', month: 'Jan' })
})
