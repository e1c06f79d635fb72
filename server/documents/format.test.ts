import { expect, test } from 'vitest'
import { formatDay, formatPeriod } from './format.ts'

test('sentences name the month in full; periods in tables are short', () => {
  expect(formatDay('2027-03-31', 'da')).toBe('31. marts 2027')
  expect(formatDay('2027-03-31', 'en')).toBe('31 March 2027')
  expect(formatPeriod('2026-04-01', '2027-03-31', 'da')).toBe('1. apr. 2026 – 31. mar. 2027')
})
