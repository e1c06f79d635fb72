import { expect, test } from 'vitest'
import { lastSeasonOf, nextSeasonOf as nextOf, type PaidSeason, successorsOf } from './next-season.ts'
import type { ConfigurationRow } from './configuration-queries.ts'

const nextSeasonOf = (
  terms: readonly PaidSeason[],
  configurations: readonly ConfigurationRow[],
  today: string,
  dateOfBirth: string | null = null,
) => nextOf({ terms: [...terms], dateOfBirth }, configurations, { today, holders: [] })

const season = (year: number, more: Partial<ConfigurationRow> = {}) =>
  ({
    id: `${more.series ?? 'adult'} ${year}`,
    series: 'adult',
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: `${year - 1}-11-01`,
    enabled: true,
    combinable: false,
    price: 70_000,
    vatRate: 25,
    surcharge: 1_000,
    orgId: 'club',
    isTrial: false,
    isPassive: false,
    minAge: null,
    maxAge: null,
    ...more,
  }) as ConfigurationRow
const paid = (year: number, more: Partial<PaidSeason> = {}) =>
  ({
    status: 'active',
    series: 'adult',
    combinable: false,
    isTrial: false,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    ...more,
  }) as PaidSeason
const all = [season(2028), season(2026), season(2027), season(2027, { series: 'young' })]

test.each([
  ['what is on sale', [paid(2026)], '2026-11-02', 'adult 2027', 'on_sale'],
  ['what is not yet', [paid(2026)], '2026-10-31', 'adult 2027', 'not_yet'],
  ['after what is bought ahead', [paid(2026), paid(2027)], '2026-11-02', 'adult 2028', 'not_yet'],
  ['another series', [paid(2026, { series: 'young' })], '2026-11-02', 'young 2027', 'on_sale'],
  ['after years away, the season that runs', [paid(2020)], '2026-05-01', 'adult 2026', 'on_sale'],
  [
    'held beside a membership, it does not count',
    [paid(2026), paid(2027, { combinable: true })],
    '2026-11-02',
    'adult 2027',
    'on_sale',
  ],
])('a membership is renewed with %s', (_, terms, today, id, sale) => {
  expect(nextSeasonOf(terms, all, today)).toMatchObject({ id, sale })
})

test.each([
  ['nothing was paid', [paid(2026, { status: 'cancelled' })]],
  ['nothing of its series follows', [paid(2026, { series: 'boat' })]],
  ['the last one is bought', [paid(2028)]],
])('it is not renewed when %s', (_, terms) => expect(nextSeasonOf(terms, all, '2026-11-02')).toBeNull())

test('after a trial comes a membership, never another trial', () => {
  const trial = { series: 'trial', isTrial: true, startDate: '2026-10-15', endDate: '2027-01-14' }
  const offers = [...all, season(2027, { ...trial, startDate: '2027-01-15', endDate: '2027-04-14', price: 90_000 })]
  expect(nextSeasonOf([paid(2026, trial)], offers, '2026-11-27')).toMatchObject({ id: 'adult 2027', sale: 'on_sale' })
  expect(nextSeasonOf([paid(2026, trial)], offers, '2027-02-01')).toMatchObject({ id: 'adult 2027' })
  expect(nextSeasonOf([paid(2026, trial)], offers.slice(-1), '2027-02-01')).toBeNull()
})

test.each([
  ['shares its days and ends later', '2026-11-01', '2027-01-31', 'adult'],
  ['begins on its last day', '2026-12-31', '2027-03-30', 'adult'],
  ['came before it', '2025-10-01', '2025-12-31', 'adult'],
  ['follows it', '2027-01-01', '2027-03-31', 'trial'],
])(
  'of a membership and a trial that %s, from %s to %s, the last season is of the series “%s”',
  (_, startDate, endDate, series) => {
    const trial = paid(2026, { series: 'trial', isTrial: true, startDate, endDate })
    const extra = paid(2028, { series: 'boat', combinable: true })
    for (const terms of [
      [paid(2026), trial, extra],
      [extra, trial, paid(2026)],
    ])
      expect(lastSeasonOf(terms)?.series).toBe(series)
    expect(lastSeasonOf([trial, extra])?.series).toBe('trial')
  },
)

test('a configuration that is off sale succeeds nothing', () => {
  expect(nextSeasonOf([paid(2026)], [season(2027, { enabled: false })], '2026-11-02')).toBeNull()
  expect(lastSeasonOf([])).toBeNull()
})

test('a charge renews with the season on sale on its day, at its price', () => {
  const young = season(2026, { series: 'young' })
  const limits = { startDate: '2027-01-01', offerStartDate: '2026-11-01', minAge: null, maxAge: null }
  expect(successorsOf([...all, young], '2026-12-31', '2026-12-17')).toEqual([
    { from: 'adult 2026', to: 'adult 2027', amount: 88_500, year: 2027, ...limits },
    { from: 'young 2026', to: 'young 2027', amount: 88_500, year: 2027, ...limits },
  ])
  expect(successorsOf(all, '2026-12-31', '2026-10-31')).toEqual([])
  expect(successorsOf([season(2026), season(2028)], '2026-12-31', '2026-12-17')).toEqual([])
  const follows = (more: object) => successorsOf([season(2026, more), season(2027, more)], '2026-12-31', '2026-12-17')
  expect(follows({ isTrial: true }), 'a trial').toEqual([])
  expect(follows({ combinable: true }), 'an optional extra').toEqual([])
})

test.each([
  ['61 days are left', '2026-10-31', 'adult 2026'],
  ['60 days are left', '2026-11-01', 'adult 2027'],
  ['the season that follows is not on sale', '2026-11-01', 'adult 2026', { offerStartDate: '2026-12-01' }],
] as [string, string, string, object?][])(
  'an expired membership is renewed with the season that runs, or the next one when %s',
  (_, today, id, more = {}) => {
    expect(nextSeasonOf([paid(2024)], [season(2026), season(2027, more)], today)).toMatchObject({ id, insteadOf: null })
  },
)

test('somebody who outgrew a series is proposed what fits, with the reason', () => {
  const junior = [2026, 2027].map((year) => season(year, { series: 'junior', name: `Junior ${year}`, maxAge: 17 }))
  const others = [
    season(2027, { series: 'adult', price: 90_000, minAge: 26 }),
    season(2027, { series: 'young', price: 50_000, minAge: 18, maxAge: 25 }),
    season(2027, { series: 'passive', price: 99_000, isPassive: true }),
  ]
  const held = [paid(2026, { series: 'junior' })]
  const offered = [...junior, ...others]
  expect(nextSeasonOf(held, offered, '2026-11-02', '2009-01-02')).toMatchObject({ id: 'junior 2027', insteadOf: null })
  expect(nextSeasonOf(held, offered, '2026-11-02', '2009-01-01')).toMatchObject({
    id: 'young 2027',
    insteadOf: { name: 'Junior 2027', maxAge: 17 },
  })
  expect(nextSeasonOf(held, offered, '2026-11-02')).toMatchObject({ id: 'junior 2027' })
  expect(nextSeasonOf(held, junior, '2026-11-02', '2009-01-01')).toBeNull()
})
