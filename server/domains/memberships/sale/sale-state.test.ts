import { expect, test } from 'vitest'
import { clash } from './overlap.ts'
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
})

test('seasons clash when they share a day, unless one may be combined', () => {
  const year = season('2026-01-01', '2026-12-31')
  expect(clash(year, season('2026-12-31', '2027-12-31'))).toBe(true)
  expect(clash(year, season('2027-01-01', '2027-12-31'))).toBe(false)
  expect(clash(year, season('2025-01-01', '2026-01-01'))).toBe(true)
  expect(clash(year, season('2026-03-01', '2026-04-01', true))).toBe(false)
  const boat = season('2026-01-01', '2026-12-31', true)
  expect(clash(boat, boat)).toBe(true)
})
