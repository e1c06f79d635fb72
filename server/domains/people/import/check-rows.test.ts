import { expect, test } from 'vitest'
import { checkRows, type Registered, type UncheckedRow } from './check-rows.ts'
import type { ParsedRow } from './parse-values.ts'

const person: ParsedRow = {
  firstName: 'Anna',
  lastName: 'Holm',
  email: null,
  dateOfBirth: null,
  phone: '',
  gender: '',
  address: '',
  postCode: '',
  city: '',
  country: '',
  since: null,
  seasonId: null,
  tags: [],
  own: {},
  guardian: null,
}
const registered: Registered = {
  ...person,
  id: '00000000-0000-7000-8000-000000000001',
  managed: true,
  hasGuardian: false,
  since: '2020-01-01',
  leftOn: null,
  leftReason: null,
  fields: {},
  seasons: [],
}
const rowOf = (changes: Partial<ParsedRow>, row = 2): UncheckedRow => ({
  row,
  person: { ...person, ...changes },
  errors: [],
  split: [],
})
const check = (rows: Partial<ParsedRow>[], register: Partial<Registered>[] = [], taken: string[] = []) =>
  checkRows(
    rows.map((changes, at) => rowOf(changes, at + 2)),
    {
      register: register.map((changes) => ({ ...registered, ...changes })),
      taken: new Set(taken),
      emailColumn: 4,
      guardianEmailColumn: 5,
      today: '2026-11-30',
      seasonName: () => 'Senior 2027',
    },
  )
const verdictOf = (row: Partial<ParsedRow>, known: Partial<Registered>) => {
  const [found] = check([row], [known])
  return `${found!.verdict} ${found!.candidates[0]?.because ?? ''}`.trim()
}

test.each([
  ['the same address and name', { email: 'a@x.dk' }, { email: 'a@x.dk' }, 'same email'],
  [
    'the same address, another name',
    { email: 'a@x.dk', firstName: 'Bo' },
    { email: 'a@x.dk' },
    'unsure email_other_name',
  ],
  ['the same name and birth date', { dateOfBirth: '2004-02-15' }, { dateOfBirth: '2004-02-15' }, 'same birth_date'],
  [
    'the same name, another birth date',
    { dateOfBirth: '2004-02-15', postCode: '8000' },
    { dateOfBirth: '1974-02-15', postCode: '8000' },
    'new',
  ],
  ['the same name and telephone', { phone: '+4520112233' }, { phone: '20112233' }, 'unsure phone'],
  ['the same name and post code', { postCode: '8000' }, { postCode: '8000' }, 'unsure post_code'],
  ['the same name alone', {}, {}, 'new'],
] as const)('somebody is found by %s', (_, row, known, verdict) => {
  expect(verdictOf(row, known)).toBe(verdict)
})

test.each([
  ['Søren', 'Ærø', 'Soeren', 'Aeroe'],
  ['Anne-Marie', 'Holm', 'Anne Marie', 'Holm'],
  ['Marie Anne', 'Holm', 'Anne Marie', 'Holm'],
  ['ANDRÉ', 'HOLM', 'Andre', 'Holm'],
  ['Åse', 'Aagaard', 'Aase', 'Ågaard'],
])('a name is the same however it is written: %s %s', (firstName, lastName, otherFirst, otherLast) => {
  const born = { dateOfBirth: '2004-02-15' }
  const found = verdictOf({ ...born, firstName, lastName }, { ...born, firstName: otherFirst, lastName: otherLast })
  expect(found).toMatch(/birth_date$/)
})

test('changes are old and new; an empty cell changes nothing', () => {
  const [found] = check(
    [{ email: 'a@x.dk', phone: '20112233', city: '', tags: ['A'], seasonId: 'S', since: '2019-05-01' }],
    [{ email: 'a@x.dk', phone: '99887766', city: 'Aarhus', tags: ['B'] }],
  )
  expect(found).toMatchObject({
    verdict: 'changes',
    changes: [
      { field: 'phone', from: '99887766', to: '20112233' },
      { field: 'since', from: '2020-01-01', to: '2019-05-01' },
      { field: 'tags', from: 'B', to: 'B, A' },
      { field: 'membership', from: '', to: 'Senior 2027' },
    ],
  })
})

test('of somebody with a sign-in only what is the club’s own changes', () => {
  const [found] = check(
    [{ email: 'a@x.dk', phone: '20112233', tags: ['A'] }],
    [{ email: 'a@x.dk', phone: '99887766', managed: false }],
  )
  expect(found!.changes.map(({ field }) => field)).toEqual(['tags'])
})

test('who has left comes back', () => {
  const [found] = check([{ email: 'a@x.dk' }], [{ email: 'a@x.dk', leftOn: '2025-12-31' }])
  expect(found).toMatchObject({ verdict: 'changes', changes: [{ field: 'left', from: '2025-12-31' }] })
})

test('nobody gets more tags than they can have', () => {
  const many = Array.from({ length: 19 }, (_, at) => `Tag ${at}`)
  const [found] = check([{ email: 'a@x.dk', tags: ['A', 'B'] }], [{ email: 'a@x.dk', tags: many }])
  expect(found!.changes).toEqual([{ field: 'tags', from: many.join(', '), to: [...many, 'A'].join(', ') }])
})

test('nobody who has died comes back unasked', () => {
  const dead = { email: 'a@x.dk', leftOn: '2025-12-31', leftReason: 'deceased' }
  const [found] = check([{ email: 'a@x.dk' }], [dead])
  expect(found).toMatchObject({ verdict: 'unsure', candidates: [{ because: 'email', died: true }], changes: [] })
})

test('two rows that are one person are unsure; the first is new', () => {
  const rows = check([{ email: 'a@x.dk' }, { email: 'a@x.dk' }])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['new', 'unsure'])
  expect(rows[1]!.candidates).toMatchObject([{ row: 2, memberId: null, because: 'email' }])
})

test('a family that shares an address is several people; the oldest keeps it', () => {
  const rows = check([
    { firstName: 'Ida', email: 'a@x.dk', dateOfBirth: '2015-01-01' },
    { firstName: 'Anna', email: 'a@x.dk', dateOfBirth: '1980-01-01' },
    { firstName: 'Bo', email: 'a@x.dk', dateOfBirth: '2017-01-01' },
  ])
  expect(rows.map(({ verdict, addressOf, person: { email } }) => [verdict, addressOf, email])).toEqual([
    ['new', 3, null],
    ['new', null, 'a@x.dk'],
    ['new', 3, null],
  ])
})

test('the address of somebody outside the register is an error', () => {
  const rows = check([{ email: 'a@x.dk' }, { email: 'b@x.dk' }], [], ['b@x.dk'])
  expect(rows.map(({ verdict, errors }) => [verdict, errors])).toEqual([
    ['new', []],
    ['error', [{ column: 4, fault: 'email_taken' }]],
  ])
})

test('of several who it can be, somebody chooses', () => {
  const born = { dateOfBirth: '2004-02-15' }
  const [found] = check([born], [born, { ...born, id: '00000000-0000-7000-8000-000000000002' }])
  expect([found!.verdict, found!.candidates.length]).toEqual(['unsure', 2])
})

test('of an address in a family an adult without a birth date keeps it, not the child above them', () => {
  const rows = check([
    { firstName: 'Ida', email: 'a@x.dk', dateOfBirth: '2015-01-01' },
    { firstName: 'Anna', email: 'a@x.dk' },
  ])
  expect(rows.map(({ addressOf, person: { email } }) => [addressOf, email])).toEqual([
    [3, null],
    [null, 'a@x.dk'],
  ])
})
