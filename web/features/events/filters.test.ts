import { expect, test } from 'vitest'
import { queryOf, isNarrowed, readFilter, writeFilter, type EventFilter } from './filters.ts'

test.each<EventFilter>([
  {},
  { club: 'ROKLUB', kind: 'Kursus & mere', when: 'week', fits: true, search: 'ro og sauna' },
  { when: 'range', from: '2028-02-29', until: '2028-03-01' },
  { when: 'range', from: '2026-12-31' },
])('a filter survives the URL: %j', (filter) => {
  const address = new URLSearchParams(writeFilter(filter)).toString()
  expect(readFilter(Object.fromEntries(new URLSearchParams(address)))).toEqual(filter)
})

test('equal filters have equal URLs, whatever the order', () => {
  expect(Object.keys(writeFilter({ search: 'a', fits: true, club: 'X' }))).toEqual(['club', 'fits', 'q'])
})

test.each([
  [{ when: 'tomorrow' }, {}],
  [{ when: 'range', from: '2026-02-29', until: 'soon' }, { when: 'range' }],
  [{ when: 'week', from: '2026-01-01' }, { when: 'week' }],
  [{ fits: '1', q: '   ', kind: '', club: '' }, {}],
  [{ club: 'roklub' }, { club: 'ROKLUB' }],
  [{ club: 'x'.repeat(21), kind: 'x'.repeat(61) }, {}],
  [{ q: 'x'.repeat(120) }, { search: 'x'.repeat(100) }],
])('invalid parameters are ignored: %j', (search, filter) => {
  expect(readFilter(search)).toEqual(filter)
})

test.each([
  ['2026-11-21', 'week', '2026-11-21', '2026-11-22'],
  ['2026-12-31', 'week', '2026-12-31', '2027-01-03'],
  ['2028-02-29', 'month', '2028-02-01', '2028-02-29'],
  ['2026-12-31', 'month', '2026-12-01', '2026-12-31'],
] as const)('on %s, this %s is %s to %s', (today, when, from, until) => {
  expect(queryOf({ when }, today)).toEqual({ from, until })
})

test('a visitor has no filters that the page does not show', () => {
  const shared = { club: 'row', kind: 'Kursus', fits: 'true', q: 'ro' }
  expect(readFilter(shared)).toEqual({ club: 'ROW', kind: 'Kursus', fits: true, search: 'ro' })
  expect(readFilter(shared, { isVisitor: true })).toEqual({ club: 'ROW', search: 'ro' })
})

test('only active filters are requested', () => {
  expect(queryOf({ search: '  ', kind: '' }, '2026-11-21')).toEqual({})
  expect(queryOf({ fits: true, search: ' ro ' }, '2026-11-21', 'o1')).toEqual({
    orgId: 'o1',
    fits: 'true',
    search: 'ro',
  })
  expect(isNarrowed({ search: ' ' })).toBe(false)
  expect(isNarrowed({ when: 'range' })).toBe(true)
})
