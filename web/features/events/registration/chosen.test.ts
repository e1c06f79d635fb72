import { expect, test } from 'vitest'
import type { EventDetail, EventPerson, EligibilityRule, MembershipOffer } from '#contract/event-answers.ts'
import type { QuotedLine } from '#contract/orders.ts'
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
  withWanted,
} from './chosen.ts'

const kr = (amount: number) => ({ minor: amount * 100, currency: 'DKK' })
const offer = { membershipConfId: 'season', orgId: 'club', orgName: 'Roklub', total: kr(700) } as MembershipOffer
const age: EligibilityRule = { code: 'category_age', maxAge: 14 }

/** Somebody with what stands in their way in each category. */
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

test('a child takes the price made for their age, an adult the one for everybody', () => {
  expect(fittingCategory(event, alma, nothingChosen)).toBe('child')
  expect(fittingCategory(event, anna, nothingChosen)).toBe('adult')
})

test('nobody is ticked whom nothing fits', () => {
  const shut = person('otto', { adult: [{ code: 'event_sold_out', left: 0 }] })
  expect(fittingCategory(event, shut, nothingChosen)).toBeNull()
  expect(withPlace(nothingChosen, event, shut)).toEqual(nothingChosen)
})

test('a membership in the basket opens what is for members and takes part with a place; taken out, it closes again', () => {
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

test('no membership is put in the basket that opens no place for its person', () => {
  const tooOld = person('carl', { child: [{ code: 'event_members_only', offer }, age] })
  expect(withMembership(nothingChosen, event, tooOld, offer)).toBe(nothingChosen)
})

test('a membership that was kept without a place is kept no more', () => {
  const guest = person('carl', { adult: [{ code: 'event_members_only', offer }] })
  const joined = { places: [], memberships: [{ memberId: 'carl', orgId: 'club', membershipConfId: 'season' }] }
  expect(stillPossible({ ...event, people: [guest] }, joined)).toEqual(nothingChosen)
})

test('the membership goes with the last place of its person', () => {
  const joined = withMembership(withPlace(nothingChosen, event, bo), event, anna, offer)
  expect(withoutPerson(joined, 'anna')).toEqual({ places: [{ memberId: 'bo', category: 'adult' }], memberships: [] })
})

test('what an unpaid order of one’s own holds can be chosen anew; what is paid cannot', () => {
  const held = person('anna', { adult: [{ code: 'already_registered', reserved: true }] })
  const paid = person('anna', { adult: [{ code: 'already_registered' }] })
  expect(openChoices(held, nothingChosen)).toHaveLength(1)
  expect(openChoices(paid, nothingChosen)).toEqual([])
  const chosen = { places: [{ memberId: 'anna', category: 'adult' }], memberships: [] }
  expect(stillPossible({ ...event, people: [held] }, chosen)).toEqual(chosen)
  expect(stillPossible({ ...event, people: [paid] }, chosen)).toEqual(nothingChosen)
  expect(stillPossible({ ...event, people: [bo] }, chosen)).toEqual(nothingChosen)
})

test('what was wanted before the sign-in finds the people whom it fits, and says what found nobody', () => {
  const { chosen, missing } = withWanted(event, { child: 3, adult: 1 })
  expect(chosen.places).toEqual([
    { memberId: 'alma', category: 'child' },
    { memberId: 'viggo', category: 'child' },
    { memberId: 'anna', category: 'adult' },
  ])
  expect(missing).toEqual({ child: 1 })
})

test('what is refused is taken out, and with it the membership of whoever does not come', () => {
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

test('an answer belongs to its line, though other lines came and went since it was asked for', () => {
  const [one, two] = [
    { memberId: 'anna', eventId: 'regatta', category: 'adult' },
    { memberId: 'bo', eventId: 'regatta', category: 'adult' },
  ]
  const quoted = { asked: [one, two, two], lines: ['anna', 'bo', 'bo again'].map((title) => ({ title }) as QuotedLine) }
  const now = [two, two, { ...one, category: 'child' }]
  expect(now.map((_, index) => quotedFor(quoted, now, index)?.title)).toEqual(['bo', 'bo again', undefined])
})
