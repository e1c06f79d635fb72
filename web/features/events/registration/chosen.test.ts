import { expect, test } from 'vitest'
import type { EventDetail, EventPerson, EligibilityRule, MembershipOffer } from '#contract/events/answers.ts'
import type { QuotedLine } from '#contract/orders/orders.ts'
import {
  fittingCategory,
  linesOf,
  nothingChosen,
  openChoices,
  quotedFor,
  stillPossible,
  withMembership,
  withoutMembership,
  withoutPerson,
  withoutRefused,
  withPlace,
  assignPlaces,
} from './chosen.ts'

const kr = (amount: number) => ({ minor: amount * 100, currency: 'DKK' })
const offer = { membershipConfId: 'season', orgId: 'club', orgName: 'Roklub', total: kr(700) } as MembershipOffer
const age: EligibilityRule = { code: 'category_age', maxAge: 14 }

/** A person with the rules that prevent each category. */
const person = (
  memberId: string,
  gates: Record<string, EligibilityRule[]>,
  extra: Partial<EventPerson> = {},
): EventPerson => ({
  memberId,
  name: memberId,
  isCaller: memberId === 'anna',
  entries: [],
  choices: Object.entries(gates).map(([category, its]) => ({
    category,
    price: kr(200),
    priceKind: 'standard',
    memberOffer: null,
    gates: its,
  })),
  ...extra,
})

const anna = person('anna', { adult: [], child: [age] })
const bo = person('bo', { adult: [], child: [age] })
const alma = person('alma', { adult: [], child: [] })
const viggo = person('viggo', { adult: [], child: [] })
const category = (name: string, maxAge: number | null = null, membersOnly = false) =>
  ({ category: name, minAge: null, maxAge, membersOnly }) as EventDetail['categories'][number]
const event = {
  onePerPerson: true,
  categories: [category('adult'), category('child', 14)],
  people: [anna, bo, alma, viggo],
}

test('a child gets the category for their age, an adult the standard one', () => {
  expect(fittingCategory(event, alma, nothingChosen)).toBe('child')
  expect(fittingCategory(event, anna, nothingChosen)).toBe('adult')
})

test('nobody is selected without an open category', () => {
  const shut = person('otto', { adult: [{ code: 'event_sold_out', left: 0 }] })
  expect(fittingCategory(event, shut, nothingChosen)).toBeNull()
  expect(withPlace(nothingChosen, event, shut)).toEqual(nothingChosen)
})

test('a selected membership opens members-only categories and adds a place; removing it closes them again', () => {
  const guest = person('carl', { adult: [{ code: 'event_members_only', offer }] })
  expect(openChoices(guest, nothingChosen)).toEqual([])
  const joined = withMembership(nothingChosen, event, guest, offer)
  expect(joined).toEqual({
    places: [{ memberId: 'carl', category: 'adult' }],
    memberships: [{ memberId: 'carl', orgId: 'club', membershipConfId: 'season' }],
  })
  expect(linesOf('regatta', joined)).toEqual([
    { memberId: 'carl', orgId: 'club', membershipConfId: 'season' },
    { memberId: 'carl', eventId: 'regatta', category: 'adult' },
  ])
  const left = withoutMembership(joined, 'carl')
  expect(left).toEqual({ places: joined.places, memberships: [] })
  expect(openChoices(guest, left)).toEqual([])
  expect(openChoices({ ...guest, memberId: 'another' }, joined), 'it opens for its person alone').toEqual([])
})

test('a membership that opens no place is not added', () => {
  const tooOld = person('carl', { child: [{ code: 'event_members_only', offer }, age] })
  expect(withMembership(nothingChosen, event, tooOld, offer)).toBe(nothingChosen)
})

test('a stored membership without a place is dropped', () => {
  const guest = person('carl', { adult: [{ code: 'event_members_only', offer }] })
  const joined = { places: [], memberships: [{ memberId: 'carl', orgId: 'club', membershipConfId: 'season' }] }
  expect(stillPossible({ ...event, people: [guest] }, joined)).toEqual(nothingChosen)
})

test('a membership is removed with the last place of its person', () => {
  const joined = withMembership(withPlace(nothingChosen, event, bo), event, anna, offer)
  expect(withoutPerson(joined, 'anna')).toEqual({ places: [{ memberId: 'bo', category: 'adult' }], memberships: [] })
})

test('places held by one’s own unpaid order can be selected again, paid ones cannot', () => {
  const held = person('anna', { adult: [{ code: 'already_registered', reserved: true }] })
  const paid = person('anna', { adult: [{ code: 'already_registered' }] })
  expect(openChoices(held, nothingChosen)).toHaveLength(1)
  expect(openChoices(paid, nothingChosen)).toEqual([])
  const chosen = { places: [{ memberId: 'anna', category: 'adult' }], memberships: [] }
  expect(stillPossible({ ...event, people: [held] }, chosen)).toEqual(chosen)
  expect(stillPossible({ ...event, people: [paid] }, chosen)).toEqual(nothingChosen)
  expect(stillPossible({ ...event, people: [bo] }, chosen)).toEqual(nothingChosen)
})

test('places selected before signing in go to the people they fit, and the rest is reported', () => {
  const { chosen, missing } = assignPlaces(event, { child: 3, adult: 1 })
  expect(chosen.places).toEqual([
    { memberId: 'alma', category: 'child' },
    { memberId: 'viggo', category: 'child' },
    { memberId: 'anna', category: 'adult' },
  ])
  expect(missing).toEqual({ child: 1 })
})

test('refused lines are removed, with the memberships of people left without a place', () => {
  const joined = withMembership(withPlace(nothingChosen, event, bo), event, anna, offer)
  const lines = linesOf('regatta', joined)
  const refusal = { code: 'event_sold_out', gate: null, data: null }
  const quoted = lines.map(
    (line) => ({ refusal: 'category' in line && line.memberId === 'anna' ? refusal : null }) as QuotedLine,
  )
  expect(withoutRefused(joined, quoted)).toEqual({
    places: [{ memberId: 'bo', category: 'adult' }],
    memberships: [],
  })
})

test('a quote is matched to its line even if other lines changed since', () => {
  const [one, two] = [
    { memberId: 'anna', eventId: 'regatta', category: 'adult' },
    { memberId: 'bo', eventId: 'regatta', category: 'adult' },
  ]
  const quoted = {
    requested: [one, two, two],
    lines: ['anna', 'bo', 'bo again'].map((title) => ({ title }) as QuotedLine),
  }
  const now = [two, two, { ...one, category: 'child' }]
  expect(now.map((_, index) => quotedFor(quoted, now, index)?.title)).toEqual(['bo', 'bo again', undefined])
})
