import { beforeEach, expect, test } from 'vitest'
import type { Member } from '#contract/members/members.ts'
import type { Membership, NextSeason, RenewalPlan } from '#contract/memberships/memberships.ts'
import { paysFor, peopleOf } from '../people.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { attentionsOf, type Known, quietOffersOf } from './family-needs.tsx'

const member = (id: string, firstName: string, parentId: string | null = null) =>
  ({ id, parentId, firstName, lastName: 'Holm', can: { buy: true } }) as unknown as Member
const people = peopleOf(member('anna', 'Anna'), [
  member('alma', 'Alma', 'anna'),
  member('bo', 'Bo'),
  member('ida', 'Ida', 'bo'),
])
const money = (minor: number) => ({ minor, currency: 'DKK' })
const next = { membershipConfId: 'adult', sale: 'on_sale', parts: { total: money(70_000) } } as NextSeason
const plan = (change: Partial<RenewalPlan>) =>
  ({
    card: { id: 'card', label: '4100 00XX XXXX 0000', expires: '2039-12' },
    chargeDate: '2026-12-17',
    amount: money(70_000),
    orderToken: null,
    ...change,
  }) as RenewalPlan

const membership = (memberId: string, change: Partial<Membership> = {}) =>
  ({
    memberships: [{ status: 'active' }],
    can: { renew: Boolean(change.nextSeason) },
    memberId,
    orgId: 'rowing',
    status: 'active',
    id: `${memberId}-rowing`,
    dismissed: false,
    statusUntil: '2026-12-31',
    paidUntil: '2026-12-31',
    nextSeason: null,
    renewal: null,
    renewalEnded: null,
    asksForRenewal: Boolean(change.nextSeason),
    ...change,
  }) as Membership

const known = (memberships: readonly Membership[], change: Partial<Known> = {}): Known => ({
  people,
  held: Map.groupBy(memberships, ({ memberId }) => memberId),
  clubs: [{ id: 'rowing', name: 'Roklub' }],
  waiting: new Set(),
  ...change,
})
const titles = (of: Known) => attentionsOf(of).map(({ title }) => title)

beforeEach(() => overwriteGetLocale(() => 'en'))

test('all renewals in a club are one item with one basket and one price', () => {
  const [one, ...others] = attentionsOf(
    known([membership('anna', { nextSeason: next }), membership('alma', { nextSeason: next }), membership('bo')]),
  )
  expect(others).toEqual([])
  expect(one).toMatchObject({ title: 'Renew for you and Alma at Roklub' })
  expect(one?.text).toMatch(/^By 31 December 2026\. DKK.1,400\.00 in total$/)
  expect(decodeURIComponent(one!.to)).toContain('anna.adult~alma.adult')
})

test.each([
  ['anna', true],
  ['alma', true],
  // Linked, with a sign-in of their own, and a child of theirs.
  ['bo', false],
  ['ida', false],
])('Anna is expected to pay for %s: %s', (id, pays) => {
  const person = people.find((one) => one.member.id === id)!
  expect(paysFor(people, person)).toBe(pays)
  // While acting for somebody, they came to pay.
  expect(paysFor([{ ...person, self: false }], { ...person, self: false })).toBe(true)
})

test('renewals with another last day are another item with its own basket', () => {
  const all = attentionsOf(
    known([
      membership('alma', { nextSeason: next, paidUntil: '2027-03-31' }),
      membership('anna', { nextSeason: next }),
    ]),
  )
  expect(all.map(({ title, text }) => [title, text.replaceAll('\u00a0', ' ')])).toEqual([
    ['Renew at Roklub', 'By 31 December 2026. DKK 700.00 in total'],
    ['Renew for Alma at Roklub', 'By 31 March 2027. DKK 700.00 in total'],
  ])
  expect(decodeURIComponent(all[0]!.to)).not.toContain('alma')
})

test('after a trial one becomes a member, beside those who renew', () => {
  const joins = { ...next, joins: true }
  const all = attentionsOf(
    known([membership('anna', { nextSeason: joins }), membership('alma', { nextSeason: { ...next, joins: false } })]),
  )
  expect(all.map(({ title, action }) => [title, action])).toEqual([
    ['Renew for Alma at Roklub', 'Renew'],
    ['Become a member of Roklub', 'Become a member'],
  ])
  expect(all.map(({ to }) => to.includes('renews=true'))).toEqual([true, false])
})

test("an adult's renewal is theirs, and not in the reader's sum", () => {
  const all = attentionsOf(known(['bo', 'ida', 'anna'].map((id) => membership(id, { nextSeason: next }))))
  expect(all.map(({ title, text }) => [title, text.replaceAll('\u00a0', ' ')])).toEqual([
    ['Renew at Roklub', 'By 31 December 2026. DKK 700.00 in total'],
    ["Bo's membership of Roklub", 'Bo or you can renew it by 31 December 2026. DKK 700.00'],
    // A child cannot sign in.
    ["Ida's membership of Roklub", 'Bo or you can renew it by 31 December 2026. DKK 700.00'],
  ])
})

test('a grace period is mentioned with the name and the date', () => {
  const [one] = attentionsOf(
    known([
      membership('anna', { nextSeason: next, status: 'grace', statusUntil: '2026-11-30' }),
      membership('alma', { nextSeason: next }),
    ]),
  )
  expect(one?.text).toMatch(/ended for you.* Renew by 30 November 2026 to keep the membership/)
})

test('a failed card comes first, once per order', () => {
  const failing = plan({ state: 'failing', orderToken: 'T'.repeat(40) })
  const all = attentionsOf(
    known([
      membership('bo', { nextSeason: next }),
      membership('anna', { renewal: failing }),
      membership('alma', { renewal: failing }),
    ]),
  )
  expect(all.map(({ title }) => title)).toEqual([
    'The card was declined when renewing at Roklub',
    "Bo's membership of Roklub",
  ])
  expect(all[0]?.text).toContain('For you and Alma')
  expect(all[0]?.to).toContain('T'.repeat(40))
})

test('upcoming charges of own cards are added up; those of other payers are left out', () => {
  const announced = plan({ state: 'announced' })
  const all = attentionsOf(
    known([
      membership('anna', { renewal: announced }),
      membership('alma', { renewal: announced }),
      membership('bo', { renewal: { ...announced, card: null } }),
    ]),
  )
  expect(all).toHaveLength(1)
  expect(all[0]?.title).toBe('Automatic renewal at Roklub on 17 December 2026')
  expect(all[0]?.text).toMatch(/For you and Alma\. We'll charge DKK.1,400\.00/)
})

test('an unpaid order is not listed again', () => {
  // The server does not allow a renewal while the order is open.
  expect(
    titles(known([membership('anna', { nextSeason: next, can: { renew: false, renewAutomatically: true } })])),
  ).toEqual([])
  const unpaid = { status: 'inactive' } as Membership['memberships'][number]
  expect(titles(known([membership('anna', { status: 'inactive', memberships: [unpaid] })]))).toEqual([])
  expect(titles(known([membership('anna', { status: 'expired', memberships: [unpaid] })]))).toEqual([])
  const failing = plan({ state: 'failing', orderToken: 'T' })
  expect(titles(known([membership('anna', { renewal: failing })], { waiting: new Set(['T']) }))).toEqual([])
})

test('an unpaid order does not hide other renewals in its club', () => {
  const all = known(
    [
      membership('anna', { nextSeason: next, can: { renew: false, renewAutomatically: true } }),
      membership('alma', { nextSeason: next }),
    ],
    { waiting: new Set(['T']) },
  )
  expect(titles(all)).toEqual(['Renew for Alma at Roklub'])
})

test('while acting for somebody, only their renewals are listed', () => {
  const [bo] = people.filter(({ short }) => short === 'Bo')
  const acting = { people: [bo!] }
  expect(titles(known([membership('bo', { nextSeason: next })], acting))).toEqual(['Renew for Bo at Roklub'])
  expect(titles(known([], acting))).toEqual([])
})

const texts = (of: Known) => quietOffersOf(of).map(({ text }) => text.replaceAll('\u00a0', ' '))
const over = (change: Partial<Membership> = {}): Partial<Membership> => ({
  status: 'expired',
  statusUntil: null,
  paidUntil: '2025-12-31',
  ...change,
})

test('a membership in its days of grace without a next season links to the offers of the club', () => {
  const grace = membership('anna', { status: 'grace', statusUntil: '2099-01-31', paidUntil: '2025-12-31' })
  expect(titles(known([grace]))).toEqual(['Your membership of Roklub has ended'])
  expect(texts(known([grace]))).toEqual([])
})

test.each([
  ['without a next season', null, 'Become a member of Roklub again.'],
  [
    'while the season runs',
    { ...next, startDate: '2020-01-01', endDate: '2099-12-31' },
    'Become a member of Roklub again. This season runs until 31 December 2099. DKK 700.00',
  ],
  [
    'before the season begins',
    { ...next, startDate: '2099-01-01', endDate: '2099-12-31' },
    'Become a member of Roklub again. Next season begins on 1 January 2099. DKK 700.00',
  ],
])('after the days of grace one line is left, %s', (_, nextSeason, text) => {
  const gone = known([membership('anna', over({ nextSeason }))])
  expect(titles(gone)).toEqual([])
  expect(texts(gone)).toEqual([text])
})

test('whoever has dismissed it is not asked', () => {
  expect(texts(known([membership('anna', over({ nextSeason: next, dismissed: true }))]))).toEqual([])
})

test('a family has one line at each club, for those for whom the reader pays', () => {
  const season = { ...next, startDate: '2020-01-01', endDate: '2099-12-31' }
  const all = known(['anna', 'alma', 'bo'].map((id) => membership(id, over({ nextSeason: season }))))
  expect(texts(all)).toEqual([
    'Become a member of Roklub again: you and Alma. This season runs until 31 December 2099. DKK 1,400.00',
  ])
  expect(titles(all)).toEqual([])
})
