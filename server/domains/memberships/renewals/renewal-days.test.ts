import { expect, test } from 'vitest'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { chargeDay, DAYS_BETWEEN_TRIES, lastTryDay, nextTryDay, TRIES } from './renewal-days.ts'

test.each([
  ['a year ends', '2026-12-31', '2026-12-03', '2026-12-17'],
  ['the charge falls into the year before', '2027-01-05', '2026-12-08', '2026-12-22'],
  ['a leap day is counted', '2028-03-10', '2028-02-11', '2028-02-25'],
  ['and is not where there is none', '2027-03-10', '2027-02-10', '2027-02-24'],
  ['the end is a leap day', '2028-02-29', '2028-02-01', '2028-02-15'],
  ['summer time begins between', '2027-04-05', '2027-03-08', '2027-03-22'],
  ['summer time ends between', '2026-11-05', '2026-10-08', '2026-10-22'],
])('%s: announced on time, charged 14 days before the end', (_, end, announced, charged) => {
  expect(addDays(end, -28)).toBe(announced)
  expect(chargeDay(end, announced)).toBe(charged)
})

test.each([
  ['2026-12-31', '2026-12-10', '2026-12-17'],
  ['2026-12-31', '2026-12-11', '2026-12-18'],
  ['2026-12-31', '2026-12-30', '2027-01-06'],
  ['2028-02-29', '2028-02-23', '2028-03-01'],
  ['2027-02-28', '2027-02-22', '2027-03-01'],
])('what ends on %s and is announced late, on %s, is charged a week later, on %s', (end, today, day) => {
  expect(chargeDay(end, today)).toBe(day)
})

test.each([
  ['2026-12-17', ['2026-12-17', '2026-12-22', '2026-12-27']],
  ['2026-12-25', ['2026-12-25', '2026-12-30', '2027-01-04']],
  ['2028-02-25', ['2028-02-25', '2028-03-01', '2028-03-06']],
  ['2027-02-25', ['2027-02-25', '2027-03-02', '2027-03-07']],
  ['2027-03-25', ['2027-03-25', '2027-03-30', '2027-04-04']],
  ['2026-10-22', ['2026-10-22', '2026-10-27', '2026-11-01']],
])('from %s on the card is tried on three days', (first, days) => {
  const tried: string[] = []
  for (let day: string | null = first, tries = 0; day; day = nextTryDay(day, ++tries)) {
    expect(lastTryDay(day, tries)).toBe(days.at(-1))
    tried.push(day)
  }
  expect(tried).toEqual(days)
  expect([TRIES, DAYS_BETWEEN_TRIES]).toEqual([3, 5])
})

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2027-06-30T21:59:59Z', '2027-06-30'],
  ['2027-06-30T22:00:00Z', '2027-07-01'],
  ['2028-02-28T23:00:00Z', '2028-02-29'],
  ['2028-02-29T23:00:00Z', '2028-03-01'],
  ['2027-03-28T00:59:59Z', '2027-03-28'],
  ['2027-03-28T21:59:59Z', '2027-03-28'],
  ['2027-03-28T22:00:00Z', '2027-03-29'],
  ['2026-10-25T21:59:59Z', '2026-10-25'],
  ['2026-10-25T22:59:59Z', '2026-10-25'],
  ['2026-10-25T23:00:00Z', '2026-10-26'],
])('at %s it is %s in Copenhagen', (moment, day) => expect(copenhagenDate(new Date(moment))).toBe(day))
