import { expect, test } from 'vitest'
import type { EventDetail, EventPerson, EligibilityRule, MembershipOffer } from '#contract/events/answers.ts'
import { nextStepOf } from './next-step.ts'
import { choicesOf } from './requirement-words.ts'

const offer = {
  orgId: 'o1',
  membershipConfId: 'c1',
  orgName: 'Roklub',
  name: 'Adult',
  total: { minor: 70_000, currency: 'DKK' },
}
const membersOnly: EligibilityRule = { code: 'event_members_only', offer: offer as MembershipOffer }
const soldOut: EligibilityRule = { code: 'event_sold_out', left: 0 }

const person = (choices: Record<string, EligibilityRule[]>, changes: Partial<EventPerson> = {}): EventPerson => ({
  memberId: 'm1',
  name: 'Anna',
  isCaller: true,
  entries: [],
  choices: Object.entries(choices).map(([category, gates]) => ({
    category,
    price: { minor: category === 'child' ? 5_000 : 10_000, currency: 'DKK' },
    priceKind: 'standard',
    memberOffer: null,
    gates,
  })),
  ...changes,
})
const tooOld = person({ child: [{ code: 'category_age', maxAge: 5 }] })
const event = (changes: Partial<EventDetail>) =>
  ({
    id: 'e1',
    orgId: 'o1',
    orgKey: 'ROKLUB',
    timeZone: 'Europe/Copenhagen',
    gates: [],
    people: [],
    tickets: 0,
    places: { capacity: 10, left: 4 },
    ...changes,
  }) as EventDetail

const step = (changes: Partial<EventDetail>) => {
  const { text, primary, secondary } = nextStepOf(event(changes))
  return [text.replaceAll('\u00a0', ' '), primary?.to ?? null, secondary?.to ?? null]
}

const register = '/ROKLUB/events/e1/register'
const tickets = '/ROKLUB/events/e1/tickets'

test.each<[string, Partial<EventDetail>, [string, string | null, string | null]]>([
  [
    'somebody can register',
    { people: [person({ adult: [membersOnly] }), person({ adult: [] })] },
    ['4 places left', register, null],
  ],
  [
    'nobody else can register, but there is a ticket',
    { tickets: 2, gates: [soldOut], people: [person({ adult: [soldOut] })] },
    ['You have 2 tickets', tickets, null],
  ],
  [
    'there is a ticket, and somebody else can register',
    { tickets: 1, people: [person({ adult: [] })] },
    ['You have 1 ticket', tickets, register],
  ],
  ['full', { gates: [soldOut], people: [person({ adult: [soldOut] })] }, ['No places left.', null, null]],
  [
    'members only',
    { people: [person({ adult: [membersOnly] })] },
    ['Members only. It costs DKK 700.00 with Adult for Anna.', register, null],
  ],
  [
    'an unpaid order holds a place',
    { people: [person({ adult: [{ code: 'already_registered', entryId: 't1', reserved: true }] })] },
    ['Reserved, but not registered yet.', '/', null],
  ],
  [
    'an offer of the waiting list holds the last place',
    {
      gates: [soldOut],
      people: [
        person(
          { adult: [soldOut, { code: 'already_registered', entryId: 't1' }] },
          { entries: [{ entryId: 't1', category: 'adult', categoryName: 'Adult', status: 'held' }] },
        ),
      ],
    },
    ['Reserved, but not registered yet.', '/', null],
  ],
  [
    'a birth date is missing',
    { people: [person({ child: [{ code: 'birth_date_missing' }] })] },
    ['Add the date of birth to see which prices apply.', register, null],
  ],
  [
    'nobody has the right age',
    { people: [tooOld, { ...tooOld, memberId: 'm2', isCaller: false }] },
    ['No one in your family can register right now.', null, null],
  ],
  ['a single person has the wrong age', { people: [tooOld] }, ["You can't register right now.", null, null]],
])('the next step when %s', (_, changes, expected) => {
  expect(step(changes)).toEqual(expected)
})

test('a reason for every category is listed once, one for a single category beside it, one for everybody elsewhere', () => {
  const age: EligibilityRule = { code: 'category_age', maxAge: 5 }
  const closed = choicesOf(event({}), person({ adult: [membersOnly], child: [membersOnly, age] }))
  expect(closed.reasons.map(({ text }) => text)).toEqual(['Members only.'])
  expect([closed.open, closed.closed]).toEqual([[], []])

  const other: EligibilityRule = { code: 'category_members_only' }
  const mixed = choicesOf(event({}), person({ adult: [], member: [other], child: [age] }))
  expect(mixed.open.map(({ category }) => category)).toEqual(['adult'])
  // Age reasons are listed only if nothing is open.
  expect(mixed.closed.map(({ category }) => category)).toEqual(['member'])
  expect(choicesOf(event({}), tooOld).closed.map(({ category, reason }) => [category, reason.text])).toEqual([
    ['child', 'Up to age 5 on the day.'],
  ])

  const full = choicesOf(event({ gates: [soldOut] }), person({ adult: [soldOut], child: [soldOut] }))
  expect([full.open, full.reasons, full.closed]).toEqual([[], [], []])
  expect(choicesOf(event({}), person({ adult: [], child: [] })).open.map(({ category }) => category)).toEqual([
    'child',
    'adult',
  ])
})

test('without an offered membership, a members-only event links to the club, not to a refusal', () => {
  const people = [person({ adult: [{ code: 'event_members_only' }] })]
  expect(step({ people }).slice(1)).toEqual(['/organizations-o1-details', null])
})
