import { expect, test } from 'vitest'
import { conflicts, isReplacedBy, lastDayOfTrial } from './overlap.ts'
import { saleStateOf } from './sale-state.ts'

const offer = { offerStartDate: '2026-11-01', endDate: '2027-12-31' }

test.each([
  ['2026-10-31', 'not_yet'],
  ['2026-11-01', 'on_sale'],
  ['2027-12-31', 'on_sale'],
  ['2028-01-01', 'ended'],
])('on %s it is %s', (today, state) => {
  expect(saleStateOf(offer, today)).toBe(state)
})

let seasons = 0
const season = (startDate: string, endDate: string, combinable = false) => ({
  configurationId: `season ${++seasons}`,
  startDate,
  endDate,
  combinable,
  isTrial: false,
  status: 'active' as const,
})

test('seasons conflict when they share a day, unless one may be combined', () => {
  const year = season('2026-01-01', '2026-12-31')
  expect(conflicts(year, season('2026-12-31', '2027-12-31'))).toBe(true)
  expect(conflicts(year, season('2027-01-01', '2027-12-31'))).toBe(false)
  expect(conflicts(year, season('2025-01-01', '2026-01-01'))).toBe(true)
  expect(conflicts(year, season('2026-03-01', '2026-04-01', true))).toBe(false)
  const boat = season('2026-01-01', '2026-12-31', true)
  expect(conflicts(boat, boat)).toBe(true)
})

test('a paid trial is replaced by a full membership of the same days only', () => {
  const trial = { ...season('2026-11-01', '2027-01-31'), isTrial: true }
  const year = season('2026-01-01', '2026-12-31')
  expect(isReplacedBy(trial, year)).toBe(true)
  expect(conflicts(trial, year)).toBe(false)
  expect(conflicts(year, trial)).toBe(true)
  expect(conflicts({ ...trial, status: 'held' }, year)).toBe(true)
  expect(conflicts(trial, { ...season('2027-01-01', '2027-03-31'), isTrial: true })).toBe(true)
  expect(isReplacedBy(trial, season('2027-02-01', '2028-01-31'))).toBe(false)
  expect(isReplacedBy(trial, season('2026-01-01', '2026-12-31', true))).toBe(false)
})

test.each([
  ['a season that runs', '2026-01-01', '2026-11-21'],
  ['a season to come', '2027-01-01', '2026-12-31'],
  ['a season that begins on its last day', '2027-01-31', '2027-01-30'],
])('it ends before %s, and before no unpaid one', (_, startDate, lastDay) => {
  const trial = { ...season('2026-11-01', '2027-01-31'), isTrial: true }
  expect(lastDayOfTrial(trial, { startDate }, '2026-11-22')).toBe(lastDay)
})

test('a trial that began today keeps today', () => {
  const trial = { ...season('2026-11-22', '2027-01-31'), isTrial: true }
  expect(lastDayOfTrial(trial, { startDate: '2026-01-01' }, '2026-11-22')).toBe('2026-11-22')
})
