import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Import, imports, MOST_ROWS } from '#contract/people/imports.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let chair: Person
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const as = () => ({ as: chair.token })
const of = ({ id }: Pick<Import, 'id'>) => ({ orgId: club.id, importId: id })
const seen = (one: Import) => ({ ...of(one), version: one.version })
const show = (one: Import) => app.call(imports.show, of(one), as())
const upload = (text: string) =>
  app.call(imports.upload, { orgId: club.id, fileName: 'children.csv', bytes: new TextEncoder().encode(text) }, as())
const jobs = async (one: Import) => {
  await app.runJobs()
  return show(one)
}
const check = async (one: Import) => {
  await app.call(imports.check, seen(one), as())
  return jobs(one)
}
const run = async (one: Import) => {
  await app.call(imports.run, seen(await show(one)), as())
  return jobs(one)
}
const undo = async (one: Import) => {
  await app.call(imports.undo, seen(one), as())
  return jobs(one)
}
const rowsOf = async (one: Import) => (await app.call(imports.rows, of(one), as())).rows
const fix = (one: Import, row: number, column: number, value: string) =>
  app.call(imports.fixRow, { ...of(one), row, cells: [{ column, value }] }, as())
const choose = (one: Import, row: number, choice: 'same' | 'other' | 'skip') =>
  app.call(imports.choose, { ...of(one), row, choice }, as())
/** Each row with its verdict, and of a guardian the rows that name them. */
const found = async (one: Import) =>
  (await rowsOf(one)).map(({ name, verdict, guardianOf }) => [name, verdict, ...(guardianOf ? [guardianOf] : [])])
const register = () =>
  app.database.sql<{ name: string; email: string | null }>(
    `select trim(first_name || ' ' || last_name) as name, email, phone, address_line1 as address, managed, tags from club_people
     join members on members.id = member_id where org_id = $1 order by number`,
    [club.id],
  )
const names = async () => (await register()).map(({ name }) => name)
const families = async (one: Import) =>
  (await app.call(imports.households, of(one), as())).map(({ guardian, children }) => [
    guardian.name,
    ...children.map(({ name }) => name),
  ])
const link = async (one: Import) => {
  for (const { guardian, children } of await app.call(imports.households, of(one), as()))
    await app.call(
      imports.linkHousehold,
      { ...of(one), guardianId: guardian.memberId, childIds: children.map(({ memberId }) => memberId) },
      as(),
    )
}

let serial = 0
/** An address that no other test has. */
const address = (name: string) => `${name}${++serial}.${club.key.toLowerCase()}@example.org`
const head = 'Navn;Født;E-mail;Adresse;Postnr.;Mor navn;Mors e-mail;Mor mobil\n'
const child = (name: string, more: Partial<Record<'email' | 'mother' | 'at' | 'mobile' | 'born', string>> = {}) =>
  `${name};${more.born ?? '01-02-2015'};${more.email ?? ''};Havnegade 1;8000;${more.mother ?? 'Mette Skov'};${more.at ?? ''};${more.mobile ?? ''}\n`

test('the mother of two children is added once, without membership and tags, and the family is proposed', async () => {
  const at = address('mette')
  const draft = await upload(
    head +
      child('Ida Skov', { at, mobile: '20112233' }) +
      child('Storm Skov', { at, email: at }) +
      child('Bo Berg', { mother: '' }),
  )
  const season = await buildSeason(app, club, { name: 'Junior' })
  const choices = {
    dateOrder: 'dmy' as const,
    membership: 'season' as const,
    seasonId: season.id,
    seasons: [],
    tags: ['Hold'],
  }
  const checked = await check(await app.call(imports.saveChoices, { ...seen(draft), choices }, as()))
  expect(checked).toMatchObject({ rows: 4, counts: { new: 4, left: 0, guardians: 1, guardiansMissing: 0 } })
  const rows = await rowsOf(checked)
  expect(rows[3]).toMatchObject({ row: 5, name: 'Mette Skov', email: at, phone: '20112233', guardianOf: [2, 3] })
  expect(rows[1]).toMatchObject({ email: null, addressOf: 5, guardianKeeps: 'Mette Skov' })
  expect(await register()).toEqual([])
  const done = await run(checked)
  expect(done).toMatchObject({ state: 'done', counts: { added: 4, memberships: 3, invitable: 1 } })
  expect(await register()).toMatchObject([
    { name: 'Ida Skov', email: null, tags: ['Hold'] },
    { name: 'Storm Skov', email: null },
    { name: 'Bo Berg' },
    { name: 'Mette Skov', email: at, phone: '20112233', address: 'Havnegade 1', managed: true, tags: [] },
  ])
  expect(await families(done)).toEqual([['Mette Skov', 'Ida Skov', 'Storm Skov']])
})

test('the same file again, with and without linked families, makes nobody twice', async () => {
  const list =
    head +
    child('Ida Skov', { at: address('mette') }) +
    child('Bo Berg', { mother: 'Asta Berg', mobile: '20112244' }) +
    child('Alma Lind', { mother: 'Lene Lind' })
  const first = await run(await check(await upload(list)))
  expect(first.counts).toMatchObject({ added: 6 })
  const again = await check(await upload(list))
  expect(await found(again)).toEqual([
    ['Ida Skov', 'same'],
    ['Bo Berg', 'same'],
    ['Alma Lind', 'same'],
    ['Asta Berg', 'unsure', [3]],
    ['Lene Lind', 'unsure', [4]],
  ])
  await choose(again, 5, 'same')
  const done = await run(again)
  expect(done.counts).toMatchObject({ added: 0, changed: 0, left: 1 })
  // Mette is found by her address, Asta by the choice.
  expect(await families(done)).toEqual([
    ['Mette Skov', 'Ida Skov'],
    ['Asta Berg', 'Bo Berg'],
  ])
  await link(first)
  expect(await found(await check(await upload(list)))).toEqual([
    ['Ida Skov', 'same'],
    ['Bo Berg', 'same'],
    ['Alma Lind', 'same'],
  ])
  expect(await names()).toHaveLength(6)
})

test('a mother with a row of her own, or in the register, is not made again, and keeps the address that her child has, too', async () => {
  const [at, other] = [address('mette'), address('asta')]
  const own = await run(
    await check(
      await upload(
        head +
          child('Ida Skov', { at, email: at }) +
          `Mette Skov;;${at};;;;;\n` +
          `Asta Berg;01-02-1980;${other};;;;;\n`,
      ),
    ),
  )
  expect(await families(own)).toEqual([['Mette Skov', 'Ida Skov']])
  expect(await register()).toMatchObject([{ email: null }, { name: 'Mette Skov', email: at }, { email: other }])
  const second = await check(await upload(head + child('Bo Berg', { mother: 'Asta', at: other, email: other })))
  expect(await rowsOf(second)).toMatchObject([
    { verdict: 'new', email: null, addressOf: null, guardianKeeps: 'Asta Berg' },
  ])
  expect(await families(await run(second))).toEqual([['Asta Berg', 'Bo Berg']])
  expect(await names()).toEqual(['Ida Skov', 'Mette Skov', 'Asta Berg', 'Bo Berg'])
})

test('a namesake with another address is nobody’s guardian unasked', async () => {
  await run(await check(await upload(`Navn;E-mail;Postnr.;Adresse\nMette Skov;${address('a')};8000;Torvet 2\n`)))
  const checked = await check(await upload(head + child('Ida Skov', { at: address('b') })))
  expect(await rowsOf(checked)).toMatchObject([
    { verdict: 'new' },
    { verdict: 'unsure', guardianOf: [2], candidates: [{ name: 'Mette Skov', because: 'post_code' }] },
  ])
  await choose(checked, 3, 'same')
  const done = await run(checked)
  expect(await families(done)).toEqual([['Mette Skov', 'Ida Skov']])
  // Her home is her own.
  expect(await register()).toMatchObject([{ address: 'Torvet 2' }, { name: 'Ida Skov', address: 'Havnegade 1' }])
})

test('of two guardians with one name each looks after the children beside whom they stand', async () => {
  const list = head + child('Ida Skov', { mobile: '20112233' }) + child('Bo Berg', { mobile: '20112244' })
  const checked = await check(
    await upload(list.replace('Havnegade 1;8000;Mette Skov;;20112244', 'Torvet 2;9000;Mette Skov;;20112244')),
  )
  const done = await run(checked)
  expect(await names()).toEqual(['Ida Skov', 'Bo Berg', 'Mette Skov', 'Mette Skov'])
  expect(await families(done)).toEqual([
    ['Mette Skov', 'Ida Skov'],
    ['Mette Skov', 'Bo Berg'],
  ])
})

test('a guardian can be skipped and taken along again, and is left out with the last of their children', async () => {
  const checked = await check(
    await upload(
      head + child('Ida Skov') + child('Bo Berg', { mother: 'Asta Berg' }) + child('BO BERG', { mother: 'Asta Berg' }),
    ),
  )
  expect(await found(checked)).toEqual([
    ['Ida Skov', 'new'],
    ['Bo Berg', 'new'],
    ['BO BERG', 'unsure'],
    ['Mette Skov', 'new', [2]],
    ['Asta Berg', 'new', [3, 4]],
  ])
  expect(await choose(checked, 5, 'skip')).toMatchObject({ counts: { guardians: 1, left: 2 } })
  expect(await choose(checked, 5, 'other')).toMatchObject({ counts: { guardians: 2, left: 1 } })
  expect(await codeOf(choose(checked, 5, 'same'))).toBe('import_not_now')
  expect(await codeOf(choose(checked, 2, 'skip'))).toBe('import_not_now')
  await choose(checked, 5, 'skip')
  await app.database.sql(`update import_rows set verdict = 'unsure' where import_id = $1 and row = 3`, [checked.id])
  expect((await show(checked)).counts).toMatchObject({ guardians: 0, left: 4 })
  await run(checked)
  expect(await names()).toEqual(['Ida Skov'])
})

test('whom the columns of a corrected row name is made, and whom nobody names any more is not', async () => {
  const at = address('mette')
  const checked = await check(
    await upload(
      head +
        child('Ida Skov', { at }) +
        child('Storm Skov', { at }) +
        child('Bo Berg', { at: 'asta@', mother: 'Asta Berg' }),
    ),
  )
  expect(await found(checked)).toEqual([
    ['Ida Skov', 'new'],
    ['Storm Skov', 'new'],
    ['Bo Berg', 'error'],
    ['Mette Skov', 'new', [2, 3]],
  ])
  await choose(checked, 5, 'skip')
  await fix(checked, 4, 6, address('asta'))
  expect((await found(checked)).slice(2)).toEqual([
    ['Bo Berg', 'new'],
    ['Mette Skov', 'new', [2, 3]],
    ['Asta Berg', 'new', [4]],
  ])
  expect((await rowsOf(checked))[3]!.choice).toBe('skip')
  await fix(checked, 3, 5, 'Lene Lind')
  await fix(checked, 3, 6, '')
  expect((await found(checked)).slice(3)).toEqual([
    ['Mette Skov', 'new', [2]],
    ['Asta Berg', 'new', [4]],
    ['Lene Lind', 'new', [3]],
  ])
  // Storm is the mother now: of age, and with a row of her own.
  await fix(checked, 3, 1, '01-02-1980')
  await fix(checked, 3, 0, 'Mette Skov')
  await fix(checked, 3, 2, at)
  await fix(checked, 4, 5, 'Mette Skov')
  await fix(checked, 4, 6, '')
  expect(await found(checked)).toEqual([
    ['Ida Skov', 'new'],
    ['Mette Skov', 'new'],
    ['Bo Berg', 'new'],
  ])
  expect(await families(await run(checked))).toEqual([['Mette Skov', 'Ida Skov', 'Bo Berg']])
})

test('a guardian with two names, or with the address of somebody else, is an error that is corrected in the columns of their children', async () => {
  const checked = await check(
    await upload(
      head +
        child('Ida Skov', { mother: 'Mette og Bo Skov', email: 'all-clubs@example.com', at: 'all-clubs@example.com' }) +
        child('Storm Skov', { mother: 'Mette og Bo Skov', at: 'all-clubs@example.com' }),
    ),
  )
  expect((await rowsOf(checked))[2]).toMatchObject({
    verdict: 'error',
    split: [],
    errors: [{ column: 5 }, { column: 6, fault: 'email_taken' }],
  })
  expect(checked.counts).toMatchObject({ left: 1, guardians: 0 })
  await fix(checked, 4, 6, '')
  const [guardian] = (await rowsOf(checked)).filter(({ guardianOf }) => guardianOf)
  expect(guardian).toMatchObject({ errors: [{ column: 5, fault: 'two_people' }], guardianOf: [2, 3] })
  expect(await codeOf(fix(checked, guardian!.row, 0, 'X'))).toBe('invalid_input')
  expect(await fix(checked, guardian!.row, 5, 'Mette Skov')).toMatchObject({
    row: 2,
    cells: expect.arrayContaining(['Mette Skov']),
  })
})

test('a guardian without a name is not made, and the check says so', async () => {
  const checked = await check(await upload(head + child('Ida Skov', { mother: '', at: address('mette') })))
  expect(checked).toMatchObject({ rows: 1, counts: { guardians: 0, guardiansMissing: 1 } })
})

test('an import that is taken back takes its guardians along; a family that was linked stays', async () => {
  const list = head + child('Ida Skov') + child('Bo Berg', { mother: 'Asta Berg' })
  const first = await run(await check(await upload(list)))
  expect(await undo(first)).toMatchObject({ state: 'undone', counts: { undone: 4, kept: 0 } })
  expect(await register()).toEqual([])
  const second = await run(await check(await upload(list)))
  const [{ guardian, children } = { guardian: null, children: [] }] = await app.call(
    imports.households,
    of(second),
    as(),
  )
  const childIds = children.map(({ memberId }) => memberId)
  await app.call(imports.linkHousehold, { ...of(second), guardianId: guardian!.memberId, childIds }, as())
  expect(await undo(second)).toMatchObject({ counts: { undone: 2, kept: 2 } })
  expect(await names()).toEqual(['Ida Skov', 'Mette Skov'])
})

test('other columns, and another check, begin with the rows of the file', async () => {
  const checked = await check(await upload(head + child('Ida Skov')))
  expect((await check(checked)).rows).toBe(2)
  const columns = checked.columns.map((target) => (target.startsWith('guardian') ? '' : target))
  const draft = await app.call(imports.saveColumns, { ...seen(await show(checked)), columns }, as())
  expect(draft.rows).toBe(1)
  expect(await check(draft)).toMatchObject({ rows: 1, counts: { guardians: 0 } })
})

test('guardians count among the rows that an import can have', async () => {
  const half = MOST_ROWS / 2
  const kids = (count: number) =>
    Array.from({ length: count }, (_, at) => child(`Barn ${at}`, { mother: `Mor ${at}` })).join('')
  const full = await check(await upload(head + kids(half)))
  expect(full).toMatchObject({ state: 'checked', rows: MOST_ROWS, counts: { guardians: half } })
  expect(await codeOf(fix(full, 2, 5, 'Mor 1'))).toBe('ok')
  const over = await upload(head + kids(half + 1))
  expect(await codeOf(app.call(imports.check, seen(over), as()))).toBe('import_too_many_rows')
  // Two are in the register while it is asked for, and have left when it begins.
  const emails = [address('asta'), address('lene')]
  await run(await check(await upload(`Navn;E-mail\nAsta Berg;${emails[0]}\nLene Lind;${emails[1]}\n`)))
  const theirs = ['Asta Berg', 'Lene Lind']
    .map((mother, at) => child(`Pige ${at}`, { mother, at: emails[at]! }))
    .join('')
  const fits = await upload(head + kids(half - 1) + theirs)
  await app.call(imports.check, seen(fits), as())
  await app.database.sql(`update club_people set left_on = '2026-01-01' where org_id = $1`, [club.id])
  expect(await jobs(fits)).toMatchObject({ state: 'draft', rows: half + 1 })
})

test('an import that an earlier version has checked runs as it was checked', async () => {
  const checked = await check(await upload(head + child('Ida Skov', { at: address('mette') })))
  await app.database.sql(`delete from import_rows where import_id = $1 and found ? 'guardianOf'`, [checked.id])
  await app.database.sql(
    `update import_rows set found = found || '{"guardianMissing": "Mette Skov"}' where import_id = $1`,
    [checked.id],
  )
  expect((await show(checked)).counts).toMatchObject({ guardiansMissing: 1 })
  const done = await run(checked)
  expect([done.counts.added, await families(done)]).toEqual([1, []])
})
