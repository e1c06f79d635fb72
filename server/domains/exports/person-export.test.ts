import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { exports } from '#contract/exports.ts'
import { operator } from '#contract/operator.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '#server/testing/builders.ts'
import { asked, attached } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { buyWithConsent } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeEach(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  club = await buildClub(app)
})

const begin = (memberId = anna.memberId, by = anna, language = 'da') =>
  app.call(exports.person, { memberId }, { as: by.token, headers: { 'accept-language': language } })
const state = (memberId = anna.memberId, by = anna) => app.call(exports.personState, { memberId }, { as: by.token })
async function fetched(exportId: string, memberId = anna.memberId, by = anna) {
  const { bytes, fileName, contentType } = await app.call(exports.personFile, { memberId, exportId }, { as: by.token })
  const files = unzipSync(bytes)
  const text = (name: string) => strFromU8(files[name]!)
  return {
    fileName,
    contentType,
    names: Object.keys(files),
    index: text('index.html'),
    data: JSON.parse(text('data.json')) as Record<string, Record<string, unknown>[]>,
  }
}

const cellsOf = (index: string) => [...index.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell!)
/** Keys, moments and days as programs write them. */
const isOfProgram = /^(true|false|[A-Z]+(_[A-Z]+)+|[a-z]+([_-][a-z]+)+|\d{4}-\d\d(-\d\d.*)?)$/

test('a person gets everything held about them: rows, files, receipts and tickets, with an index in their language', async () => {
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const event = await buildEvent(app, club)
  await linkedTo(app, bo, anna)
  await buyPlaces(app, bo, event, [
    { memberId: anna.memberId, event },
    { memberId: bo.memberId, event },
  ])
  const file = await attached(app, anna, Buffer.from('plain words'), '../../evil.txt')
  await asked(app, club, anna, { subject: 'A <b>boat</b>', attachmentIds: [file.id] })
  await app.database.sql(`insert into member_comments values ($1, $2, 'Often late')`, [anna.memberId, club.id])
  await app.database.sql(`update members set city = 'Roskilde', date_of_birth = '1984-03-17' where id = $1`, [
    anna.memberId,
  ])

  expect(await state()).toBeNull()
  const begun = await begin()
  expect(begun).toMatchObject({ state: 'running', bytes: null })
  await app.runJobs()
  const ready = (await state())!
  expect(ready).toMatchObject({ id: begun.id, state: 'ready' })
  const { fileName, contentType, names, index, data } = await fetched(ready.id)
  expect(cellsOf(index).filter((cell) => isOfProgram.test(cell))).toEqual([])
  expect(cellsOf(index)).toEqual(expect.arrayContaining(['Betalt', 'Medlemskab', 'ja']))
  expect(fileName).toMatch(/^mine-data-\d{4}-\d\d-\d\d\.zip$/)
  expect(contentType).toContain('application/zip')
  expect(names.filter((name) => name.endsWith('.pdf')).map((name) => name.split('/')[0])).toEqual([
    'kvitteringer',
    'billetter',
  ])
  expect(names.find((name) => name.startsWith('filer/'))).toMatch(/^filer\/[\da-f]{6}-.*evil\.txt$/)
  expect(names.every((name) => !name.includes('..'))).toBe(true)
  expect(data['members']![0]).toMatchObject({ id: anna.memberId, city: 'Roskilde', date_of_birth: '1984-03-17' })
  expect(data['club_notes']![0]).toMatchObject({ text: 'Often late' })
  expect(data['saved_cards']![0]).toHaveProperty('label')
  expect(data['thread_messages']).toHaveLength(1)
  expect(index).toContain('<html lang="da">')
  expect(index).toContain('Roskilde')
  expect(index).toContain('17. marts 1984')
  expect(index).toContain('A &lt;b&gt;boat')
  // Nobody else's, and no keys.
  const whole = JSON.stringify(data)
  expect(whole).not.toContain('bo@example.com')
  for (const secret of [
    'saved_card_identifier',
    'token_hash',
    'token_encrypted',
    'authorization_identifier',
    'password',
  ])
    expect(whole).not.toContain(secret)
})

test('rows of a person say nothing of others: candidates of an import, an undone merge, and what they did in an office', async () => {
  const other = '{"name": "Cecilie Krag"}'
  await app.database.sql(
    `insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers) values ($1, $1, $2, 'members.csv', '{fullName}', '{}', 0)`,
    [club.id, anna.memberId],
  )
  await app.database.sql(
    `insert into import_rows (import_id, row, cells, found, member_id)
     values ($1, 2, '{Anna Holm}', jsonb_build_object('person', '{"city": "Roskilde"}'::jsonb, 'candidates', jsonb_build_array($2::jsonb), 'changes', jsonb_build_array($2::jsonb)), $3)`,
    [club.id, other, anna.memberId],
  )
  await app.database.sql(
    `insert into person_merges (id, org_id, kept_id, gone_id, moved, also_held, merged_by, undone_at, undone_by)
     values ($1, $1, $2, $3, jsonb_build_array($4::jsonb), jsonb_build_array($4::jsonb), $3, portal_now(), $3)`,
    [club.id, anna.memberId, bo.memberId, other],
  )
  await app.database.sql(
    `insert into office_history (id, org_id, actor_id, name, thing, thing_id, label, before, after, reason)
     values (portal_new_id(), $1::uuid, $2::uuid, 'person_changed', 'member', $3::uuid::text, 'Cecilie Krag', $4::jsonb, $4::jsonb, 'Cecilie Krag asked'),
       (portal_new_id(), $1::uuid, $3::uuid, 'person_changed', 'member', $2::uuid::text, 'Anna Holm', null, '{"city": "Lejre"}', null)`,
    [club.id, anna.memberId, bo.memberId, other],
  )
  const { id } = await begin()
  await app.runJobs()
  const { data } = await fetched(id)
  expect(JSON.stringify(data)).not.toContain('Cecilie')
  expect(data['import_rows']).toMatchObject([{ cells: ['Anna Holm'], found: { person: { city: 'Roskilde' } } }])
  expect(data['office_history']!.map(({ label, after }) => ({ label, after }))).toEqual(
    expect.arrayContaining([
      { label: null, after: null },
      { label: 'Anna Holm', after: { city: 'Lejre' } },
    ]),
  )
})

test('the file is for whoever asked, for a day, and for five times', async () => {
  const child = await buildParticipant(app, anna, 'Emil')
  await linkedTo(app, anna, bo)
  expect(await codeOf(begin(anna.memberId, bo))).toBe('not_found')
  expect(await codeOf(begin(child, bo))).toBe('not_found')
  const { id } = await begin(child, anna, 'en')
  await app.runJobs()
  expect((await fetched(id, child)).index).toContain('Everything about Emil Holm')
  expect(
    await codeOf(app.call(exports.personFile, { memberId: anna.memberId, exportId: id }, { as: anna.token })),
  ).toBe('not_found')
  await app.database.sql(`update exports set created_at = created_at - interval '25 hours'`)
  expect(await state(child)).toBeNull()
  expect(await codeOf(app.call(exports.personFile, { memberId: child, exportId: id }, { as: anna.token }))).toBe(
    'not_found',
  )
  for (let at = 0; at < 5; at++) await begin()
  expect(await codeOf(begin())).toBe('too_many_own_exports')
})

test('an operator exports somebody with a reason, and the person does not see that file', async () => {
  const susanne = await signedIn(app, 'super@example.com')
  const of = { memberId: bo.memberId }
  const { id } = await app.call(exports.ofPerson, { ...of, reason: 'A letter' }, { as: susanne.token })
  await app.runJobs()
  expect(await app.call(exports.ofPersonState, of, { as: susanne.token })).toMatchObject({ id, state: 'ready' })
  expect(
    (await app.call(exports.ofPersonFile, { ...of, exportId: id }, { as: susanne.token })).bytes.byteLength,
  ).toBeGreaterThan(500)
  expect(await state(bo.memberId, bo)).toBeNull()
  const { entries } = await app.call(operator.history, {}, { as: susanne.token })
  expect(entries[0]).toMatchObject({ name: 'member_exported', reason: 'A letter' })
})

test('an export while they buy holds what was there, and ten years take less than a minute', async () => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await app.database.sql(
    `insert into notifications (id, receiver_id, type, title, message) select portal_new_id(), $1, 'PAYMENT_RECEIVED', 'Paid', repeat('x', 200) from generate_series(1, 5000)`,
    [anna.memberId],
  )
  const { id } = await begin()
  const start = performance.now()
  const [, prepared] = await Promise.all([
    app.runJobs(),
    codeOf(prepare(app, anna, [{ memberId: anna.memberId, event }])),
  ])
  expect(prepared).toBe('ok')
  expect(performance.now() - start).toBeLessThan(60_000)
  expect((await fetched(id)).data['notifications']!.length).toBeGreaterThanOrEqual(5000)
})
