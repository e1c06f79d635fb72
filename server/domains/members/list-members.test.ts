import { beforeAll, beforeEach, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { signedIn } from '#server/testing/builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let as: string
beforeAll(async () => {
  app = await sharedApp()
  as = (await signedIn(app, 'super@example.com')).token
  const people = [
    ['Anna', 'Holm', 'anna@holm.example'],
    ['Anna', 'Bech', 'a_b@mail.example'],
    ['Hanne', 'Ørsted', '50%@mail.example'],
    ['Åse', 'Ågård', null],
    ['Bo Quintus', "O'Hara", 'back\\slash@mail.example'],
    ['Xi', 'Ng', 'xi.ng@mail.example'],
    ['Aage', 'Zahle', null],
  ]
  for (const [first, last, email] of people)
    await app.database.sql(
      'insert into members (id, first_name, last_name, email) values (gen_random_uuid(), $1, $2, $3)',
      [first, last, email],
    )
  await app.database.sql(
    `insert into members (id, first_name, last_name, enabled, archived_at)
     values (gen_random_uuid(), 'Anna', 'Disabled', false, null), (gen_random_uuid(), 'Anna', 'Archived', true, now())`,
  )
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const list = (more: { search?: string; size?: number } = {}) => app.call(members.list, more, { as })
const names = async (search: string) => (await list({ search })).map((one) => `${one.firstName} ${one.lastName}`)

test('everybody by first and last name, without disabled and archived people', async () => {
  expect((await list()).map((one) => `${one.firstName} ${one.lastName}`)).toEqual([
    'Anna Bech',
    'Anna Holm',
    "Bo Quintus O'Hara",
    'Hanne Ørsted',
    'Susanne Dahl',
    'Xi Ng',
    'Aage Zahle',
    'Åse Ågård',
  ])
  expect(await list({ size: 2 })).toHaveLength(2)
  expect(Object.keys((await list())[0]!).toSorted()).toEqual(['email', 'firstName', 'id', 'lastName'])
})

const found: [string, string[]][] = [
  ['anna', ['Anna Bech', 'Anna Holm']],
  ['  ANNA  ', ['Anna Bech', 'Anna Holm']],
  ['nn', ['Anna Bech', 'Anna Holm', 'Hanne Ørsted', 'Susanne Dahl']],
  ['anna ho', ['Anna Holm']],
  ['anna   holm', ['Anna Holm']],
  ['holm anna', ['Anna Holm']],
  ['bech', ['Anna Bech']],
  ['holm.ex', ['Anna Holm']],
  ['ørs', ['Hanne Ørsted']],
  ['OERS', ['Hanne Ørsted']],
  ['åg', ['Aage Zahle', 'Åse Ågård']],
  ['ÅSE', ['Åse Ågård']],
  ['x', ['Anna Bech', 'Anna Holm', "Bo Quintus O'Hara", 'Hanne Ørsted', 'Susanne Dahl', 'Xi Ng']],
  ['xi', ['Xi Ng']],
  ['i.n', ['Xi Ng']],
  ['qu', ["Bo Quintus O'Hara"]],
  ["o'h", ["Bo Quintus O'Hara"]],
  ['O’HARA', ["Bo Quintus O'Hara"]],
  ['Holm, Anna', ['Anna Holm']],
  ['%', ['Hanne Ørsted']],
  ['0%@', ['Hanne Ørsted']],
  ['_', ['Anna Bech']],
  ['a_b', ['Anna Bech']],
  ['\\', ["Bo Quintus O'Hara"]],
  ['k\\s', ["Bo Quintus O'Hara"]],
  ['%%', []],
  ['a%a', []],
  ['__', []],
  ['holmanna', []],
  ['annaholm', []],
  ['zz', []],
  ["'; drop table members; --", []],
  ['{}', []],
  ['🙂', []],
]

test.each(found)('%j finds %j', async (search, expected) => {
  expect(await names(search)).toEqual(expected)
})

test('at least one and at most a thousand', async () => {
  for (const size of [0, 1001, -1, 1.5, 'many'])
    await expect(list({ size: size as number }), String(size)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('names from a sign-in are cut to the length that a member may write', async () => {
  const first = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')
  const last = Array.from({ length: 80 }, (_, at) => String.fromCodePoint(0x5e00 + at * 11)).join('')
  const email = `${'e'.repeat(240)}@mail.example`
  await app.database.sql(
    'insert into members (id, first_name, last_name, email) values (gen_random_uuid(), $1, $2, $3)',
    [first, last, email],
  )
  expect(await names(first.slice(3, 5))).toHaveLength(1)
  await app.database.sql('delete from members where email = $1', [email])
})
