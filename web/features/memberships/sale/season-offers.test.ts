import { expect, test } from 'vitest'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { closedByReason, sameKindIn, savingIn, seasonsOf } from './season-offers.ts'

const offer = (name: string, kroner: number, more: Partial<MembershipConfiguration> = {}) =>
  ({
    id: name,
    name,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    parts: { total: { minor: kroner * 100, currency: 'DKK' } },
    sale: 'on_sale',
    combinable: false,
    isTrial: false,
    isPassive: false,
    closedFor: [],
    proposedFor: [],
    ...more,
  }) as unknown as MembershipConfiguration
const next = { startDate: '2027-01-01', endDate: '2027-12-31' }
const open = () => undefined

test('each season has its memberships, the suggestion first and supporters last, and its extras apart', () => {
  const seasons = seasonsOf(
    [
      offer('Passiv 2026', 200, { isPassive: true }),
      offer('Voksen 2027', 700, next),
      offer('Voksen 2026', 700),
      offer('Morgen 2026', 500, { proposedFor: ['anna'] }),
      offer('Kajakplads 2026', 1000, { combinable: true }),
      offer('Prøve', 300, { isTrial: true, startDate: '2026-10-15', endDate: '2027-01-14' }),
      offer('Select Membership', 0),
    ],
    'anna',
    open,
  )
  expect(seasons.map(({ label, memberships, extras }) => [label, ...[memberships, extras].map(namesOf)])).toEqual([
    ['2026', ['Morgen 2026', 'Voksen 2026', 'Prøve', 'Passiv 2026'], ['Kajakplads 2026']],
    ['2027', ['Voksen 2027'], []],
  ])
})

const namesOf = (offers: readonly MembershipConfiguration[]) => offers.map(({ name }) => name)

test('unavailable memberships are not offered, but those somebody has and later ones are listed', () => {
  const by = (reason: 'held' | 'too_old', membershipConfId: string) => ({
    closedFor: [{ memberId: 'anna', reason, membershipConfId, startDate: '', endDate: '' }],
  })
  const offers = [
    offer('Voksen 2026', 700, by('held', 'Voksen 2026')),
    offer('Passiv 2026', 200, by('held', 'Voksen 2026')),
    offer('Voksen 2027', 700, { ...next, sale: 'not_yet' }),
    offer('Junior 2026', 350, by('too_old', 'Junior 2026')),
    offer('Voksen 2025', 700, { sale: 'ended' }),
  ]
  const closed = ({ name }: MembershipConfiguration) => ({
    held: true,
    unpaid: false,
    words: name.includes('2027') ? 'Later' : 'Yours',
  })
  expect(seasonsOf(offers, 'anna', closed)).toEqual([])
  expect(closedByReason(offers, 'anna', closed)).toEqual([
    { words: 'Yours', names: ['Voksen 2026'] },
    { words: 'Later', names: ['Voksen 2027'] },
  ])
})

test('another season keeps the kind of membership, or has its own first', () => {
  const season = { label: '2027', memberships: [offer('Passiv 2027', 200), offer('Voksen 2027', 700)], extras: [] }
  expect(sameKindIn(season, offer('Voksen 2026', 700))?.name).toBe('Voksen 2027')
  expect(sameKindIn(season, offer('Senior 2026/27', 700))?.name).toBe('Passiv 2027')
  expect(sameKindIn({ ...season, memberships: [] }, undefined)).toBeUndefined()
})

test('the cheapest full membership says what it saves; a trial and a supporter are not compared', () => {
  const senior = offer('Senior', 1550)
  const others = [offer('Passiv', 150, { isPassive: true }), offer('Prøve', 300, { isTrial: true })]
  expect(savingIn({ memberships: [senior, offer('Formiddag', 1050), ...others] }, 'anna')).toEqual({
    offerId: 'Formiddag',
    amount: { minor: 50_000, currency: 'DKK' },
    than: 'Senior',
  })
  expect(savingIn({ memberships: [senior, ...others] }, 'anna')).toBeNull()
  expect(savingIn({ memberships: [senior, offer('Anden', 1550)] }, 'anna')).toBeNull()
  const unsure = offer('Junior', 350, {
    closedFor: [{ memberId: 'anna', reason: 'birth_date_missing', membershipConfId: 'x', startDate: '', endDate: '' }],
  })
  expect(savingIn({ memberships: [senior, unsure] }, 'anna')).toBeNull()
})
