import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { officeHistory } from '#contract/audit/history.ts'
import { exports } from '#contract/exports.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { newId } from '#server/database/new-id.ts'
import {
  buildClub,
  buildParticipant,
  fillRegisters,
  signedIn,
  type Club,
  type Person,
} from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { readExport } from '#server/testing/files/read-export.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { buyFor, refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { setAttempts } from '#server/database/job-tables.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { exportSchedule } from './index.ts'

let app: TestApp
let club: Club
let other: Club
let admin: Person
let foreign: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  other = await buildClub(app, { key: 'TENNIS' })
  admin = await signedIn(app, 'admin@roklub.example')
  foreign = await signedIn(app, 'admin@tennis.example')
  await members(club, [
    ['Anna', 'Holm', '1986-02-03'],
    ['=HYPERLINK("http://evil.example")', '@Sum', null],
    ['Bo; "den store"', 'Bech, jr.', '2000-12-31'],
  ])
})
beforeEach(() => app.database.sql('truncate rate_windows, exports'))

async function members(of: Club, people: readonly (readonly [string, string, string | null])[]): Promise<string[]> {
  const ids: string[] = []
  for (const [first, last, born] of people) {
    const id = newId()
    ids.push(id)
    await app.database.sql('insert into members (id, first_name, last_name, date_of_birth) values ($1, $2, $3, $4)', [
      id,
      first,
      last,
      born,
    ])
    const membership = newId()
    await app.database.sql('insert into memberships (id, org_id, member_id, enabled) values ($1, $2, $3, true)', [
      membership,
      of.id,
      id,
    ])
    await app.database.sql(
      `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
       values ($1, $2, $3, $4, $5, 2026, $6, $7, 'active')`,
      [newId(), membership, of.id, id, of.season.id, of.season.startDate, of.season.endDate],
    )
  }
  await fillRegisters(app)
  return ids
}

const danish = { 'accept-language': 'da' }
const begin = (more: Record<string, unknown> = {}, as = admin.token, orgId = club.id) =>
  app.call(exports.members, { orgId, format: 'csv', all: true, ...more } as never, { as, headers: danish })
const state = (exportId: string, as = admin.token, orgId = club.id) =>
  app.call(exports.membersState, { orgId, exportId }, { as })
const fetchFile = (exportId: string, as = admin.token, orgId = club.id) =>
  app.call(exports.membersFile, { orgId, exportId }, { as })

test('a short list is a file at once, as Danish spreadsheets read it, and no cell is a formula', async () => {
  const made = await begin({ filter: JSON.stringify({ field: 'status', op: 'any_of', values: ['active'] }) })
  expect(made).toMatchObject({
    state: 'ready',
    total: 3,
    done: 3,
    fileName: expect.stringMatching(/^medlemmer-.*\.csv$/),
  })
  const file = await fetchFile(made.id)
  const text = Buffer.from(file.bytes).toString()
  expect(text.startsWith('\uFEFFFornavn;Efternavn;Køn;Fødselsdato;Alder;Status')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.example""\)";'@Sum;;;;Aktivt;/)
  expect(lines[2]).toMatch(/^Anna;Holm;;1986-02-03;\d+;Aktivt;\d{4}-12-31;Adult \d{4};/)
  expect(lines[3]).toMatch(/^"Bo; ""den store""";"Bech, jr\.";;2000-12-31;/)
})

test('chosen people only, and nobody of another club among them', async () => {
  const [thor] = await members(other, [['Thor', 'Tennis', null]])
  const [anna] = await app.database.sql<{ id: string }>(`select id from members where first_name = 'Anna'`)
  const made = await begin({ ids: [anna!.id, thor!] })
  expect(made.total).toBe(1)
  expect(Buffer.from((await fetchFile(made.id)).bytes).toString()).not.toContain('Thor')
})

test('a spreadsheet has texts, numbers and days in its cells, and a formula is a text', async () => {
  const made = await begin({ format: 'xlsx' })
  const { bytes } = await fetchFile(made.id)
  const { sheet, rows } = readExport('xlsx', bytes)
  expect(sheet).toBe('medlemmer')
  const [head, ...people] = rows
  expect(head!.slice(0, 4)).toEqual(['Fornavn', 'Efternavn', 'Køn', 'Fødselsdato'])
  const anna = people.find(([first]) => first === 'Anna')!
  expect([anna[3], anna[5]]).toEqual([new Date('1986-02-03T00:00Z'), 'Aktivt'])
  expect(anna[4]).toBeGreaterThan(39)
  expect(people.map(([first]) => first)).toContain('=HYPERLINK("http://evil.example")')
})

test('fields of the club are numbers, days and words of the reader in a spreadsheet', async () => {
  const fields = [
    ['number', '{"da": "Handicap"}', '[]', 12.5],
    ['date', '{"da": "Lægetjek"}', '[]', '2026-03-01'],
    ['choice', '{"da": "Trøje", "en": "Shirt"}', '[{"da": "Rød", "en": "Red"}]', 'Rød'],
    ['yes_no', '{"da": "Foto", "en": "Photo"}', '[]', true],
  ] as const
  const [anna] = await app.database.sql<{ id: string }>(`select id from members where first_name = 'Anna'`)
  for (const [at, [kind, label, options, value]] of fields.entries()) {
    const id = newId()
    await app.database.sql(
      `insert into club_fields (id, org_id, label, kind, options, who_sees, position) values ($1, $2, $3, $4, $5, 'office', $6)`,
      [id, club.id, label, kind, options, at],
    )
    await app.database.sql(
      'update club_people set fields = fields || jsonb_build_object($2::text, $3::jsonb) where member_id = $1',
      [anna!.id, id, JSON.stringify(value)],
    )
  }
  const query = { orgId: club.id, format: 'xlsx' as const, ids: [anna!.id] }
  const made = await app.call(exports.members, query, { as: admin.token, headers: { 'accept-language': 'en' } })
  const [head, row] = readExport('xlsx', (await fetchFile(made.id)).bytes).rows
  expect(head!.slice(-4)).toEqual(['Handicap', 'Lægetjek', 'Shirt', 'Photo'])
  expect(row!.slice(-4)).toEqual([12.5, new Date('2026-03-01T00:00Z'), 'Red', 'yes'])
  await app.database.sql('delete from club_fields where org_id = $1', [club.id])
})

test('the file is for the office of its club, and for nobody whose right ended', async () => {
  const made = await begin()
  expect(await codeOf(fetchFile(made.id, foreign.token))).toBe('forbidden')
  expect(await codeOf(fetchFile(made.id, foreign.token, other.id))).toBe('not_found')
  expect(await codeOf(state(made.id, foreign.token, other.id))).toBe('not_found')
  const secretary = await signedIn(app, 'bo@example.com')
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{secretary}', $4)`,
    [newId(), club.id, secretary.memberId, admin.memberId],
  )
  const own = await begin({}, secretary.token)
  expect(await codeOf(fetchFile(own.id, secretary.token))).toBe('ok')
  await app.database.sql('delete from office_grants where member_id = $1', [secretary.memberId])
  expect(await codeOf(fetchFile(own.id, secretary.token))).toBe('forbidden')
  expect(await codeOf(state(own.id, secretary.token))).toBe('forbidden')
})

test("each creation and each download is in the club's history", async () => {
  const made = await begin()
  await fetchFile(made.id)
  await fetchFile(made.id)
  const rows = await app.database.sql<{ name: string }>(
    'select name from office_history where thing_id = $1 order by id',
    [made.id],
  )
  expect(rows.map(({ name }) => name)).toEqual(['export_created', 'export_downloaded', 'export_downloaded'])
})

/** At night as many as a large club has. */
const MANY = inject('nightly') ? 20_000 : 5_200

test('a long list is written in the background, anew after an interruption, and shows how far it is', async () => {
  await crowd(MANY)
  const made = await begin()
  expect(made).toMatchObject({ state: 'running', done: 0, total: MANY + 3 })
  expect(await codeOf(fetchFile(made.id))).toBe('not_found')
  // As if a worker had died half way.
  await app.database.sql('update exports set done = 2000 where id = $1', [made.id])
  expect(await state(made.id)).toMatchObject({ state: 'running', done: 2000 })
  const seen = new Set<number>()
  const written = app.runJobs()
  const look = async () => {
    const { state: is, done } = await state(made.id)
    seen.add(done)
    return is
  }
  await expect.poll(look, { interval: 40 }).toBe('ready')
  await written
  expect([...seen].at(-1)).toBe(MANY + 3)
  expect(seen.size).toBeGreaterThan(2)
  const lines = Buffer.from((await fetchFile(made.id)).bytes)
    .toString()
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(MANY + 4)
  const [entry] = await app.database.sql(
    `select after ->> 'rows' as rows from office_history where thing_id = $1 and name = 'export_created'`,
    [made.id],
  )
  expect(entry).toEqual({ rows: String(MANY + 3) })
  expect(new Set(lines).size).toBe(MANY + 4)
})

test('it is deleted after a day, and not found before that', async () => {
  const made = await begin()
  await app.database.sql(`update exports set created_at = portal_now() - interval '25 hours'`)
  expect(await codeOf(fetchFile(made.id))).toBe('not_found')

  await exportSchedule(app.context)[0]!.run()
  expect(await app.database.sql('select 1 from exports')).toEqual([])
})

test('one that no worker writes any more is given up', async () => {
  const made = await begin()
  await app.database.sql(
    `update exports set ready_at = null, bytes = null, created_at = portal_now() - interval '3 hours'`,
  )
  const key = `export ${made.id}`
  await app.database.sql(
    `select graphile_worker.add_job('exports.write', run_at => now() + interval '1 day', max_attempts => 1, job_key => $1)`,
    [key],
  )
  await exportSchedule(app.context)[0]!.run()
  expect(await state(made.id)).toMatchObject({ state: 'running' })
  // Its worker died.
  await app.database.sql(setAttempts, [key, 1, '0'])
  await exportSchedule(app.context)[0]!.run()
  expect(await state(made.id)).toMatchObject({ state: 'failed' })
  await app.database.sql('select graphile_worker.remove_job($1)', [key])
})

test('a club exports 200 lists in a day at most', async () => {
  await app.database.sql(
    `insert into exports (id, org_id, created_by, list, format, language, query, total)
     select portal_new_id(), $1, $2, 'members', 'csv', 'da', '{}', 0 from generate_series(1, 199)`,
    [club.id, admin.memberId],
  )
  const codes = await Promise.all([codeOf(begin()), codeOf(begin())])
  expect(codes.toSorted()).toEqual(['ok', 'too_many_exports'])
})

/** Many members, in a few statements. */
async function crowd(count: number): Promise<void> {
  await app.database.sql(
    `insert into members (id, first_name, last_name) select portal_new_id(), 'Crowd', n::text from generate_series(1, $1::int) n`,
    [count],
  )
  await app.database.sql(
    `insert into memberships (id, org_id, member_id, enabled)
     select portal_new_id(), $1, id, true from members where first_name = 'Crowd'`,
    [club.id],
  )
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), held.id, org_id, member_id, $2, 2026, $3, $4, 'active'
     from memberships held join members on members.id = member_id where org_id = $1 and first_name = 'Crowd'`,
    [club.id, club.season.id, club.season.startDate, club.season.endDate],
  )
  await fillRegisters(app)
  // As autovacuum does a moment later.
  await app.database.sql('analyze members, memberships, membership_terms, club_people')
}

test('payments and refunds are rows with their own days, and those of any period add up to what came in and went back', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const child = await buildParticipant(app, anna, 'Alma')
  await buyFor(app, anna, [anna.memberId, child], club.season)
  const order = await newestOrder(app, admin, club)
  await refundLines(app, admin, { orgId: club.id, order }, [0])
  await app.runJobs({ all: true })
  const event = await buildEvent(app, club)
  const categoryId = event.categories['adult']!.id
  const inEvent = { orgId: club.id, eventId: event.id }
  const byHand = {
    ...inEvent,
    memberId: anna.memberId,
    categoryId,
    method: 'cash',
    amount: 12_500,
    reason: 'At the door',
  } as const
  await app.call(officeRegistrations.add, byHand, { as: admin.token })
  await buyPlaces(app, anna, event, [{ memberId: child, event, category: 'adult' }])
  // The sale in June, its refund in July, the cash in August, refunded in September.
  await app.database.sql(`update orders set paid_at = '2026-06-30 23:30+02' where id = $1`, [order.id])
  await app.database.sql(`update payments set captured_at = '2026-06-30 23:30+02' where order_id = $1`, [order.id])
  await app.database.sql(`update refunds set done_at = '2026-07-01 00:30+02' where order_id = $1`, [order.id])
  await app.database.sql(
    `update orders set paid_at = '2026-08-03' where id = (select order_id from event_entries where hand_amount > 0)`,
  )
  await app.database.sql(
    `update event_entries set status = 'cancelled', hand_returned_at = '2026-09-03' where hand_amount > 0`,
  )
  const rowsOf = async (query: object) => {
    await app.database.sql('delete from rate_windows')
    const made = await app.call(
      exports.payments,
      { orgId: club.id, format: 'xlsx', all: true, ...query },
      { as: admin.token, headers: danish },
    )
    const { bytes } = await app.call(exports.paymentsFile, { orgId: club.id, exportId: made.id }, { as: admin.token })
    const [head, ...rows] = readExport('xlsx', bytes).rows
    expect(made.total).toBe(rows.length)
    return rows.map((row) => Object.fromEntries(head!.map((title, at) => [title, row[at] ?? null])))
  }
  const paidBetween = (from: string, to: string) => ({
    filter: JSON.stringify({ field: 'paid', op: 'between', from, to }),
  })
  const sumOf = (rows: readonly Record<string, unknown>[]) => rows.reduce((sum, row) => sum + Number(row['Beløb']), 0)

  // By day a few periods that cut between them, at night every one.
  const days = ['2026-01-01', '2026-06-30', '2026-07-01', '2026-08-03', '2026-09-03', '2030-12-31']
  const periods = inject('nightly')
    ? days.flatMap((from) => days.filter((to) => to >= from).map((to) => [from, to] as const))
    : ([days.slice(0, 2), days.slice(1, 3), days.slice(2, 4), [days[0], days[5]]] as [string, string][])
  for (const [from, to] of periods) {
    const [ledger] = await app.database.sql<{ sum: number }>(
      `select sum(amount)::int as sum from (
         select amount, captured_at as at from payments where status = 'captured' and org_id = $1
         union all select -amount, done_at from refunds where status = 'done' and org_id = $1) moved
       where (at at time zone 'Europe/Copenhagen')::date between $2 and $3`,
      [club.id, from, to],
    )
    expect(sumOf(await rowsOf(paidBetween(from, to))), `${from} to ${to}`).toBe((ledger!.sum ?? 0) / 100)
  }

  const [refund, ...more] = await rowsOf(paidBetween('2026-07-01', '2026-07-31'))
  expect(more).toEqual([])
  expect(refund).toMatchObject({
    Dato: new Date('2026-07-01T00:00Z'),
    Postering: 'refundering',
    Kreditnota: expect.stringMatching(/^\d{4}-\d{5}$/),
    'Kvitteringsnr.': expect.stringMatching(/^\d{4}-\d{5}$/),
    Ordre: order.number,
    'Betalt med': 'kort',
    'Heraf moms': -175,
    Beløb: -885,
  })
  const refunded = await rowsOf({ filter: JSON.stringify({ field: 'refunded', op: 'from', value: 1 }) })
  // The two lines and the refund, and what was taken and refunded by hand.
  expect(sumOf(refunded)).toBe(885)
  expect(refunded).toHaveLength(5)
  expect(await rowsOf(paidBetween('2026-08-01', '2026-08-31'))).toMatchObject([
    { 'Betalt med': 'kontant', Kategori: 'adult', Beløb: null, 'Uden om portalen': 125 },
  ])
  expect(await rowsOf(paidBetween('2026-09-01', '2026-09-30'))).toMatchObject([
    { Postering: 'refundering', Beløb: null, 'Uden om portalen': -125 },
  ])
  const chosen = await app.call(
    exports.payments,
    { orgId: club.id, format: 'csv', ids: [order.id] },
    { as: admin.token, headers: danish },
  )
  const { bytes } = await app.call(exports.paymentsFile, { orgId: club.id, exportId: chosen.id }, { as: admin.token })
  expect(readExport('csv', bytes).rows).toHaveLength(4)
  // The file of one list is not fetched as that of another.
  expect(await codeOf(fetchFile(chosen.id))).toBe('not_found')
})

test("registrations have everybody's e-mail and phone, and the buyer's, and moments by the event's clock", async () => {
  const anna = await signedIn(app, 'anna@example.com')
  const child = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(`update members set phone = '+4520304050', post_code = '0800' where id = $1`, [anna.memberId])
  const event = await buildEvent(app, club, { timeZone: 'America/New_York' })
  const lines = [anna.memberId, child].map((memberId) => ({ memberId, event, category: 'adult' }))
  await buyPlaces(app, anna, event, lines)
  await app.database.sql(`update event_entries set created_at = '2026-07-01T02:05Z' where event_id = $1`, [event.id])
  for (const format of ['csv', 'xlsx'] as const) {
    const input = { orgId: club.id, eventId: event.id, format, all: true } as const
    const made = await app.call(exports.registrations, input, { as: admin.token, headers: danish })
    const one = { orgId: club.id, exportId: made.id }
    const { bytes } = await app.call(exports.registrationsFile, one, { as: admin.token })
    const [head, ...rows] = readExport(format, bytes).rows
    const of = (name: string, title: string) => rows.find(([who]) => who === name)![head!.indexOf(title)]
    expect([of('Anna Holm', 'Mail'), of('Anna Holm', 'Telefon')]).toEqual(['anna@example.com', '+4520304050'])
    expect(of('Alma Holm', 'Købers mail')).toBe('anna@example.com')
    expect(of('Anna Holm', 'Købt den')).toEqual(format === 'csv' ? '2026-06-30 22:05' : new Date('2026-06-30T22:05Z'))
  }
})

test('the history is exported in sentences, and only by whoever reads it', async () => {
  const begun = (as: string) => app.call(exports.history, { orgId: club.id, format: 'csv' }, { as, headers: danish })
  const [anna] = await app.database.sql<{ id: string }>(`select id from members where first_name = 'Anna'`)
  await begin({ ids: [anna!.id] })
  const made = await begun(admin.token)
  const file = await app.call(exports.historyFile, { orgId: club.id, exportId: made.id }, { as: admin.token })
  const lines = Buffer.from(file.bytes).toString().slice(1).trim().split('\r\n')
  expect(lines[0]).toBe('Hvornår;Hvem;Hvad;Før;Efter;Begrundelse')
  expect(lines[1]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d;Rikke Bach;[^;]*medlemmer-[^;]*\.csv[^;]*;;"Liste: medlemmer; Rækker: [\d.]+; Format: csv"/,
  )
  const treasurer = await signedIn(app, 'erik@example.com')
  await grantOffice(app, club, treasurer, ['treasurer'])
  await app.database.sql(
    `insert into office_history (id, org_id, actor_id, name, thing, label) values ($1, $2, $3, 'thread_answered', 'thread', 'A boat')`,
    [newId(), club.id, admin.memberId],
  )
  const fetched = async (exportId: string, as: string) =>
    Buffer.from((await app.call(exports.historyFile, { orgId: club.id, exportId }, { as })).bytes).toString()
  const withThreads = await begun(admin.token)
  expect(await fetched(withThreads.id, admin.token)).toContain('A boat')
  expect(await codeOf(fetched(withThreads.id, treasurer.token))).toBe('not_found')
  const theirs = await begun(treasurer.token)
  expect(await fetched(theirs.id, treasurer.token)).not.toContain('A boat')
  const door = await signedIn(app, 'dan@example.com')
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{door}', $4)`,
    [newId(), club.id, door.memberId, admin.memberId],
  )
  expect(await codeOf(begun(door.token))).toBe('forbidden')
})

test('the export of a long history counts all of it, while its page stops at 10,000', async () => {
  await app.database.sql(
    `insert into office_history (id, org_id, actor_id, name, thing, label)
     select portal_new_id(), $1, $2, 'thread_answered', 'thread', 'A boat' from generate_series(1, 10050)`,
    [other.id, foreign.memberId],
  )
  const as = { as: foreign.token }
  expect((await app.call(officeHistory.list, { orgId: other.id }, as)).total).toBe(10_000)
  const { total } = await app.call(exports.history, { orgId: other.id, format: 'csv' }, as)
  expect(total).toBeGreaterThanOrEqual(10_050)
})

test('an office sees what it exported in the last day, and only the lists that it may read', async () => {
  const filter = { field: 'status', op: 'any_of', values: ['active'] }
  const [anna] = await app.database.sql<{ id: string }>(`select id from members where first_name = 'Anna'`)
  const old = await begin()
  await app.database.sql(`update exports set created_at = created_at - interval '25 hours' where id = $1`, [old.id])
  const first = await begin({ filter: JSON.stringify(filter), search: 'holm' })
  const second = await begin({ ids: [anna!.id], format: 'xlsx' })
  const secretary = await signedIn(app, 'bo@example.com')
  await grantOffice(app, club, secretary, ['secretary'])
  const inClub = { orgId: club.id }
  const seen = await app.call(exports.membersEarlier, inClub, { as: secretary.token })
  expect(seen).toMatchObject([
    { id: second.id, format: 'xlsx', total: 1, which: { chosen: 1 }, by: { id: admin.memberId } },
    { id: first.id, state: 'ready', which: { search: 'holm' } },
  ])
  expect(JSON.parse(seen[1]!.which.filter!)).toEqual(filter)
  const { bytes } = await fetchFile(seen[1]!.id, secretary.token)
  expect(seen[1]!.bytes).toBe(bytes.byteLength)
  const debtors = await begin({ filter: JSON.stringify({ not: { field: 'owes', op: 'any_of', values: ['none'] } }) })
  expect(await app.call(exports.membersEarlier, inClub, { as: secretary.token })).toEqual(seen)
  expect(await codeOf(state(debtors.id, secretary.token))).toBe('not_found')
  expect(await codeOf(fetchFile(debtors.id, secretary.token))).toBe('not_found')
  expect((await app.call(exports.membersEarlier, inClub, { as: admin.token }))[0]!.id).toBe(debtors.id)
  expect(await codeOf(app.call(exports.paymentsEarlier, inClub, { as: secretary.token }))).toBe('forbidden')
  expect(await codeOf(app.call(exports.membersEarlier, inClub, { as: foreign.token }))).toBe('forbidden')
  expect(await app.call(exports.membersEarlier, { orgId: other.id }, { as: foreign.token })).toEqual([])
  expect(await app.call(exports.historyEarlier, inClub, { as: secretary.token })).toEqual([])
})
