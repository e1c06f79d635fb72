import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { type Import, type ImportChoices, imports, MOST_ROWS } from '#contract/people/imports.ts'
import { register as clubRegister } from '#contract/people/register.ts'
import { newId } from '#server/database/new-id.ts'
import { foldName } from '#server/domains/people/same-person.ts'
import { countMailToStranger } from '#server/http/limits/rate.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { buy, mailsTo, prepare } from '#server/testing/purchase.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [chair, anna, bo]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update delayed_actions set state = 'stopped' where state = 'waiting'`)
  club = await buildClub(app)
})

const as = (person = chair!) => ({ as: person.token })
const of = ({ id }: Pick<Import, 'id'>) => ({ orgId: club.id, importId: id })
const seen = (one: Import) => ({ ...of(one), version: one.version })
const upload = (text: string | Uint8Array, fileName = 'members.csv') =>
  app.call(
    imports.upload,
    { orgId: club.id, fileName, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
    as(),
  )
const show = (one: Import) => app.call(imports.show, of(one), as())
const check = async (one: Import) => {
  await app.call(imports.check, seen(one), as())
  await app.runJobs()
  return show(one)
}
const run = async (one: Import) => {
  await app.call(imports.run, seen(one), as())
  await app.runJobs()
  return show(one)
}
const undo = async (one: Import, rows?: number[]) => {
  await app.call(imports.undo, { ...seen(one), ...(rows && { rows }) }, as())
  await app.runJobs()
  return show(one)
}
const imported = async (text: string) => run(await check(await upload(text)))
const rowsOf = async (one: Import, verdict?: 'new' | 'same' | 'changes' | 'unsure' | 'error' | 'kept') =>
  (await app.call(imports.rows, { ...of(one), ...(verdict && { verdict }) }, as())).rows
const choices = (changes: Partial<ImportChoices>): ImportChoices => ({
  dateOrder: 'dmy',
  membership: 'none',
  seasonId: null,
  seasons: [],
  tags: [],
  ...changes,
})
const choose = (one: Import, changes: Partial<ImportChoices>) =>
  app.call(imports.saveChoices, { ...seen(one), choices: choices(changes) }, as())
const count = async (from: string) =>
  (await app.database.sql<{ count: number }>(`select count(*)::int from ${from}`, [club.id]))[0]!.count
const register = () =>
  app.database.sql(
    `select first_name || ' ' || last_name as name, email, phone, number, since::text, tags, managed from club_people
     join members on members.id = member_id where org_id = $1 order by number`,
    [club.id],
  )
const faults = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof ApiProblem
        ? (error.body.errors?.map(({ path: at, message }) => `${at} ${message}`) ?? error.code)
        : Promise.reject(error),
  )

let serial = 0
/** An address that no other test has. */
const address = (name: string) => `${name}${++serial}.${club.key.toLowerCase()}@example.org`

test('names fold alike in the database and here', async () => {
  const names = [
    'Holm, Anna-Marie',
    'ÅSE  Aagaard',
    'Søren Ærø–Bjerg',
    'A.P. Møller',
    'Zoë O’Brien',
    '',
    'Łukasz Straße',
  ]
  const folded = await app.database.sql<{ name: string }>(
    'select person_fold(name) as name from unnest($1::text[]) with ordinality names (name, at) order by at',
    [names],
  )
  expect(folded.map(({ name }) => name)).toEqual(names.map((name) => foldName(name)))
})

test('a club moves in from the messy example: checked, errors fixed in place, run, and the file again is the same people', async () => {
  const file = readFileSync(path.resolve('docs/examples/members-messy-windows-1252.csv'))
  const year = club.season.startDate.slice(0, 4)
  const season = async (name: string) => (await buildSeason(app, club, { name: `${name} ${year}` })).id
  const [senior, junior, retired] = [await season('Senior'), await season('Junior'), await season('Pensionist')]
  const draft = await upload(file, 'members-messy-windows-1252.csv')
  expect(draft).toMatchObject({ state: 'draft', encoding: 'windows-1252', rows: 1200 })
  expect(draft.values.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Senior', 'Junior', 'Pensionist', 'Støttemedlem']),
  )
  const seasons = [
    { value: 'Senior', seasonId: senior },
    { value: 'Junior', seasonId: junior },
    { value: 'Pensionist', seasonId: retired },
    { value: 'Støttemedlem', seasonId: null },
  ]
  const checked = await check(await choose(draft, { membership: 'column', seasons, tags: ['Flyttet ind'] }))
  expect(checked.counts).toMatchObject({ new: 1180, same: 0, changes: 0, unsure: 6, error: 14, left: 20 })
  expect(await count('club_people where org_id = $1')).toBe(0)

  const errors = await rowsOf(checked, 'error')
  expect(errors.map((row) => row.errors[0]!.fault)).toEqual([
    'two_people',
    'name_missing',
    'email_invalid',
    'email_invalid',
    'date_invalid',
    'date_invalid',
    'date_without_year',
    'date_too_old',
    'date_in_future',
    'phone_invalid',
    'phones_two',
    'post_code_invalid',
    'formula',
    'too_long',
  ])
  const [two, ...others] = errors
  expect(two!.split).toEqual(['Anna Holmgaard', 'Bo Holmgaard'])
  await app.call(imports.splitRow, { ...of(checked), row: two!.row }, as())
  for (const {
    row,
    errors: [error],
  } of others) {
    const value = error!.fault === 'name_missing' || error!.fault === 'formula' ? `Ny Person${row}` : ''
    const fixed = await app.call(
      imports.fixRow,
      { ...of(checked), row, cells: [{ column: error!.column, value }] },
      as(),
    )
    expect(fixed.verdict).toBe('new')
  }
  expect((await show(checked)).counts).toMatchObject({ new: 1195, unsure: 6, error: 0 })
  const chosen = await app.call(imports.choose, { ...of(checked), choice: 'same' }, as())
  expect(chosen.counts).toMatchObject({ unsure: 6, chosen: 6, left: 0 })

  const done = await run(chosen)
  expect(done).toMatchObject({ state: 'done', counts: { done: 1201, added: 1195, undone: 0 } })
  expect(await count('club_people where org_id = $1 and managed and number is not null')).toBe(1195)
  expect(await count(`club_people where org_id = $1 and 'Flyttet ind' = any(tags)`)).toBe(1195)
  const supporters = await count(
    `import_rows join imports on imports.id = import_id where org_id = $1 and 'Støttemedlem' = any(cells)`,
  )
  expect(done.counts.memberships).toBe(await count(`membership_terms where org_id = $1 and status = 'active'`))
  expect(done.counts.memberships).toBeGreaterThan(1195 - supporters - 10)
  expect(await count('messages join club_people using (member_id) where org_id = $1')).toBe(0)

  const again = await check(await choose(await upload(file), { membership: 'column', seasons, tags: ['Flyttet ind'] }))
  expect(again.knownColumns).toBe(true)
  expect(again.counts).toMatchObject({ new: 0, error: 14 })
  expect(again.counts.same + again.counts.changes + again.counts.unsure).toBe(1186)

  const ten = (await rowsOf(done, 'new')).slice(0, 10).map(({ row }) => row)
  const partly = await undo(done, ten)
  expect(partly).toMatchObject({ state: 'done', counts: { undone: 10, kept: 0 } })
  expect(await count('club_people where org_id = $1')).toBe(1185)
  const gone = await undo(partly)
  expect(gone).toMatchObject({ state: 'undone', counts: { undone: 1201, kept: 0 } })
  expect(await count('club_people where org_id = $1')).toBe(0)
  expect(await count('membership_terms where org_id = $1')).toBe(0)
})

test('two first names beside one surname of two words keep it, and those without a column for it stay whole', async () => {
  const namesIn = async (file: string) => {
    const checked = await check(await upload(file))
    const [row] = await rowsOf(checked, 'error')
    await app.call(imports.splitRow, { ...of(checked), row: row!.row }, as())
    return (await rowsOf(checked, 'new')).map(({ name }) => name)
  }
  const two = ['Anna Marie Skov Holm', 'Bo Skov Holm']
  expect(await namesIn('Fornavn;Efternavn\nAnna Marie og Bo;Skov Holm\n')).toEqual(two)
  const cells = await app.database.sql<{ cells: string[] }>(
    `select cells from import_rows join imports on imports.id = import_id where org_id = $1 order by row`,
    [club.id],
  )
  expect(cells.map((one) => one.cells)).toEqual([
    ['Anna Marie', 'Skov Holm'],
    ['Bo', 'Skov Holm'],
  ])
  expect(await namesIn('Fornavn;Hold\nAnna Marie og Bo;A\n')).toEqual(['Anna Marie', 'Bo'])
})

test('an import does not grow beyond its most rows when one is split', async () => {
  const checked = await check(await upload('Navn\nAnna og Bo Holm\n'))
  await app.database.sql(
    `insert into import_rows (import_id, row, cells) select $1, n, array['Kaj Lind'] from generate_series(3, $2) n`,
    [checked.id, MOST_ROWS + 1],
  )
  const [two] = await rowsOf(checked, 'error')
  const split = () => codeOf(app.call(imports.splitRow, { ...of(checked), row: two!.row }, as()))
  expect(await split()).toBe('import_too_many_rows')
  await app.database.sql('delete from import_rows where import_id = $1 and row > 3', [checked.id])
  expect(await split()).toBe('ok')
})

test('somebody who is there is changed where the office may, and put back', async () => {
  const email = address('asta')
  await imported(`Navn;E-mail;Telefon;Hold;Medlem siden\nAsta Lind;${email};20112233;Hold A;01-03-2020\n`)
  const [before] = await register()
  // They leave on a later day, and still do when the club's list names them.
  await app.database.sql(`update club_people set left_on = '2099-01-01' where org_id = $1`, [club.id])
  const second = await check(
    await upload(`Navn;E-mail;Telefon;Hold;Medlem siden\nAsta Lind;${email};+45 20 11 22 44;Hold B;01-03-2019\n`),
  )
  const [row] = await rowsOf(second, 'changes')
  expect(row!.changes).toEqual([
    { field: 'phone', from: '20112233', to: '+4520112244' },
    { field: 'since', from: '2020-03-01', to: '2019-03-01' },
    { field: 'tags', from: 'Hold A', to: 'Hold A, Hold B' },
  ])
  const done = await run(second)
  expect(await register()).toMatchObject([{ phone: '+4520112244', since: '2019-03-01', tags: ['Hold A', 'Hold B'] }])
  expect(done.counts).toMatchObject({ added: 0, changed: 1 })
  expect(await count(`club_people where org_id = $1 and left_on = '2099-01-01'`)).toBe(1)
  expect((await undo(done)).state).toBe('undone')
  expect(await register()).toEqual([before])
})

test('somebody who had left comes back with the list, and has left for the same reason once it is taken back', async () => {
  const email = address('asta')
  await imported(`Navn;E-mail\nAsta Lind;${email}\n`)
  await app.database.sql(`update club_people set left_on = '2026-01-01', left_reason = 'moved' where org_id = $1`, [
    club.id,
  ])
  const left = () =>
    app.database.sql('select left_on::text as day, left_reason as reason from club_people where org_id = $1', [club.id])
  const before = await left()
  const done = await imported(`Navn;E-mail\nAsta Lind;${email}\n`)
  expect(await left()).toEqual([{ day: null, reason: null }])
  await undo(done)
  expect(await left()).toEqual(before)
})

test('an address that is another’s by now stays theirs when an import is taken back', async () => {
  const [old, fresh] = [address('asta'), address('asta')]
  await imported(`Navn;Født;E-mail\nAsta Lind;01-02-2003;${old}\n`)
  const done = await imported(`Navn;Født;E-mail;Telefon\nAsta Lind;01-02-2003;${fresh};20112233\n`)
  await app.database.sql(
    `insert into members (id, first_name, last_name, email, phone) values ($1, 'Bo', 'Berg', $2, '')`,
    [newId(), old],
  )
  expect(await undo(done)).toMatchObject({ state: 'undone', counts: { undone: 1 } })
  expect(await register()).toMatchObject([{ email: fresh, phone: '' }])
})

test('whoever was merged since the check is the one who was kept, and a row from before the merge stays', async () => {
  const [one, other] = [address('asta'), address('asta')]
  const added = await imported(`Navn;E-mail\nAsta Lind;${one}\nAsta Marie Lind;${other}\n`)
  const tagged = await imported(`Navn;E-mail;Hold\nAsta Lind;${one};A\n`)
  const [gone, kept] = (await rowsOf(added)).map(({ memberId }) => memberId!)
  const checked = await check(await upload(`Navn;E-mail;Hold\nAsta Lind;${one};B\n`))
  const two = { orgId: club.id, keptId: kept!, goneId: gone!, take: [] }
  await app.call(personDuplicates.merge, two, as())
  expect(await run(checked)).toMatchObject({ counts: { added: 0, changed: 1 } })
  expect(await rowsOf(checked)).toMatchObject([{ memberId: kept }])
  expect(await count(`club_people where org_id = $1 and tags = '{A,B}'`)).toBe(1)
  expect(await undo(tagged)).toMatchObject({ state: 'done', counts: { undone: 0, kept: 1 } })
  expect(await rowsOf(tagged, 'kept')).toMatchObject([{ kept: 'changed' }])
})

test('somebody who has died stays gone, unless the office says that the row is them', async () => {
  const email = address('asta')
  await imported(`Navn;E-mail\nAsta Lind;${email}\n`)
  const list = await choose(await upload(`Navn;E-mail\nAsta Lind;${email}\n`), {
    membership: 'season',
    seasonId: club.season.id,
  })
  const checked = await check(list)
  await app.database.sql(`update club_people set left_on = '2026-01-01', left_reason = 'deceased' where org_id = $1`, [
    club.id,
  ])
  const gone = `club_people where org_id = $1 and left_reason = 'deceased' and not exists (select from membership_terms terms where terms.org_id = $1)`
  expect(await run(checked)).toMatchObject({ state: 'done', counts: { done: 1, memberships: 0 } })
  expect(await count(gone)).toBe(1)
  const again = await check(await upload(`Navn;E-mail\nAsta Lind;${email}\n`))
  expect(again.counts).toMatchObject({ unsure: 1, left: 1 })
  await app.call(imports.choose, { ...of(again), row: 2, choice: 'same' }, as())
  await run(await show(again))
  expect(await count(gone)).toBe(0)
})

test('an unpaid season whose hold has run out does not stop an import that gives it', async () => {
  await prepare(app, anna!, [{ memberId: anna!.memberId, season: club.season }])
  await app.database.sql(`update membership_terms set reserved_until = portal_now() where org_id = $1`, [club.id])
  const [{ name }] = (await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) values ($1, $2, '2020-01-01', 'added')
     returning (select first_name || ' ' || last_name from members where id = member_id) as name`,
    [club.id, anna!.memberId],
  )) as [{ name: string }]
  const list = await choose(await upload(`Navn;E-mail;Hold\n${name};anna@example.com;A\n`), {
    membership: 'season',
    seasonId: club.season.id,
  })
  expect(await run(await check(list))).toMatchObject({ state: 'done', counts: { memberships: 1 } })
})

test('whoever gets a Danish post code lives in Denmark, where the file has no country', async () => {
  await imported(`Navn;Adresse;Postnr;By\nAsta Lind;Havnevej 1;4000;Roskilde\nBjarke Lind;Hamngatan 1;123 45;Malmö\n`)
  const email = address('selma')
  await imported(`Navn;E-mail\nSelma Lind;${email}\n`)
  const moved = await imported(`Navn;E-mail;Adresse;Postnr;By\nSelma Lind;${email};Havnevej 1;4000;Roskilde\n`)
  const countries = async () =>
    (
      await app.database.sql<{ country: string }>(
        `select country from club_people join members on members.id = member_id where org_id = $1 order by number`,
        [club.id],
      )
    ).map(({ country }) => country)
  expect(await countries()).toEqual(['Denmark', '', 'Denmark'])
  expect(await undo(moved)).toMatchObject({ state: 'undone', counts: { undone: 1, kept: 0 } })
  expect(await countries()).toEqual(['Denmark', '', ''])
})

test('of somebody with a sign-in the import changes only what is the club’s own', async () => {
  await buy(app, anna!, club)
  const [own] = await register()
  const { name, email, phone } = own as { name: string; email: string; phone: string }
  const done = await imported(`Navn;E-mail;Telefon;Hold\n${name};${email};99887766;Hold A\n`)
  expect(done.counts).toMatchObject({ added: 0, changed: 1 })
  expect(await register()).toMatchObject([{ name, phone, tags: ['Hold A'], managed: false }])
})

test('nobody outside the register is joined to it by their address, whatever their name', async () => {
  const outsider = async (email: string) => {
    const id = newId()
    await app.database.sql(
      `insert into members (id, first_name, last_name, email, phone) values ($1, 'Asta', 'Lind', $2, '20112233')`,
      [id, email],
    )
    return id
  }
  const [known, disabled, late] = ['known', 'disabled', 'late'].map(address)
  await outsider(known!)
  await imported(`Navn;E-mail\nAsta Lind;${disabled}\n`)
  await app.database.sql('update members set enabled = false where email = $1', [disabled])
  const answer = async (name: string, email: string) => {
    const [row] = await rowsOf(await check(await upload(`Navn;E-mail\n${name};${email}\n`)))
    return [row!.verdict, row!.errors]
  }
  const taken = ['error', [{ column: 1, fault: 'email_taken' }]]
  for (const email of [known!, disabled!])
    for (const name of ['Asta Lind', 'Bo Berg']) expect(await answer(name, email)).toEqual(taken)

  const checked = await check(await upload(`Navn;E-mail\nAsta Lind;${late}\n`))
  const id = await outsider(late!)
  const done = await run(checked)
  expect(done.counts).toMatchObject({ added: 1 })
  const [added] = await rowsOf(done)
  expect(added!.memberId).not.toBe(id)
  expect(await register()).toMatchObject([{ email: disabled }, { name: 'Asta Lind', email: null, phone: '' }])
})

test('two rows that are one person become one, and are taken back together', async () => {
  const email = address('otto')
  const checked = await check(await upload(`Navn;E-mail;Hold\nOtto Refs;${email};A\nOTTO REFS;${email};B\n`))
  expect(checked.counts).toMatchObject({ new: 1, unsure: 1, left: 1 })
  await app.call(imports.choose, { ...of(checked), row: 3, choice: 'same' }, as())
  const done = await run(await show(checked))
  expect(await register()).toMatchObject([{ name: 'Otto Refs', tags: ['A', 'B'] }])
  expect(done.counts).toMatchObject({ invitable: 1 })
  expect(await undo(done)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 } })
  expect(await register()).toEqual([])
})

test('somebody whom two rows of a list have changed is as before once it is taken back', async () => {
  const email = address('otto')
  await imported(`Navn;E-mail;Telefon;By\nOtto Refs;${email};20112233;Hobro\n`)
  const before = await register()
  const city = () => app.database.sql('select city from members where email = $1', [email])
  const checked = await check(
    await upload(`Navn;E-mail;Telefon;By;Hold\nOtto Refs;${email};20112244;;A\nOtto Refs;${email};20112255;Skive;B\n`),
  )
  for (const { row, verdict } of await rowsOf(checked))
    if (verdict === 'unsure') await app.call(imports.choose, { ...of(checked), row, choice: 'same' }, as())
  const done = await run(await show(checked))
  expect(await register()).toMatchObject([{ phone: '20112255', tags: ['A', 'B'] }])
  expect(await undo(done)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 } })
  expect([await register(), await city()]).toEqual([before, [{ city: 'Hobro' }]])
})

test('another person with a taken address is added without it; a skipped one is not', async () => {
  const email = address('familie')
  await imported(`Navn;E-mail\nAsta Lind;${email}\n`)
  const checked = await check(await upload(`Navn;E-mail\nBjarke Lind;${email}\nSelma Lind;${email}\n`))
  expect(checked.counts).toMatchObject({ unsure: 1, new: 1 })
  await app.call(imports.choose, { ...of(checked), row: 2, choice: 'other' }, as())
  await run(await show(checked))
  expect(await register()).toMatchObject([
    { name: 'Asta Lind', email },
    { name: 'Bjarke Lind', email: null },
    { name: 'Selma Lind', email: null },
  ])
})

test('what something new hangs on stays, row by row, with the reason', async () => {
  const emails = ['a', 'b', 'c', 'd'].map(address)
  const done = await imported(`Navn;E-mail\n${emails.map((email, at) => `Nr ${'ABCD'[at]};${email}`).join('\n')}\n`)
  const rows = await rowsOf(done)
  const idOf = (at: number) => rows[at]!.memberId!
  await app.database.sql(
    `update members set phone = '1', update_date = portal_now() + interval '1 second' where id = $1`,
    [idOf(0)],
  )
  await app.database.sql(`insert into member_identities (issuer, subject, member_id) values ('test', $1, $2)`, [
    newId(),
    idOf(1),
  ])
  // Their membership was bought by somebody else.
  await app.database.sql('update members set parent_id = $1 where id = $2', [anna!.memberId, idOf(2)])
  const partly = await undo(done)
  expect(partly).toMatchObject({ state: 'done', counts: { undone: 1, kept: 3 } })
  expect((await rowsOf(partly, 'kept')).map(({ kept }) => kept)).toEqual(['changed', 'signed_in', 'in_use'])
  await app.database.sql('update members set parent_id = null where id = $1', [idOf(2)])
  expect(await undo(await show(done), [rows[2]!.row])).toMatchObject({ counts: { undone: 2, kept: 2 } })
})

test('after 30 days an import can no longer be taken back', async () => {
  const done = await imported(`Navn\nAsta Lind\n`)
  await app.database.sql(`update imports set undo_until = portal_now() - interval '1 second' where id = $1`, [done.id])
  expect((await show(done)).can.undo).toBe(false)
  expect(await codeOf(app.call(imports.undo, seen(done), as()))).toBe('import_not_now')
})

test('the same list twice at once: one runs, the other waits its turn and adds nobody twice', async () => {
  const list = `Navn;Født\nAsta Lind;01-02-2003\nBjarke Lind;02-02-2003\n`
  const [one, other] = [await check(await upload(list)), await check(await upload(list))]
  expect([one.counts.new, other.counts.new]).toEqual([2, 2])
  const started = await Promise.allSettled([one, other].map((each) => app.call(imports.run, seen(each), as())))
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await app.runJobs()
  const waiting = started[0]!.status === 'rejected' ? one : other
  expect(await run(waiting)).toMatchObject({ state: 'done', counts: { added: 0, done: 2 } })
  expect(await register()).toHaveLength(2)
})

test('a choice of a field that is renamed after the check has its new text when the import runs', async () => {
  const label = { da: 'Skab' }
  const typed = { orgId: club.id, label, options: [{ da: 'Nord' }, { da: 'Syd' }] }
  const field = await app.call(clubRegister.addField, { ...typed, kind: 'choice' }, as())
  const draft = await upload('Fornavn;Efternavn;Skab\nAnna;Holm;Syd\nBo;Holm;Nord\n')
  const columns = ['firstName', 'lastName', `field:${field.id}`]
  const checked = await check(await app.call(imports.saveColumns, { ...seen(draft), columns }, as()))
  const options = [{ da: 'Nord' }, { da: 'Sydøst' }]
  await app.call(clubRegister.saveField, { ...typed, options, fieldId: field.id, version: 1, archived: false }, as())
  await run(checked)
  const saved = await app.database.sql<{ locker: string }>(
    `select fields ->> $2 as locker from club_people where org_id = $1 order by number`,
    [club.id, field.id],
  )
  expect(saved.map(({ locker }) => locker)).toEqual(['Sydøst', 'Nord'])
})

test('columns and choices that make no sense are refused beside their field, and another version is shown', async () => {
  const draft = await upload('Navn;Telefon;Mobil\nAsta Lind;1;2\n')
  const save = (columns: string[]) => faults(app.call(imports.saveColumns, { ...seen(draft), columns }, as()))
  expect(await save(['fullName', 'phone', 'phone'])).toEqual(['columns.2 column_twice'])
  expect(await save(['', 'phone', ''])).toEqual(['columns column_name_missing'])
  expect(await save(['fullName', `field:${newId()}`, ''])).toEqual(['columns.1 column_unknown'])
  expect(await save(['fullName'])).toEqual(['columns columns_differ'])
  expect(await faults(choose(draft, { membership: 'column' }))).toEqual([
    'choices.membership membership_column_missing',
  ])
  expect(await faults(choose(draft, { membership: 'season', seasonId: newId() }))).toEqual([
    'choices.seasonId season_missing',
  ])
  const saved = await choose(draft, { tags: ['A'] })
  expect(await codeOf(choose(draft, { tags: ['B'] }))).toBe('changed_meanwhile')
  expect(await codeOf(app.call(imports.run, seen(saved), as()))).toBe('import_not_now')
  await app.call(imports.discard, seen(saved), as())
  expect(await codeOf(show(draft))).toBe('import_not_found')
})

test('an import is the club’s own, for whoever may change its members', async () => {
  const draft = await upload('Navn\nAsta Lind\n')
  const other = await buildClub(app)
  expect(await codeOf(app.call(imports.show, { orgId: other.id, importId: draft.id }, as()))).toBe('import_not_found')
  await grantOffice(app, club, bo!, ['event_manager'])
  expect(await codeOf(app.call(imports.check, seen(draft), as(bo)))).toBe('forbidden')
})

test('CPR numbers are nowhere in the database, and too large a file is refused before it is read', async () => {
  const draft = await upload('Navn;CPR\nAsta Lind;150204-4000\n', '150204-4000.csv')
  expect(draft).toMatchObject({ cutNumbers: 1, fileName: '15-02-2004.csv' })
  const checked = await check(draft)
  const [row] = await rowsOf(checked)
  await app.call(imports.fixRow, { ...of(checked), row: row!.row, cells: [{ column: 1, value: '160204-4000' }] }, as())
  const stored = await app.database.sql(
    'select imports::text || import_rows::text as text from imports join import_rows on import_id = id where id = $1',
    [draft.id],
  )
  expect(JSON.stringify(stored)).not.toMatch(/\d{6}-?4000/)
  expect(await codeOf(upload(new Uint8Array(5_000_001)))).toBe('payload_too_large')
})

test('invitations wait a minute, can be stopped, and reach everybody once who has an address and no sign-in', async () => {
  const emails = [address('a'), address('b')]
  const done = await imported(`Navn;E-mail\nAsta Lind;${emails[0]}\nBjarke Berg;${emails[1]}\nSelma Skov;\n`)
  await app.database.sql(
    `update club_people set left_on = (portal_now() + interval '9 days')::date where org_id = $1 and number = 1`,
    [club.id],
  )
  expect((await show(done)).counts).toMatchObject({ invitable: 2, invited: 0 })
  expect(await app.call(imports.invitePreview, of(done), as())).toMatchObject({ people: 2 })
  await app.call(imports.invite, of(done), as())
  const [waiting] = await app.call(delayedActions.list, { orgId: club.id }, as())
  expect(waiting).toMatchObject({ kind: 'invite', thingId: done.id, label: 'members.csv', can: { stop: true } })
  await app.call(imports.stopInvite, { orgId: club.id, actionId: waiting!.id }, as())
  await app.call(imports.invite, of(done), as())
  await carryOut(app)
  await app.runJobs()
  expect((await show(done)).counts).toMatchObject({ invitable: 0, invited: 2 })
  for (const email of emails) {
    const mails = await mailsTo(app, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('/claim-account?token=')
  }
  expect(await codeOf(app.call(imports.invite, of(done), as()))).toBe('import_not_now')
  // Nobody signed in yet: it can still be taken back.
  expect(await undo(done)).toMatchObject({ state: 'undone' })
})

test('an address that had enough mails from strangers today is invited to nothing more', async () => {
  const emails = [address('a'), address('b')]
  for (let mail = 0; mail < 5; mail++) await countMailToStranger(app.context.db, emails[0]!)
  const done = await imported(`Navn;E-mail\nAsta Lind;${emails[0]}\nBjarke Berg;${emails[1]}\n`)
  await app.call(imports.invite, of(done), as())
  await carryOut(app)
  await app.runJobs()
  expect([(await mailsTo(app, emails[0]!)).length, (await mailsTo(app, emails[1]!)).length]).toEqual([0, 1])
})

test('families are proposed by guardian, address and home, and linked only when somebody says so', async () => {
  const email = address('anna')
  const done = await imported(
    `Navn;Født;E-mail;Adresse;Postnr.;Forælder\nAsta Lind;01-02-1980;${email};Havnegade 1;8000;\nSelma Lind;01-02-2015;;Havnegade 1;8000;\nStorm Skov;01-02-2016;;;;Asta Lind\nIda Lind;01-02-2017;${email};;;\nYrsa Berg;01-02-2015;;Havnegade 1;8000;\n`,
  )
  const [household, ...more] = await app.call(imports.households, of(done), as())
  expect(more).toEqual([])
  expect(household!.guardian.name).toBe('Asta Lind')
  expect(household!.children.map(({ name }) => name)).toEqual(['Selma Lind', 'Storm Skov', 'Ida Lind'])
  expect(
    await count(
      'members children join club_people people on people.member_id = children.id where org_id = $1 and parent_id is not null',
    ),
  ).toBe(0)
  const childIds = household!.children.map(({ memberId }) => memberId)
  const link = (guardianId: string, ids: string[]) =>
    app.call(imports.linkHousehold, { ...of(done), guardianId, childIds: ids }, as())
  expect(await codeOf(link(anna!.memberId, childIds))).toBe('import_not_now')
  await link(household!.guardian.memberId, childIds.slice(0, 2))
  expect((await app.call(imports.households, of(done), as()))[0]!.children.map(({ name }) => name)).toEqual([
    'Ida Lind',
  ])
})

test('a guardian whom an earlier list brought is found by their e-mail address', async () => {
  const email = address('asta')
  await imported(`Navn;E-mail\nAsta Lind;${email}\nBo Berg;${address('bo')}\n`)
  const done = await imported(
    `Navn;Født;Forælder e-mail\nSelma Skov;01-02-2015;${email}\nIda Skov;01-02-2016;ida@else.where\n`,
  )
  const found = () => app.call(imports.households, of(done), as())
  const [{ guardian, children } = { guardian: null, children: [] }, ...more] = await found()
  expect([guardian?.name, children.map(({ name }) => name), more]).toEqual(['Asta Lind', ['Selma Skov'], []])
  const childIds = children.map(({ memberId }) => memberId)
  await app.call(imports.linkHousehold, { ...of(done), guardianId: guardian!.memberId, childIds }, as())
  expect(await found()).toEqual([])
})
