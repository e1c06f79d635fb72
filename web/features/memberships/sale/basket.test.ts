import { expect, test } from 'vitest'
import type { MembershipConfiguration, Organisation } from '#contract/organisations/organisations.ts'
import { partsOf, stateOf, unpayableParts, type Shops } from './basket.ts'

const money = (minor: number, currency = 'DKK') => ({ minor, currency })
const offer = (id: string, orgId: string, total = 70_000) =>
  ({
    id,
    orgId,
    name: id,
    parts: { total: money(total) },
    closedFor: id === 'junior' ? [{ memberId: 'nobody knows', reason: 'birth_date_missing' }] : [],
  }) as unknown as MembershipConfiguration

const sold: Record<string, MembershipConfiguration[]> = {
  rowing: [offer('adult', 'rowing'), offer('junior', 'rowing', 35_000), offer('Select Membership', 'rowing')],
  tennis: [offer('senior', 'tennis', 155_000)],
}
const club = (id: string, paymentProviderId: string | null = 'freepay') =>
  ({ id, name: id, paymentProviderId }) as Organisation
const shops: Shops = {
  clubs: [club('rowing'), club('tennis', null), club('slow')],
  offersOf: (orgId) => sold[orgId],
  closedFor: (memberId, { id }) =>
    memberId === 'bo' && id === 'adult' ? { held: true, unpaid: false, words: 'Already bought' } : undefined,
}

const row = (memberId: string, orgId: string, membershipConfId: string) => ({ memberId, orgId, membershipConfId })

test.each([
  ['chosen', row('anna', 'rowing', 'adult')],
  ['empty', row('anna', 'rowing', '')],
  ['empty', row('anna', '', '')],
  ['empty', row('anna', 'rowing', 'Select Membership')],
  ['loading', row('anna', 'slow', 'adult')],
  ['closed', row('bo', 'rowing', 'adult')],
  ['unknown_age', row('nobody knows', 'rowing', 'junior')],
  ['gone', row('anna', 'tennis', 'adult')],
])('a row is %s', (state, one) => {
  expect(stateOf(one, [one], shops)).toBe(state)
  expect(partsOf([one], shops)).toHaveLength(['chosen', 'unknown_age'].includes(state) ? 1 : 0)
})

test('a membership is bought once per person', () => {
  const rows = [row('anna', 'rowing', 'adult'), row('anna', 'rowing', 'adult'), row('alma', 'rowing', 'adult')]
  expect(rows.map((one) => stateOf(one, rows, shops))).toEqual(['chosen', 'twice', 'chosen'])
  expect(partsOf(rows, shops)[0]?.total).toEqual(money(140_000))
})

test('the basket is split by club, in the order of selection', () => {
  const rows = [
    row('anna', 'tennis', 'senior'),
    row('anna', 'rowing', 'adult'),
    row('bo', 'rowing', 'adult'),
    row('alma', 'rowing', 'junior'),
    row('viggo', 'tennis', ''),
  ]
  const parts = partsOf(rows, shops)
  expect(parts.map(({ orgId, lines, total }) => [orgId, lines.map(({ row: of }) => of.memberId), total])).toEqual([
    ['tennis', ['anna'], money(155_000)],
    ['rowing', ['anna', 'alma'], money(105_000)],
  ])
  expect(unpayableParts(parts).map(({ orgId }) => orgId)).toEqual(['tennis'])
})

test('a free membership needs no payment provider', () => {
  const free: Shops = { ...shops, offersOf: () => [offer('senior', 'tennis', 0)] }
  expect(unpayableParts(partsOf([row('anna', 'tennis', 'senior')], free))).toEqual([])
})
