import { expect, test } from 'vitest'
import { addDays } from '#server/database/clock.ts'
import type { HeldTerm } from './main-term.ts'
import { statusOf } from './membership-status.ts'

const term = (year: number, status: HeldTerm['status'] = 'active'): HeldTerm => ({
  status,
  isTrial: false,
  combinable: false,
  startDate: `${year}-01-01`,
  endDate: `${year}-12-31`,
})

test.each([
  { name: 'nothing bought', terms: [], today: '2026-05-01', status: 'inactive', until: null },
  {
    name: 'a hold is not a payment',
    terms: [term(2026, 'held')],
    today: '2026-05-01',
    status: 'inactive',
    until: null,
  },
  { name: 'the first day', terms: [term(2026)], today: '2026-01-01', status: 'active', until: '2026-12-31' },
  { name: 'the last day', terms: [term(2026)], today: '2026-12-31', status: 'active', until: '2026-12-31' },
  { name: 'the first day of grace', terms: [term(2026)], today: '2027-01-01', status: 'grace', until: '2027-01-31' },
  { name: 'the last day of grace', terms: [term(2026)], today: '2027-01-31', status: 'grace', until: '2027-01-31' },
  { name: 'the day after grace', terms: [term(2026)], today: '2027-02-01', status: 'expired', until: null },
  {
    name: 'the next season is paid',
    terms: [term(2027), term(2026)],
    today: '2026-05-01',
    status: 'active',
    until: '2026-12-31',
  },
  {
    name: 'a later season is paid, and the last one is over',
    terms: [term(2024), term(2028)],
    today: '2026-05-01',
    status: 'inactive',
    until: '2027-12-31',
  },
  { name: 'paid ahead only', terms: [term(2027)], today: '2026-12-01', status: 'inactive', until: '2026-12-31' },
  { name: 'refunded', terms: [term(2026, 'cancelled')], today: '2026-05-01', status: 'cancelled', until: null },
  {
    name: 'refunded, bought again',
    terms: [term(2026, 'cancelled'), term(2026)],
    today: '2026-05-01',
    status: 'active',
    until: '2026-12-31',
  },
  {
    name: 'released holds do not count',
    terms: [term(2025), term(2026, 'released')],
    today: '2026-05-01',
    status: 'expired',
    until: null,
  },
])('$name on $today: $status until $until', ({ terms, today, status, until }) => {
  expect(statusOf(terms, today, 31)).toEqual({ status, until })
})

test('no days of grace: expired from the day after', () => {
  expect(statusOf([term(2026)], '2027-01-01', 0)).toEqual({ status: 'expired', until: null })
})

test('days are calendar days, also over 29 February and the change of clocks', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
