import { expect, test } from 'vitest'
import { chipOf, firstDayOf, lastDayOf, onReadersClock, takesWholeDays, whenWords, zoneName } from './when.ts'

const timeZone = 'Europe/Copenhagen'
const at = (startDate: string, endDate: string) => ({ startDate, endDate, timeZone })

test.each([
  ['an evening', at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), '2026-06-13', '2026-06-13', false],
  ['past midnight', at('2026-06-13T20:00:00Z', '2026-06-14T00:30:00Z'), '2026-06-13', '2026-06-14', false],
  ['until midnight', at('2026-06-13T17:00:00Z', '2026-06-13T22:00:00Z'), '2026-06-13', '2026-06-13', false],
  ['a whole day of winter', at('2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'), '2026-12-31', '2026-12-31', true],
  ['over New Year', at('2026-12-31T18:00:00Z', '2027-01-01T01:00:00Z'), '2026-12-31', '2027-01-01', false],
  ['the day of 23 hours', at('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'), '2026-03-29', '2026-03-29', true],
  ['the day of 25 hours', at('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), '2026-10-25', '2026-10-25', true],
  ['29 February', at('2028-02-28T23:30:00Z', '2028-02-29T10:00:00Z'), '2028-02-29', '2028-02-29', false],
  ['a weekend', at('2026-07-03T22:00:00Z', '2026-07-05T22:00:00Z'), '2026-07-04', '2026-07-05', true],
  ['a moment', at('2026-06-12T22:00:00Z', '2026-06-12T22:00:00Z'), '2026-06-13', '2026-06-13', false],
])('%s', (_, times, first, last, whole) => {
  expect([firstDayOf(times), lastDayOf(times), takesWholeDays(times)]).toEqual([first, last, whole])
})

test.each([
  [at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z'), 'Saturday, 13 June 2026, 19:00–22:00'],
  [at('2026-07-03T22:00:00Z', '2026-07-05T22:00:00Z'), 'Saturday 4 July – Sunday 5 July 2026'],
  [at('2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'), 'Thursday, 31 December 2026'],
])('%j is %s', (times, words) => {
  expect(whenWords(times).replaceAll(/[\u2060\u2009\u202f]/g, (sign) => (sign === '\u2060' ? '' : ' '))).toBe(words)
})

test('the chip shows the day at the club', () => {
  expect(chipOf(at('2026-12-31T23:30:00Z', '2027-01-01T03:00:00Z'))).toEqual({ day: '1', month: 'Jan' })
})

test("the reader's clock is told where it shows something else, on either side of a change of clocks", () => {
  const summer = at('2026-06-13T17:00:00Z', '2026-06-13T20:00:00Z')
  expect(onReadersClock(summer, 'Europe/Berlin')).toBeNull()
  expect(onReadersClock(summer, 'Europe/London')).toBe('Sat, 13 June 2026 at 18:00')
  // Between the American change and the European one New York is an hour nearer.
  const march = at('2026-03-10T17:00:00Z', '2026-03-10T20:00:00Z')
  expect(onReadersClock(march, 'America/New_York')).toBe('Tue, 10 March 2026 at 13:00')
  expect(zoneName('America/New_York')).toBe('New York')
})
