import { expect, test } from 'vitest'
import type { ConfigurationRow, Holders } from '../configuration-queries.ts'
import type { Candidate } from './closed-for.ts'
import { proposedFor } from './propose-membership.ts'

const today = '2026-11-22'
const season = (series: string, kroner: number, more: Partial<ConfigurationRow> = {}, year = 2026) =>
  ({
    id: `${series} ${year}`,
    orgId: 'club',
    series,
    price: kroner * 100,
    vatRate: 0,
    surcharge: 0,
    combinable: false,
    isTrial: false,
    isPassive: false,
    minAge: null,
    maxAge: null,
    startDate: `${year}-04-01`,
    endDate: `${year + 1}-03-31`,
    ...more,
  }) as ConfigurationRow
const offers = [
  season('senior', 1550, { minAge: 18 }),
  season('morning', 1050, { minAge: 18 }),
  season('junior', 750, { maxAge: 17 }),
  season('passive', 150, { isPassive: true }),
  season('trial', 9000, { isTrial: true }),
  season('court', 5000, { combinable: true }),
]
const holders = (series: string, age: number | null, people: number): Holders => ({
  orgId: 'club',
  series,
  age,
  people,
})

interface Asked {
  readonly born?: string | null
  readonly held?: Candidate['held']
  readonly among?: readonly ConfigurationRow[]
  readonly holders?: readonly Holders[]
  readonly unknownAge?: boolean
}
const proposal = ({ born = '1980-01-01', held = [], among = offers, unknownAge = true, ...asked }: Asked) =>
  proposedFor(among, { dateOfBirth: born, held }, { today, unknownAge, holders: asked.holders ?? [] })?.id ?? null

test.each<[name: string, asked: Asked, id: string | null]>([
  ['the dearest that is neither passive, a trial nor held beside another', {}, 'senior 2026'],
  ['what fits a child', { born: '2016-01-01' }, 'junior 2026'],
  [
    'what ten of the same age hold',
    { holders: [holders('morning', 44, 7), holders('morning', 51, 3)] },
    'morning 2026',
  ],
  ['not what nine hold', { holders: [holders('morning', 44, 9)] }, 'senior 2026'],
  ['not what ten of another age hold', { holders: [holders('morning', 70, 10)] }, 'senior 2026'],
  [
    'what most hold, of two that many do',
    { holders: [holders('morning', 44, 12), holders('senior', 44, 11)] },
    'morning 2026',
  ],
  ['a passive one, where that is what they hold', { holders: [holders('passive', 44, 10)] }, 'passive 2026'],
  ['no trial, whoever holds it', { holders: [holders('trial', 44, 50)] }, 'senior 2026'],
  [
    'nothing rather than a passive one that nobody holds',
    { among: [season('passive', 150, { isPassive: true })] },
    null,
  ],
  ['what all hold, where the age is not known', { born: null, holders: [holders('morning', 70, 10)] }, 'morning 2026'],
  ['what needs no age, where it may not be asked for', { born: null, unknownAge: false, holders: [] }, null],
])('proposed is %s', (_, asked, id) => expect(proposal(asked)).toBe(id))

test('with 60 days left or fewer the next season is proposed, if it is on sale', () => {
  const ending = season('senior', 1550, { startDate: '2026-01-22', endDate: '2027-01-21' })
  const next = season('senior', 1650, {}, 2027)
  expect(proposal({ among: [ending, next] })).toBe('senior 2027')
  expect(proposal({ among: [ending] })).toBe('senior 2026')
  expect(proposal({ among: [{ ...ending, endDate: '2027-01-22' }, next] })).toBe('senior 2026')
})

test('a former member is proposed the same series, and nobody what they have', () => {
  const held = (series: string, year: number) =>
    [
      { ...season(series, 0, {}, year), configurationId: `${series} ${year}`, status: 'active' },
    ] as unknown as Candidate['held']
  expect(proposal({ held: held('morning', 2024) })).toBe('morning 2026')
  expect(proposal({ held: held('senior', 2026) })).toBeNull()
  expect(proposal({ held: held('senior', 2027) })).toBeNull()
  expect(proposal({ held: held('senior', 2026), among: [...offers, season('senior', 1650, {}, 2027)] })).toBe(
    'senior 2027',
  )
})
