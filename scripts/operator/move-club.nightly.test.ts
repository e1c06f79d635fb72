import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { changeClubState } from '#server/domains/organisations/index.ts'
import { checkTicketCode } from '#server/domains/events/tickets/ticket-code.ts'
import { clubData } from '#server/domains/privacy/index.ts'
import { buildClub, buildFace, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { answered, asked, attached, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent, buildPicture, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { startBucket, type Bucket } from '#server/testing/outside/bucket.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { newestOrder, refundLines } from '#server/testing/purchases/line-refunds.ts'
import {
  buyWithConsent,
  clubLedger,
  followingSeason,
  goTo,
  insertPaidTerm,
  liveThrough,
} from '#server/testing/purchases/renewing.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { compareClub } from './move-club.ts'
import { exportClub } from './club-moves/export-club.ts'
import { importClub } from './club-moves/import-club.ts'
import { removeClub } from './club-moves/remove-club.ts'

/** People without a sign-in; in the nightly run as many as a club has. */
const size = inject('nightly') ? 300 : 5

let old: TestApp
let fresh: TestApp
let club: Club
let anna: Person
let bo: Person
let susanne: Person
let event: BuiltEvent
let bucket: Bucket
let token: string
let code: string
let aboutPeople: string[]
const crowd = Array.from({ length: size }, newId)
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-move-'))
const file = path.join(folder, 'club.age')
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

beforeAll(async () => {
  bucket = await startBucket()
  old = await createTestApp({
    SECRETS_KEY: 'the-key-of-the-old-installation-012345',
    FILES_BUCKET_URL: bucket.url,
    FILES_BUCKET_KEY: bucket.key,
    FILES_BUCKET_SECRET: bucket.secret,
  })
  fresh = await createTestApp({ SECRETS_KEY: 'the-key-of-the-new-installation-012345' })
  ;[anna, bo, susanne] = [
    await signedIn(old, 'anna@example.com'),
    await signedIn(old, 'bo@example.com'),
    await signedIn(old, 'super@example.com'),
  ]
  club = await buildClub(old)
  await followingSeason(old, club, 1)
  await buildFace(old, club)
  event = await buildEvent(old, club, {
    categories: [{ category: 'adult', capacity: size + 10 }],
    capacity: size + 10,
    onePerPerson: false,
  })
  await buildPicture(old, event)
  const alma = await buildParticipant(old, anna, 'Alma')
  token = await buyWithConsent(old, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: alma, season: club.season },
  ])
  await buyPlaces(old, bo, event, [
    { memberId: bo.memberId, event },
    { memberId: bo.memberId, event },
  ])
  await old.runJobs({ all: true })
  const office = await signedIn(old, 'all-clubs@example.com')
  await refundLines(old, office, { orgId: club.id, order: await newestOrder(old, office, club) }, [1])
  await grantOffice(old, club, bo, ['treasurer'])
  const { id: attachmentId } = await attached(old, anna)
  const { thread } = await asked(old, club, anna, { attachmentIds: [attachmentId] })
  await answered(old, office, {
    orgId: club.id,
    threadId: thread.id,
    text: 'Yes, it is.',
    attachmentIds: [],
    token: newToken(),
    lastSeen: await newestIn(old, thread.id),
  })
  await old.call(calendarFeeds.create, { kind: 'club', orgId: club.id }, { as: anna.token })
  await old.database.sql(
    `insert into members (id, first_name, last_name, email) select id, 'Kim', 'Nr. ' || n, 'kim-' || n || '@example.com'
     from unnest($1::uuid[]) with ordinality as crowd (id, n)`,
    [crowd],
  )
  for (const memberId of crowd) {
    await insertPaidTerm(old, memberId, club.season)
    await buildTickets(old, event, { buyer: { memberId }, people: [{ memberId }], order: { orgId: club.id } })
  }
  await old.database.sql(`insert into member_comments (org_id, member_id, text) values ($1, $2, 'Has the key')`, [
    club.id,
    anna.memberId,
  ])
  // One that the office keeps for somebody until the day.
  await buildTickets(old, event, {
    buyer: { memberId: crowd[1]! },
    people: [{ memberId: crowd[1]!, status: 'held' }],
    order: { status: 'open', paidAt: null, preparedBy: office.memberId, origin: 'office' },
  })
  await old.database.sql(`update events set sold = sold + $2 where id = $1`, [event.id, size])
  await old.database.sql(`update event_categories set sold = sold + $2 where event_id = $1`, [event.id, size])
  aboutPeople = await writeAboutPeople()
  // Anna, and one of the crowd, are there already.
  await signedIn(fresh, 'anna@example.com')
  await fresh.database.sql(
    `insert into members (id, first_name, last_name, email) values ($1, 'Kim', 'There', 'kim-1@example.com')`,
    [newId()],
  )
  await buildClub(fresh)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all([old.close(), fresh.close()])
  bucket.close()
})

/** A row in each table about people. Anna gets another id there, which sorts after Bo's. */
async function writeAboutPeople(): Promise<string[]> {
  const [team, list, kim] = [newId(), newId(), crowd[0]!]
  const [annaId, boId] = [anna.memberId, bo.memberId]
  const own = () => ({ id: newId(), org_id: club.id })
  const inTeam = { org_id: club.id, team_id: team, member_id: annaId }
  const moved = [{ table: 'club_notes', key: {}, column: 'member_id', from: kim, to: annaId }]
  const rows: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['club_fields', { ...own(), label: { da: 'Skab' }, kind: 'number', who_sees: 'office', position: 0 }],
    ['club_notes', { ...own(), member_id: annaId, author_id: boId, text: 'Rows at bow' }],
    ['teams', { ...own(), id: team, name: 'U13' }],
    ['team_people', { ...inTeam, id: newId(), role: 'trainer', from_on: '2026-01-01' }],
    ['attendance', { ...inTeam, day: '2026-01-02', state: 'came', by_id: boId }],
    ['change_suggestions', { ...own(), member_id: annaId, suggested_by: boId, fields: { city: 'Roskilde' } }],
    ['question_templates', { ...own(), question: { label: { da: 'Telt?' } } }],
    ['saved_views', { ...own(), owner_id: boId, name: 'Coaches', position: 0 }],
    ['duplicate_pairs', { org_id: club.id, one_id: annaId, other_id: boId, decided_by: boId }],
    [
      'merge_requests',
      { ...own(), kept_id: annaId, gone_id: boId, asked_by: boId, until: '2026-01-15', withdrawn_at: '2026-01-03' },
    ],
    [
      'person_merges',
      { ...own(), kept_id: annaId, gone_id: kim, moved, also_held: [], merged_by: boId, undone_at: '2026-01-03' },
    ],
    [
      'imports',
      { ...own(), id: list, created_by: boId, file_name: 'a.csv', columns: ['firstName'], choices: {}, cut_numbers: 0 },
    ],
    ['import_rows', { import_id: list, row: 2, cells: ['Anna'], member_id: annaId }],
  ]
  for (const [table, row] of rows) {
    const names = Object.keys(row).join(', ')
    await old.database.sql(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    )
  }
  await old.database.sql(
    `update club_people set tags = '{coach}', fields = jsonb_build_object((select id from club_fields), 7) where member_id = $1`,
    [annaId],
  )
  return rows.map(([table]) => table)
}

const stateOfClub = async ({ database }: TestApp) =>
  (await database.sql<{ state: string }>('select state from organisations where id = $1', [club.id]))[0]?.state
const exported = (to = file) =>
  exportClub(old.database.url, old.context.secrets, club.key, { file: to, recipient, files: old.context.files })
const imported = (keep = false, from = file, by = identity) =>
  importClub(fresh.database.url, fresh.context.secrets, {
    file: from,
    identity: by,
    issuer: inject('simulators').issuer,
    keep,
  })
/** How many rows are in each table of the new installation. */
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(clubData).map(async (table) => [
        table,
        (await fresh.database.sql<{ count: number }>(`select count(*)::int from ${table}`))[0]!.count,
      ]),
    ),
  ) as Record<string, number>

test('an export or import without the settings that it goes by is refused', async () => {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: old.database.url,
    SECRETS_KEY: 'the-key-of-the-old-installation-012345',
    FILES_BUCKET_URL: 'https://bucket.example/files',
    BACKUP_RECIPIENT: recipient,
    BACKUP_IDENTITY: identity,
  }
  const said = (...command: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/operator/move-club.ts', ...command], { env }).catch(
      ({ stderr }: { stderr: string }) => stderr,
    )
  const [exporting, importing] = await Promise.all([said('export', club.key, '--to', file), said('import', file)])
  expect(exporting).toMatch(/^FILES_BUCKET_KEY is missing: .*\nFILES_BUCKET_SECRET is missing/)
  expect(importing).toMatch(/^OIDC_ISSUER is missing: set it to your sign-in provider's issuer address/)
})

test('an order under way refuses the export by its number, and the club sells as before', async () => {
  const tokenOfBo = await prepare(old, bo, [{ memberId: bo.memberId, season: club.season }])
  const link = await openWindow(old, bo, club.season, tokenOfBo)
  await expect(exported()).rejects.toThrow(/cannot move now, and sells as before[^]*- order \S+ is being paid/)
  expect(await stateOfClub(old)).toBe('live')
  await visit((await payInWindow(link, '0000'))!)
  await old.runJobs({ all: true })
})

test('a club is open again when its file cannot be written', async () => {
  await expect(exported(path.join(folder, 'nowhere', 'club.age'))).rejects.toThrow(/ENOENT/)
  expect(await stateOfClub(old)).toBe('live')
})

test('a bucket that cannot be read is a sentence, and the club is open again', async () => {
  bucket.refuses = true
  await expect(exported()).rejects.toThrow(/in a bucket that cannot be read: set FILES_BUCKET_URL/)
  bucket.refuses = false
  expect(await stateOfClub(old)).toBe('live')
})

test('a club is paused and written into a file that only the new installation can read', async () => {
  const ticket = (await old.call(tickets.list, {}, { as: bo.token })).find(({ status }) => status === 'valid')!
  code = ticket.code!
  const { club: written, parts } = await exported()
  expect(written).toEqual({ id: club.id, key: club.key, name: `Club ${club.key}`, state: 'paused' })
  expect(parts.find(({ table }) => table === 'memberships')?.rows).toBe(size + 3)
  expect(await stateOfClub(old)).toBe('paused')
  expect(readFileSync(file).includes(club.gatewayKey)).toBe(false)
  await expect(imported(false, file, await generateX25519Identity())).rejects.toThrow(/was made for another recipient/)
})

test('a file that was cut off is a sentence', async () => {
  const cut = path.join(folder, 'cut.age')
  writeFileSync(cut, readFileSync(file).subarray(0, -2000))
  await expect(imported(true, cut)).rejects.toThrow(/cut\.age is cut off or damaged/)
})

test('a file of a newer or an older version names what is missing', async () => {
  const newer = path.join(folder, 'newer.age')
  await old.database.sql(`insert into portal_migrations (name, checksum) values ('9999_later.sql', 'x')`)
  await exported(newer)
  await old.database.sql(`delete from portal_migrations where name = '9999_later.sql'`)
  await expect(imported(true, newer)).rejects.toThrow(/does not know 9999_later\.sql: update this installation first/)
  await fresh.database.sql(`insert into portal_migrations (name, checksum) values ('9998_here.sql', 'x')`)
  await expect(imported(true)).rejects.toThrow(/before 9998_here\.sql: update the old installation/)
  await fresh.database.sql(`delete from portal_migrations where name = '9998_here.sql'`)
})

test('a key that another club has is a sentence', async () => {
  const other = await buildClub(fresh, { key: club.key })
  await expect(imported(true)).rejects.toThrow(new RegExp(`has the key ${club.key} here: nothing was imported`))
  await fresh.database.sql(`update organisations set key = 'OTHER' where id = $1`, [other.id])
  await fresh.database.sql(
    `insert into events (id, org_id, title, starts_at, ends_at, public_from) values ($1, $2, '', now(), now(), now())`,
    [event.id, other.id],
  )
  await expect(imported(true)).rejects.toThrow(
    /1 of the 1 rows of events in the file are here already, in another club/,
  )
  await fresh.database.sql('delete from events where id = $1', [event.id])
})

test('two people who are one there are named', async () => {
  const mails = (email: string) =>
    fresh.database.sql(`update members set email = $1 where first_name = 'Anna'`, [email])
  await mails('kim-2@example.com')
  await expect(imported(true)).rejects.toThrow(
    /Anna Holm \(anna@example\.com\) and Kim Nr\. 2 .* are two people in the file/,
  )
  await mails('anna@example.com')
})

test('a trial says what will happen, and neither it nor an import that fails half-way leaves a row', async () => {
  const before = await counts()
  expect((await imported()).people).toEqual({ known: 2, made: size + 2, withSignIn: 2, unreachable: 0 })
  expect(await counts()).toEqual(before)
  await fresh.database
    .sql(`create function fail() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger fail before insert on thread_messages for each row execute function fail()`)
  await expect(imported(true)).rejects.toThrow(/broken off/)
  expect(await counts()).toEqual(before)
  await fresh.database.sql('drop function fail() cascade')
})

test('an imported club has every row, sum and number, and its figures print a code', async () => {
  const [taken] = await old.database.sql<{ id: string }>('select id from memberships where member_id = $1', [
    anna.memberId,
  ])
  await fresh.database.sql(
    `insert into memberships (id, org_id, member_id)
     select $1, organisations.id, members.id from organisations, members where key = 'OTHER' and first_name = 'Anna'`,
    [taken!.id],
  )
  const before = await counts()
  const { manifest } = await imported(true)
  const after = await counts()
  for (const { table, rows } of manifest.parts)
    if ('moves' in clubData[table]!) expect(after[table]! - before[table]!, table).toBe(rows)
  const withRows = manifest.parts.filter(({ rows }) => rows > 0).map(({ table }) => table)
  expect(withRows).toEqual(expect.arrayContaining(aboutPeople))
  const of = `select 1 from membership_terms where membership_id = $1`
  expect((await fresh.database.sql(of, [taken!.id])).length).toBe(0)
  const files = await fresh.database.sql<{ bytes: Buffer; key: string | null }>(
    'select bytes, bucket_key as key from thread_attachments',
  )
  expect(files).toEqual([{ bytes: [...bucket.objects.values()][0], key: null }])
  expect(await fresh.database.sql('select text from member_comments')).toEqual([{ text: 'Has the key' }])
  // Anna had another id there; hers stands in columns and in JSON.
  for (const { table } of manifest.parts)
    expect(
      await fresh.database.sql(`select from ${table} t where t::text like $1`, [`%${anna.memberId}%`]),
      table,
    ).toEqual([])
  // Mails that were sent stay at the old one.
  const broken = async (app: TestApp) => (await brokenInvariants(app, club)).filter((one) => !one.startsWith('I5'))
  expect(await broken(fresh)).toEqual(await broken(old))
  const report = await compareClub(fresh.database.url, file, identity)
  expect(report).toMatch(/receipts of \d{4}: 3 from 1 to 3/)
  expect(report).toMatch(/credit notes of \d{4}: 1 from 4 to 4/)
  expect(report).toMatch(/are those of the file\. Code: [0-9a-f]{12}/)
  await expect(imported(true)).rejects.toThrow(/is here already, as .*, with its receipts and their numbers/)
})

test('a comparison names what is not the same', async () => {
  await fresh.database.sql('update orders set total = total + 100 where org_id = $1 and status = $2', [
    club.id,
    'refunded',
  ])
  const other = await fresh.database.sql(
    'update receipts set number = 9 where number = 2 and org_id = $1 returning 1',
    [club.id],
  )
  expect(other.length).toBe(1)
  await expect(compareClub(fresh.database.url, file, identity)).rejects.toThrow(/- receipts of \d{4}: 3 from 1 to 9/)
  await fresh.database.sql('update receipts set number = 2 where number = 9 and org_id = $1', [club.id])
  await fresh.database.sql('update orders set total = total - 100 where org_id = $1 and status = $2', [
    club.id,
    'refunded',
  ])
})

test('a printed ticket scans there, and links find what they found', async () => {
  const { keys } = await fresh.call(tickets.keys, {})
  const read = checkTicketCode(code, { keys, eventId: event.id })
  const entryId = 'ticket' in read ? read.ticket.entryId : ''
  await inTransaction(fresh.context.db, (tx) => changeClubState(tx, club.id, 'live'))
  await goTo(fresh, copenhagenDate(event.startsAt))
  const office = await signedIn(fresh, 'all-clubs@example.com')
  const outcome = await fresh.call(
    officeRegistrations.present,
    { orgId: club.id, eventId: event.id, ids: [entryId], present: true },
    { as: office.token },
  )
  expect(outcome).toMatchObject({ ids: [entryId] })
  const annaThere = await signedIn(fresh, 'anna@example.com')
  expect(await stateOf(fresh, annaThere, token)).toMatchObject({ status: 'paid' })
})

test('a membership is renewed there, with the card that was saved here', async () => {
  for (const days of [28, 14]) await liveThrough(fresh, addDays(club.season.endDate, -days))
  const { captures } = await clubLedger(club)
  const charges = await fresh.database.sql<{ status: string }>('select status from renewal_charges where org_id = $1', [
    club.id,
  ])
  expect(charges).toEqual([{ status: 'paid' }])
  expect(captures.filter(({ isSuccess }) => isSuccess).length).toBe(3)
})

test('a club is removed with the code of the comparison only, and people without anything else are erased', async () => {
  const right = /Code: (\w+)/.exec(await compareClub(old.database.url, file, identity))![1]!
  const services = { db: old.context.db, lineHandlers: old.context.lineHandlers }
  const remove = (options: { code?: string; by?: string; keep?: boolean } = {}) =>
    removeClub(old.database.url, services, {
      key: club.key,
      code: right,
      by: 'super@example.com',
      keep: true,
      ...options,
    })
  await expect(remove({ code: '000000000000' })).rejects.toThrow(/is not the code of .*: nothing was removed/)
  await expect(remove({ by: 'bo@example.com' })).rejects.toThrow(/is no operator of this installation/)
  await buildClub(old)
  const trial = await remove({ keep: false })
  expect(await stateOfClub(old)).toBe('paused')
  const { rows, erased } = await remove()
  expect(rows).toEqual(trial.rows)
  expect(erased).toBe(size + 3)
  for (const [table, move] of Object.entries(clubData)) {
    const where =
      'moves' in move ? move.moves(`'${club.id}'`) : 'removed' in move ? move.removed(`'${club.id}'`) : 'false'
    expect(await old.database.sql(`select from ${table} where ${where}`), table).toEqual([])
  }
  expect(
    await old.database.sql(`select before ->> 'key' as key, label from office_history where name = 'club_removed'`),
  ).toEqual([{ key: club.key, label: `Club ${club.key}` }])
  expect((await old.database.sql(`select 1 from members where id = $1 and enabled`, [susanne.memberId])).length).toBe(1)
  await old.runJobs({ all: true })
  expect((await clubLedger(club)).savedCards.length).toBe(1)
  await old.context.files.removeUnused(old.context.db)
  expect([...bucket.objects.keys()]).toEqual([])
})
