import { expect, test } from 'vitest'
import { rankOffers, type RankedOffer } from './rank-offers.ts'

const day = '2026-11-27'
const offer = (name: string, kroner: number, more: Partial<RankedOffer> = {}): RankedOffer => ({
  name,
  sale: 'on_sale',
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  combinable: false,
  isTrial: false,
  isPassive: false,
  parts: { total: { minor: kroner * 100, currency: 'DKK' } } as RankedOffer['parts'],
  ...more,
})
const rack = offer('Kajakplads', 1000, { combinable: true })
const adult = offer('Voksen', 700)
const young = offer('Ungsenior', 500)
const trial = offer('Prøve', 900, { isTrial: true })
const passive = offer('Passiv', 800, { isPassive: true })
const ending = { startDate: '2026-01-01', endDate: '2026-12-31' }
const runs = { startDate: '2026-06-01', endDate: '2027-05-31' }

test.each<[why: string, offers: RankedOffer[], names: string[]]>([
  ['what is had beside a membership comes last, however dear', [rack, adult], ['Voksen', 'Kajakplads']],
  ['trials and supporters come after full memberships', [passive, trial, young], ['Ungsenior', 'Prøve', 'Passiv']],
  ['full memberships by price', [young, adult], ['Voksen', 'Ungsenior']],
  ['the proposal first', [adult, { ...young, proposedFor: ['anna'] }], ['Ungsenior', 'Voksen']],
  ['not what is proposed to somebody else', [adult, { ...young, proposedFor: ['bo'] }], ['Voksen', 'Ungsenior']],
  [
    'never beside-a-membership, even if it is proposed',
    [{ ...rack, proposedFor: ['anna'] }, passive],
    ['Passiv', 'Kajakplads'],
  ],
  [
    'a season that is nearly over after the next one, whatever its kind',
    [offer('Voksen 2026', 700, ending), passive],
    ['Passiv', 'Voksen 2026'],
  ],
  ['a season that runs before one that comes', [adult, offer('Voksen nu', 700, runs)], ['Voksen nu', 'Voksen']],
  [
    'what is not on sale yet, and what has ended, at the end',
    [offer('Slut', 1, { sale: 'ended' }), offer('Senere', 1, { sale: 'not_yet' }), rack],
    ['Kajakplads', 'Senere', 'Slut'],
  ],
])('%s', (_, offers, names) => {
  expect(rankOffers(offers, ['anna'], day).map(({ name }) => name)).toEqual(names)
})

test('the order does not depend on the order before', () => {
  const all = [rack, adult, young, trial, passive, offer('Voksen 2026', 700, ending), offer('Voksen nu', 700, runs)]
  expect(rankOffers(all.toReversed(), [], day)).toEqual(rankOffers(all, [], day))
})
