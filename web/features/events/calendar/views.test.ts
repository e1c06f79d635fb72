import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, isDay, isoWeekOf, mondayOf, monthEnd, weekdayOf } from '../days.ts'
import { dayAfterKey, rangeOf, stepDay } from './views.ts'

test.each([
  ['2026-03-28', 1, '2026-03-29', 'clocks go forward'],
  ['2026-03-29', 1, '2026-03-30', 'the day of 23 hours'],
  ['2026-10-25', 1, '2026-10-26', 'the day of 25 hours'],
  ['2028-02-28', 1, '2028-02-29', 'a leap year'],
  ['2028-02-29', 1, '2028-03-01', 'after 29 February'],
  ['2026-02-28', 1, '2026-03-01', 'no leap year'],
  ['2026-12-31', 1, '2027-01-01', 'New Year'],
  ['2027-01-01', -1, '2026-12-31', 'back over New Year'],
])('%s %+d day is %s: %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(days)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s %+d months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test.each([
  ['2026-01-01', 1],
  ['2025-12-29', 1],
  ['2025-12-28', 52],
  ['2026-12-31', 53],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2024-12-30', 1],
  ['2028-02-29', 9],
  ['2026-03-29', 13],
  ['2026-03-30', 14],
])('%s lies in week %i', (day, week) => {
  expect(isoWeekOf(day)).toBe(week)
})

test('a week begins on Monday', () => {
  expect(weekdayOf('2026-11-21')).toBe(5)
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('a month shows six weeks from the Monday before its first day', () => {
  expect(rangeOf('month', '2026-11-21')).toEqual({ from: '2026-10-26', until: '2026-12-06' })
  // A February of exactly four weeks has six rows, too.
  expect(rangeOf('month', '2027-02-10')).toEqual({ from: '2027-02-01', until: '2027-03-14' })
  expect(monthEnd('2028-02-10')).toBe('2028-02-29')
  expect(rangeOf('week', '2026-12-31')).toEqual({ from: '2026-12-28', until: '2027-01-03' })
})

test.each([
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-13-01', false],
  ['26-1-1', false],
  ['', false],
  [undefined, false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test('keys move across weeks, months and years', () => {
  expect(dayAfterKey('ArrowLeft', '2027-01-01')).toBe('2026-12-31')
  expect(dayAfterKey('ArrowDown', '2026-10-25')).toBe('2026-11-01')
  expect(dayAfterKey('Home', '2027-01-01')).toBe('2026-12-28')
  expect(dayAfterKey('End', '2026-12-28')).toBe('2027-01-03')
  expect(dayAfterKey('PageDown', '2026-01-31')).toBe('2026-02-28')
  expect(dayAfterKey('PageUp', '2026-03-31')).toBe('2026-02-28')
  expect(dayAfterKey('Enter', '2026-03-31')).toBeNull()
  expect(stepDay('month', '2026-12-31', 1)).toBe('2027-01-31')
  expect(stepDay('week', '2026-12-31', -1)).toBe('2026-12-24')
})
