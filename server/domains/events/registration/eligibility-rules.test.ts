import { expect, test } from 'vitest'
import type { MembershipOffer } from '#contract/events/answers.ts'
import {
  unmetRules,
  isOpen,
  isOpenToMembers,
  withOffer,
  type CategoryConditions,
  type EventConditions,
  type PersonFacts,
  type EligibilityFacts,
} from './eligibility-rules.ts'

const event: EventConditions = {
  startsAt: new Date('2027-03-01T09:00:00Z'),
  endsAt: new Date('2027-03-01T12:00:00Z'),
  timeZone: 'Europe/Copenhagen',
  publicFrom: new Date('2027-01-01T00:00:00Z'),
  saleFrom: new Date('2027-02-01T00:00:00Z'),
  saleUntil: new Date('2027-02-20T00:00:00Z'),
  forMembers: false,
  guestsInvited: false,
  onePerPerson: true,
}
const category: CategoryConditions = { minAge: null, maxAge: null, membersOnly: false, closed: false }
const person: PersonFacts = { dateOfBirth: null, isMember: false, entry: null }
interface Case {
  now?: string
  event?: Partial<EventConditions>
  category?: Partial<CategoryConditions>
  person?: Partial<PersonFacts>
  facts?: Partial<EligibilityFacts>
}

const rulesWhen = (one: Case) =>
  unmetRules({
    now: new Date(one.now ?? '2027-02-10T00:00:00Z'),
    event: { ...event, ...one.event },
    bypassesPublicDate: false,
    left: null,
    choice: { category: { ...category, ...one.category }, person: { ...person, ...one.person } },
    ...one.facts,
  })

const cases: [name: string, of: Case, rules: object[]][] = [
  ['nothing', {}, []],
  [
    'a public date to come',
    { now: '2026-12-31T23:59:59Z', event: { saleFrom: null } },
    [{ code: 'event_not_public', from: '2027-01-01T00:00:00.000Z' }],
  ],
  [
    'the same for those who speak for the club',
    { now: '2026-12-31T23:59:59Z', event: { saleFrom: null }, facts: { bypassesPublicDate: true } },
    [],
  ],
  ['its public moment', { now: '2027-01-01T00:00:00Z', event: { saleFrom: null } }, []],
  [
    'sale that begins later',
    { now: '2027-01-31T23:59:59.999Z' },
    [{ code: 'event_sale_not_started', from: '2027-02-01T00:00:00.000Z' }],
  ],
  ['the first moment of sale', { now: '2027-02-01T00:00:00Z' }, []],
  [
    'sale that ended',
    { now: '2027-02-20T00:00:00Z' },
    [{ code: 'event_sale_ended', until: '2027-02-20T00:00:00.000Z' }],
  ],
  ['the last moment of sale', { now: '2027-02-19T23:59:59.999Z' }, []],
  ['an event that runs, without an end of sale', { now: '2027-03-01T10:00:00Z', event: { saleUntil: null } }, []],
  [
    'an event that is over, which ends its sale',
    { now: '2027-03-01T12:00:00Z' },
    [{ code: 'event_over', until: '2027-03-01T12:00:00.000Z' }],
  ],
  ['members only', { event: { forMembers: true } }, [{ code: 'event_members_only' }]],
  ['members only, for a member', { event: { forMembers: true }, person: { isMember: true } }, []],
  ['members with their guests', { event: { forMembers: true, guestsInvited: true } }, []],
  ['guests without members', { event: { guestsInvited: true } }, []],
  ['a category for members', { category: { membersOnly: true } }, [{ code: 'category_members_only' }]],
  ['a category for members, for a member', { category: { membersOnly: true }, person: { isMember: true } }, []],
  ['no place left', { facts: { left: 0 } }, [{ code: 'event_sold_out', left: 0 }]],
  ['fewer places than asked for', { facts: { left: 2, wanted: 3 } }, [{ code: 'event_sold_out', left: 2 }]],
  ['as many places as asked for', { facts: { left: 3, wanted: 3 } }, []],
  ['a ticket', { person: { entry: { id: 'x', reserved: false } } }, [{ code: 'already_registered', entryId: 'x' }]],
  [
    'an unpaid order',
    { person: { entry: { id: 'x', reserved: true } } },
    [{ code: 'already_registered', entryId: 'x', reserved: true }],
  ],
  [
    'a ticket where one may have several',
    { event: { onePerPerson: false }, person: { entry: { id: 'x', reserved: false } } },
    [],
  ],
  ['an age without a date of birth', { category: { maxAge: 12 } }, [{ code: 'birth_date_missing' }]],
  ['no age, without a date of birth', { category: {} }, []],
  [
    'an age too low',
    { category: { minAge: 18 }, person: { dateOfBirth: '2009-03-02' } },
    [{ code: 'category_age', minAge: 18 }],
  ],
  ['a birthday on the first day', { category: { minAge: 18 }, person: { dateOfBirth: '2009-03-01' } }, []],
  [
    'an age too high',
    { category: { maxAge: 12 }, person: { dateOfBirth: '2014-03-01' } },
    [{ code: 'category_age', maxAge: 12 }],
  ],
  ['the last day of an age', { category: { maxAge: 12 }, person: { dateOfBirth: '2014-03-02' } }, []],
  [
    'an age between two',
    { category: { minAge: 5, maxAge: 12 }, person: { dateOfBirth: '2024-01-01' } },
    [{ code: 'category_age', minAge: 5, maxAge: 12 }],
  ],
  ['29 February, on 1 March of another year', { category: { minAge: 3 }, person: { dateOfBirth: '2024-02-29' } }, []],
  [
    '29 February, on 28 February of another year',
    {
      event: { startsAt: new Date('2027-02-28T09:00:00Z') },
      category: { minAge: 3 },
      person: { dateOfBirth: '2024-02-29' },
    },
    [{ code: 'category_age', minAge: 3 }],
  ],
  [
    '29 February, on its own day',
    {
      event: { startsAt: new Date('2028-02-29T09:00:00Z'), endsAt: new Date('2028-02-29T12:00:00Z') },
      category: { minAge: 4 },
      person: { dateOfBirth: '2024-02-29' },
    },
    [],
  ],
  [
    'a first day that has begun where the event is',
    {
      event: { startsAt: new Date('2027-02-28T23:30:00Z') },
      category: { minAge: 18 },
      person: { dateOfBirth: '2009-03-01' },
    },
    [],
  ],
  [
    'a New Year that has not begun where the event is',
    {
      event: { startsAt: new Date('2026-12-31T22:30:00Z') },
      category: { minAge: 18 },
      person: { dateOfBirth: '2009-01-01' },
    },
    [{ code: 'category_age', minAge: 18 }],
  ],
  [
    'an hour of summer time',
    {
      event: { startsAt: new Date('2027-06-14T22:30:00Z'), endsAt: new Date('2027-06-15T12:00:00Z') },
      category: { minAge: 18 },
      person: { dateOfBirth: '2009-06-15' },
    },
    [],
  ],
  [
    'several at once, those without a remedy first',
    {
      now: '2027-01-10T00:00:00Z',
      event: { forMembers: true },
      category: { maxAge: 12, membersOnly: true },
      facts: { left: 0 },
    },
    [
      { code: 'event_members_only' },
      { code: 'event_sale_not_started', from: '2027-02-01T00:00:00.000Z' },
      { code: 'event_sold_out', left: 0 },
      { code: 'category_members_only' },
      { code: 'birth_date_missing' },
    ],
  ],
]

test.each(cases)('%s', (_, one, expected) => expect(rulesWhen(one)).toEqual(expected))

test('rules that concern everybody need no person', () => {
  const facts = {
    now: new Date('2027-01-10T00:00:00Z'),
    event: { ...event, forMembers: true },
    bypassesPublicDate: false,
    left: 0,
  }
  expect(unmetRules(facts).map(({ code }) => code)).toEqual(['event_sale_not_started', 'event_sold_out'])
})

test.each<[name: string, of: Case, opens: boolean]>([
  ['for members only', { event: { forMembers: true } }, true],
  ['a category for members', { category: { membersOnly: true } }, true],
  [
    'both, and held by an unpaid order',
    { event: { forMembers: true }, person: { entry: { id: 'x', reserved: true } } },
    true,
  ],
  [
    'for another age',
    { event: { forMembers: true }, category: { maxAge: 12 }, person: { dateOfBirth: '1980-01-01' } },
    false,
  ],
  ['an age that is not known', { event: { forMembers: true }, category: { maxAge: 12 } }, false],
  ['sold out', { event: { forMembers: true }, facts: { left: 0 } }, false],
  ['not on sale yet', { now: '2027-01-31T00:00:00Z', event: { forMembers: true } }, false],
  ['on sale no more', { now: '2027-02-21T00:00:00Z', event: { forMembers: true } }, false],
  ['not public yet', { now: '2026-12-30T00:00:00Z', event: { forMembers: true, saleFrom: null } }, false],
  [
    'a ticket is there already',
    { event: { forMembers: true }, person: { entry: { id: 'x', reserved: false } } },
    false,
  ],
  ['nothing in the way', {}, false],
])('only a membership is missing: %s', (_, one, opens) => expect(isOpenToMembers(rulesWhen(one))).toBe(opens))

test('a rule names the membership that resolves it', () => {
  const offer = { name: 'Adult 2027' } as MembershipOffer
  const rules = rulesWhen({ event: { forMembers: true }, person: { entry: { id: 'x', reserved: true } } })
  expect(withOffer(rules, offer)).toEqual([
    { code: 'event_members_only', offer },
    { code: 'already_registered', entryId: 'x', reserved: true },
  ])
  expect(withOffer(rules, null)).toEqual(rules)
  expect(isOpen(rules)).toBe(false)
  expect(isOpen(rules.slice(1))).toBe(true)
})
