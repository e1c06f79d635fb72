import { expect, test } from 'vitest'
import type { ParsedRow } from './parse-values.ts'
import type { Registered } from './check-rows.ts'
import { guardianFinder, nameGuardians } from './guardians.ts'

const person: ParsedRow = {
  firstName: 'Alma',
  lastName: 'Holm',
  email: null,
  dateOfBirth: '2018-02-03',
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
const mette = { ...person, firstName: 'Mette', dateOfBirth: null, email: 'mette@x.dk', phone: '+4520112233' }
const registered: Registered = {
  ...mette,
  id: '00000000-0000-7000-8000-000000000001',
  managed: true,
  hasGuardian: false,
  since: '2020-01-01',
  leftOn: null,
  leftReason: null,
  fields: {},
  seasons: [],
}
const columns = ['fullName', 'address', 'guardianName', 'guardianEmail', 'guardianPhone']
const named = (
  who: Partial<NonNullable<ParsedRow['guardian']>>,
  more: Partial<ParsedRow> = {},
): Partial<ParsedRow> => ({ guardian: { name: '', email: '', phone: '', ...who }, ...more })

function name(people: Partial<ParsedRow>[], register: Partial<Registered>[] = []) {
  const rows = people.map((changes, at) => ({ row: at + 2, person: { ...person, ...changes }, errors: [], split: [] }))
  const cells = new Map(
    rows.map(({ row, person: { guardian, ...one } }) => [
      row,
      [one.firstName, one.address, guardian?.name ?? '', guardian?.email ?? '', guardian?.phone ?? ''],
    ]),
  )
  const found = nameGuardians(rows, {
    cells,
    columns,
    register: register.map((changes) => ({ ...registered, ...changes })),
    today: '2026-11-30',
    known: [],
  })
  return { ...found, of: found.guardians.map(({ guardianOf }) => guardianOf) }
}

test.each([
  ['one address', { email: 'm@x.dk' }, { email: 'm@x.dk' }, [[2, 3]]],
  ['two addresses', { email: 'm@x.dk' }, { email: 'n@x.dk' }, [[2], [3]]],
  ['one telephone', { phone: '20112233' }, { phone: '+45 20 11 22 33' }, [[2, 3]]],
  ['two telephones', { phone: '20112233' }, { phone: '20112244' }, [[2], [3]]],
  ['an address beside one of them', { phone: '20112233', email: 'm@x.dk' }, { phone: '20112233' }, [[2, 3]]],
  ['a name alone', {}, {}, [[2, 3]]],
  ['another name', {}, { name: 'Bo Holm' }, [[2], [3]]],
] as const)('children of one guardian by %s', (_, one, other, of) => {
  expect(name([named({ name: 'Mette Holm', ...one }), named({ name: 'Mette Holm', ...other })]).of).toEqual(of)
})

test('namesakes in two homes are two guardians; in one home they are one', () => {
  const at = (address: string, phone = '') => named({ name: 'Mette Holm', phone }, { address, postCode: '8000' })
  expect(name([at('Havnegade 1'), at('Havnegade 2')]).of).toEqual([[2], [3]])
  expect(name([at('Havnegade 1', '20112233'), at('havnegade 1', '20112244')]).of).toEqual([[2, 3]])
})

test('a guardian has the cells that name them and the home of their first child, and what later children add', () => {
  const { guardians } = name([
    named({ name: 'Mette Holm', phone: '20112233' }, { address: 'Havnegade 1' }),
    named({ name: 'Mette Holm', phone: '20112233', email: 'm@x.dk' }, { address: 'Torvet 2' }),
  ])
  expect(guardians).toEqual([
    { row: 4, cells: ['', 'Havnegade 1', 'Mette Holm', 'm@x.dk', '20112233'], guardianOf: [2, 3] },
  ])
})

test('whoever has a row of their own, or is in the register by their address, is not made again', () => {
  for (const who of [
    { name: 'Mette Holm' },
    { email: 'mette@x.dk' },
    { phone: '20 11 22 33' },
    { name: 'Mette', email: 'mette@x.dk' },
  ])
    expect(name([named(who), mette])).toMatchObject({ of: [], rows: [{}, {}] })
  expect(name([named({ name: 'Mette Holm', email: 'mette@x.dk' })], [{}]).of).toEqual([])
  expect(name([named({ name: 'Mette Holm', email: 'mette@x.dk' })], [{ leftOn: '2026-01-01' }]).of).toEqual([[2]])
  // Whether these are the same ones is asked of their rows.
  expect(name([named({ name: 'Mette Holm', phone: '20112233' })], [{}]).of).toEqual([[2]])
  expect(name([named({ name: 'Mette Holm', email: 'other@x.dk' }), mette]).of).toEqual([[2]])
  expect(name([named({ name: 'Bo Berg', email: 'mette@x.dk' })], [{}]).of).toEqual([[2]])
})

test('only a guardian with a name, of a child with a birth date, can be added; the row says so', () => {
  const missing = (one: Partial<ParsedRow>, register: Partial<Registered>[] = []) => {
    const { rows, of } = name([one], register)
    return [of.length, rows[0]!.guardianMissing]
  }
  expect(missing(named({ email: 'm@x.dk' }))).toEqual([0, 'm@x.dk'])
  expect(missing(named({ name: 'Mette Holm' }, { dateOfBirth: null }))).toEqual([0, 'Mette Holm'])
  expect(missing(named({ name: 'Mette Holm' }, { dateOfBirth: '1990-01-01' }))).toEqual([0, undefined])
  expect(missing({})).toEqual([0, undefined])
})

test('a child in the register names a guardian while the office looks after them and nobody else does', () => {
  const known = { firstName: 'Alma', dateOfBirth: '2018-02-03', email: null, phone: '' }
  const of = (changes: Partial<Registered>, who = { phone: '20112233' }) =>
    name([named({ name: 'Mette Holm', ...who })], [{ ...known, ...changes }]).of
  expect(of({})).toEqual([[2]])
  expect(of({ hasGuardian: true })).toEqual([])
  expect(of({ managed: false })).toEqual([])
  // The next import would not know them again.
  expect(of({}, { phone: '' })).toEqual([])
})

test('an address that a child shares with their guardian is the guardian’s', () => {
  const shared = named({ name: 'Mette Holm', email: 'mette@x.dk' }, { email: 'mette@x.dk' })
  const keeper = (rows: Partial<ParsedRow>[], register: Partial<Registered>[] = []) => {
    const [{ person: child, addressOf, guardianKeeps }] = name(rows, register).rows as [
      ReturnType<typeof name>['rows'][0],
    ]
    return [child.email, addressOf, guardianKeeps]
  }
  expect(keeper([shared])).toEqual([null, 3, 'Mette Holm'])
  expect(keeper([shared, mette])).toEqual([null, 3, 'Mette Holm'])
  expect(keeper([shared], [{}])).toEqual([null, null, 'Mette Holm'])
  // Nobody is added who has no name.
  expect(keeper([named({ email: 'mette@x.dk' }, { email: 'mette@x.dk' })])).toEqual([
    'mette@x.dk',
    undefined,
    undefined,
  ])
})

test('a guardian is found by address, else by name, else by telephone, and by none of them against another', () => {
  const find = guardianFinder([{ person: mette }])
  const is = (who: object) => find({ name: '', email: '', phone: '', ...who }) !== undefined
  expect([is({ email: 'mette@x.dk' }), is({ name: 'Holm, Mette' }), is({ phone: '20112233' })]).toEqual([
    true,
    true,
    true,
  ])
  expect([is({ name: 'Mette Holm', email: 'b@x.dk' }), is({ name: 'Bo Berg', phone: '20112233' }), is({})]).toEqual([
    false,
    false,
    false,
  ])
})
