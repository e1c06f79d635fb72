import { expect, test } from 'vitest'
import {
  eligibilityCodes,
  type EligibilityRule,
  type EventPerson,
  type MembershipOffer,
} from '#contract/events/answers.ts'
import { ageWords, requirementWords, joinWith } from './requirement-words.ts'

const event = { id: 'e1', orgKey: 'ROKLUB', timeZone: 'Europe/Copenhagen' }
const child = { memberId: 'p1', name: 'Alma', isCaller: false }
const offer: MembershipOffer = {
  membershipConfId: 'c1',
  orgId: 'o1',
  orgKey: 'ROKLUB',
  orgName: 'Roskilde Fjord Roklub',
  name: 'Senior',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  endsTrial: null,
  total: { minor: 70_000, currency: 'DKK' },
}
const wordsFor = (rule: EligibilityRule, person?: { memberId: string; name: string; isCaller: boolean }) => {
  const { text, next } = requirementWords(rule, { event, person })
  return [text, next?.label, next?.to].map((part) => part?.replaceAll('\u00a0', ' '))
}

test.each<[EligibilityRule, string, string | undefined, string | undefined]>([
  [
    { code: 'event_members_only', offer },
    'Members only.',
    'Membership for Alma, DKK 700.00',
    '/ROKLUB/events/e1/register',
  ],
  [{ code: 'event_members_only' }, 'Members only.', undefined, undefined],
  [
    { code: 'category_members_only', offer },
    'This price is for members only.',
    'Membership for Alma, DKK 700.00',
    '/ROKLUB/events/e1/register',
  ],
  [{ code: 'already_registered', entryId: 't1' }, 'Registered.', 'See the ticket', '/ROKLUB/events/e1/tickets/t1'],
  [
    { code: 'already_registered', entryId: 't1', reserved: true },
    'Reserved, but not registered yet.',
    'Complete the order',
    '/',
  ],
  [
    { code: 'birth_date_missing' },
    'Add the date of birth to see which prices apply.',
    'Add date of birth',
    '/ROKLUB/events/e1/register',
  ],
  [{ code: 'event_sold_out', left: 0 }, 'No places left.', undefined, undefined],
  [{ code: 'event_sold_out', left: 2 }, 'Only 2 left.', undefined, undefined],
  [{ code: 'category_age', minAge: 6, maxAge: 15 }, 'Ages 6 to 15 on the day.', undefined, undefined],
  [{ code: 'category_age', minAge: 0, maxAge: 5 }, 'Ages 0 to 5 on the day.', undefined, undefined],
  [
    { code: 'event_sale_not_started', from: '2026-03-29T01:30:00Z' },
    'Registration opens Sunday, 29 March 2026 at 03:30.',
    undefined,
    undefined,
  ],
  [
    { code: 'event_sale_ended', until: '2026-12-31T23:30:00Z' },
    'Registration closed Friday, 1 January 2027 at 00:30.',
    undefined,
    undefined,
  ],
])('%j', (rule, text, label, to) => {
  expect(wordsFor(rule, child)).toEqual([text, label, to])
})

test('a place that is only held has no ticket, whoever began its order', () => {
  const rule: EligibilityRule = { code: 'already_registered', entryId: 't1' }
  const entry = (entryId: string, status: 'held' | 'paid') =>
    ({ entryId, status, category: 'child', categoryName: 'Child' }) as const
  const wordsWith = (...entries: EventPerson['entries']) =>
    requirementWords(rule, { event, person: { ...child, entries } })
  expect(wordsWith(entry('t1', 'held')).text).toBe('Reserved, but not registered yet.')
  expect(wordsWith(entry('t1', 'paid'), entry('t2', 'held')).text).toBe('Registered.')
})

test('a membership offer links to the registration, not to an order of its own', () => {
  const join = joinWith(offer, { event, person: { memberId: 'm1', name: 'Anna', isCaller: true } })
  expect(join?.label.replaceAll('\u00a0', ' ')).toBe('Join Roskilde Fjord Roklub, DKK 700.00')
  expect(join?.to).toBe('/ROKLUB/events/e1/register')
})

test('every rule has a text, and without an offer no link to buy', () => {
  for (const code of eligibilityCodes) expect(requirementWords({ code }, { event }).text).not.toBe('')
  expect(joinWith(undefined, { event })).toBeNull()
})

test.each([
  [{ minAge: 18, maxAge: null }, 'From age 18 on the day.'],
  [{ minAge: null, maxAge: 12 }, 'Up to age 12 on the day.'],
  [{ minAge: null, maxAge: null }, ''],
])('%j', (ages, words) => {
  expect(ageWords(ages)).toBe(words)
})
