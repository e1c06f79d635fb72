import { expect, test } from 'vitest'
import type { SeasonState } from '#contract/memberships/office.ts'
import { seasonsToCopy } from './seasons-to-copy.ts'

const season = (year: number, state: SeasonState, stopped = state === 'stopped', series = 'Adult') => ({
  series,
  state,
  stopped,
  startDate: `${year}-01-01`,
  endDate: `${year}-12-31`,
})
const copied = (...seasons: Parameters<typeof seasonsToCopy>[0]) =>
  seasonsToCopy(seasons, '2027-02-01').map(({ series, startDate }) => `${series} ${startDate.slice(0, 4)}`)

test('the newest season of each series is copied, not a draft nor one whose copy would be over', () => {
  const junior = season(2026, 'over', false, 'Junior')
  expect(copied(season(2028, 'draft'), season(2027, 'on_sale'), season(2026, 'over'), junior)).toEqual([
    'Adult 2027',
    'Junior 2026',
  ])
  expect(copied(season(2025, 'over'))).toEqual([])
})

test('a series that was stopped last year, or this year, is not copied', () => {
  expect(copied(season(2026, 'over', true), season(2025, 'over'))).toEqual([])
  expect(copied(season(2027, 'stopped'), season(2026, 'over'))).toEqual([])
})

test('a next season that was stopped before it began is copied anew, as is one that replaces a stopped one of the same days', () => {
  expect(copied(season(2028, 'stopped'), season(2027, 'on_sale'))).toEqual(['Adult 2027'])
  expect(copied(season(2027, 'stopped'), season(2027, 'on_sale'))).toEqual(['Adult 2027'])
})
