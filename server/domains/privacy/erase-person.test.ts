import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { exports } from '#contract/exports.ts'
import { members } from '#contract/members/members.ts'
import { notes } from '#contract/conversations/notes.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { operator } from '#contract/operator.ts'
import { privacy } from '#contract/privacy.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, linkedTo, type Person, signedIn } from '#server/testing/builders.ts'
import { asked, askedByVisitor, answered, attached, newestIn } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { inTurn } from '#server/testing/lock-waits.ts'
import { mailsTo, openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { buyWithConsent, clubLedger } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeBackup } from '#server/database/backup.ts'
import { restoreBackup } from '#server/database/restore.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { eraseAgain, eraseLateWrites, erasePerson } from './erase-person.ts'

let app: TestApp
let anna: Person
let bo: Person
let susanne: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
})
beforeEach(async () => {
  await app.database.empty()
  app.log.length = 0
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  susanne = await signedIn(app, 'super@example.com')
  club = await buildClub(app)
})

const show = (memberId = anna.memberId, by = anna) => app.call(privacy.erasure, { memberId }, { as: by.token })
const erase = async (memberId = anna.memberId, by = anna) =>
  app.call(privacy.erase, { memberId, confirmation: (await show(memberId, by)).confirmation }, { as: by.token })
const refusals = async (memberId = anna.memberId, by = anna) =>
  (await show(memberId, by)).refusals.map(({ because }) => because)

/** Every column of every table with one of these texts, whole, folded or as bytes. */
async function searched(texts: readonly string[], database = app.database): Promise<string[]> {
  const columns = await database.sql<{ from: string; name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as from, a.attname as name from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  )
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')].map((one) => one.toLowerCase()))
  const found = await Promise.all(
    columns.map(async ({ from, name }) => {
      const [row] = await database.sql<{ hits: string[] }>(
        `select array_agg(distinct sought) as hits from ${from} as searched, unnest($1::text[]) as sought
         where position(sought in lower(searched."${name}"::text)) > 0`,
        [wanted],
      )
      return (row?.hits ?? []).map((hit) => `${from.replace('public.', '')}.${name}: ${hit}`)
    }),
  )
  return found.flat().toSorted()
}

test('forty texts of a person are found nowhere but on receipts, and everybody and everything else is as before', async () => {
  const marks = Array.from({ length: 30 }, (_, at) => `qz${String(at).padStart(2, '0')}x`)
  const [first, last, mail, line1, line2, line3, city, comments, note, subject, question] = marks as [
    string,
    ...string[],
  ]
  const [fileName, fileText, picture, clubNote, officeNote, reply, visitorText, device, street, postCode] = marks.slice(
    11,
  ) as [string, ...string[]]
  const [why, historyText, bell, childName, drafts, completed, browser, because, label] = marks.slice(21) as [
    string,
    ...string[],
  ]
  const email = `${mail}@anna.example`
  const phone = '+4528374655'
  const born = '1984-03-17'
  await app.database.sql(
    `update members set first_name = $2, last_name = $3, email = $4, phone = $5, gender = 'female', date_of_birth = $6, address_line1 = $7,
       address_line2 = $8, address_line3 = $9, city = $10, post_code = $11, comments = $12 where id = $1`,
    [anna.memberId, first, last, email, phone, born, line1, line2, line3, city, postCode, comments],
  )
  const child = await buildParticipant(app, anna, childName!)
  await linkedTo(app, bo, anna)
  await linkedTo(app, anna, bo, 'rejected')

  // Purchases: hers, Bo's for her, and hers for Bo.
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const event = await buildEvent(app, club)
  await buyPlaces(app, anna, event, [
    { memberId: anna.memberId, event },
    { memberId: bo.memberId, event },
  ])
  const other = await buildEvent(app, club)
  await buyPlaces(app, bo, other, [{ memberId: anna.memberId, event: other }])
  const byHand = await buildEvent(app, club)
  const free = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
  await prepare(app, anna, [{ memberId: anna.memberId, event: free }])
  await app.runJobs({ all: true })
  const [card] = await app.database.sql<{ id: string }>('select saved_card_identifier as id from saved_cards')
  await app.database.sql(
    `update orders set billing = jsonb_build_object('name', $2::text, 'email', $3::text, 'phone', $4::text, 'addressLine1', $5::text,
       'addressLine2', '', 'addressLine3', '', 'postCode', '4000', 'city', $6::text, 'country', 'Denmark'), init_device = $7 where buyer_id = $1`,
    [anna.memberId, `${first} ${last}`, email, phone, street, city, device],
  )
  await app.database.sql(
    `update family_invitations set status = 'ended', ended_at = portal_now() where status = 'approved'`,
  )
  await app.database.sql(`update orders set completion_device = $2 where buyer_id = $1`, [anna.memberId, completed])
  await app.database.sql(
    `update payments set device = $2 where order_id in (select id from orders where buyer_id = $1)`,
    [anna.memberId, browser],
  )
  await app.database.sql(
    `insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, due_at)
     select portal_new_id(), org_id, $2, 'refund', id, $3, '{}', 'stopped', now() from orders where buyer_id = $1`,
    [anna.memberId, bo.memberId, label],
  )
  await app.database.sql(
    `insert into term_drafts (id, membership_id, configuration_id, drafted_by, billing_name) select portal_new_id(), id, $2, $1, $3 from memberships where member_id = $1`,
    [anna.memberId, club.season.id, drafts],
  )

  // Her texts, and those of others about her.
  await app.call(notes.add, { text: `Buy ${note}`, token: newToken() }, { as: anna.token })
  const file = await attached(app, anna, Buffer.from(`plain ${fileText}`), `${fileName}.txt`)
  const { thread } = await asked(app, club, anna, {
    subject: `About ${subject}`,
    text: `My ${question}`,
    attachmentIds: [file.id],
  })
  await askedByVisitor(app, club, { email, name: first, text: `From outside ${visitorText}` })
  await grantOffice(app, club, bo, ['chair'])
  await answered(app, bo, {
    orgId: club.id,
    threadId: thread.id,
    text: `Dear ${reply}`,
    token: newToken(),
    lastSeen: await newestIn(app, thread.id),
  })
  await app.database.sql(
    `insert into thread_notes (id, thread_id, member_id, author, text, token_hash) values (portal_new_id(), $1, $2, 'Bo', $3, 'h')`,
    [thread.id, bo.memberId, officeNote],
  )
  await app.database.sql(`insert into member_comments values ($1, $2, $3)`, [anna.memberId, club.id, clubNote])
  await app.database.sql(`insert into member_images values ($1, 'image/webp', $2)`, [
    anna.memberId,
    Buffer.from(picture!),
  ])
  await app.database.sql(`insert into dismissals (member_id, about) values ($1, 'joining')`, [anna.memberId])
  await app.call(calendarFeeds.create, { kind: 'person', personId: anna.memberId, language: 'da' }, { as: anna.token })
  await app.call(
    officeRegistrations.add,
    {
      orgId: club.id,
      eventId: byHand.id,
      memberId: anna.memberId,
      categoryId: byHand.categories.adult!.id,
      method: 'free',
      amount: 0,
      reason: why,
    },
    { as: bo.token },
  )
  await app.database.sql(
    `insert into office_history (id, org_id, actor_id, name, thing, thing_id, label, after, reason)
     values (portal_new_id(), $1, $2, 'access_invited', 'access', null, $3, jsonb_build_object('email', $3::text, 'roles', '["chair"]'::jsonb), null),
       (portal_new_id(), $1, $2, 'registrations_present', 'event', $4, 'Summer', jsonb_build_object('people', $5::text, 'count', 1), null),
       (portal_new_id(), $1, $2, 'access_accepted', 'access', $6, $5, '{}', $7),
       (portal_new_id(), $1, $2, 'person_changed', 'member', $6, $5, jsonb_build_object('phone', $3::text, 'lastName', $7::text), null),
       (portal_new_id(), $1, $2, 'people_merged', 'member', $2::text, 'Bo', jsonb_build_object('gone', $5::text), null),
       (portal_new_id(), $1, $2, 'registration_added', 'order', $2::text, '2026-1', jsonb_build_object('person', $5::text), null)`,
    [club.id, bo.memberId, email, event.id, `${first} ${last}`, anna.memberId, historyText],
  )
  await app.database.sql(
    `insert into office_invitations (id, org_id, email, roles, language, invited_by, expires_at, reason)
     values (portal_new_id(), $1, $2, '{chair}', 'da', $3, now(), $4)`,
    [club.id, email, bo.memberId, because],
  )
  await app.database.sql(
    `insert into notifications (id, receiver_id, sender_id, type, title, message, danish, data) values
       (portal_new_id(), $1, $2, 'EVENT_REGISTRATION', $3, $3, jsonb_build_object('title', $3::text, 'message', $3::text), jsonb_build_object('by', $4::text)),
       (portal_new_id(), $2, null, 'PAYMENT_RECEIVED', $5, '', null, '{}')`,
    [bo.memberId, anna.memberId, `${first} ${last} bought a ticket`, email, bell],
  )
  await app.call(exports.members, { orgId: club.id, format: 'csv', all: true }, { as: bo.token })
  await app.database.sql(
    `insert into acts (id, actor_id, subject_id, name, data) values (portal_new_id(), $1, $1, 'participant_added', jsonb_build_object('name', $2::text))`,
    [anna.memberId, `${childName} Holm`],
  )
  const [identity] = await app.database.sql<{ subject: string }>(
    'select subject from member_identities where member_id = $1',
    [anna.memberId],
  )
  const texts = [
    ...marks,
    email,
    phone,
    born,
    `${first} ${last}`,
    `${fileName}.txt`,
    card!.id,
    identity!.subject,
    '2837 4655',
    `${childName} Holm`,
    `${mail}`,
  ]
  expect(texts).toHaveLength(40)
  // Control: the search finds them before, and a mail to her waits.
  expect((await searched(texts)).length).toBeGreaterThan(60)
  const waiting = () =>
    app.database.sql(`select template from messages where status = 'waiting' and member_id = $1`, [anna.memberId])
  expect(await waiting()).not.toEqual([])
  const folder = mkdtempSync(path.join(tmpdir(), 'forty-'))
  const [older, newer] = [path.join(folder, 'older.tar.gz'), path.join(folder, 'newer.tar.gz')]
  await writeBackup(app.database.url, app.context.secrets, older, { version: '1.2.3' })
  const mailed = (await mailsTo(app, email)).length

  const others = async () => ({
    bo: await app.database.sql('select * from members where id = $1', [bo.memberId]),
    memberships: await app.database.sql('select id, status, start_date, end_date from membership_terms order by id'),
    places: await app.database.sql('select id, status, event_id from event_entries order by id'),
    orders: await app.database.sql('select id, number, status, total, currency, paid_at from orders order by id'),
    lines: await app.database.sql('select id, title, price, vat, total, refunded from order_lines order by id'),
    ofBo: await app.database.sql('select member_name from order_lines where member_id = $1 order by id', [bo.memberId]),
    receipts: await app.database.sql('select * from receipts order by order_id'),
    sold: await app.database.sql('select id, sold, held from events order by id'),
    acts: await app.database.sql('select id, at, actor_id, subject_id, name from acts order by id'),
    history: await app.database.sql(
      'select id, at, org_id, actor_id, name, thing, thing_id from office_history order by id',
    ),
    // Her mails and notifications are gone with her.
    broken: (await brokenInvariants(app, club)).filter((one) => !one.startsWith('I5')),
  })
  await app.database.sql('update office_grants set revoked_at = portal_now()')
  const before = await others()
  const asking = await erase()
  expect(asking).toMatchObject({
    goes: { participants: [`${childName} Holm`], cards: 1, tickets: 4 },
    waiting: { actionId: expect.any(String) as string },
  })
  expect(asking.stays.receipts).toBe(2)
  const begun = performance.now()
  await carryOut(app)
  expect(performance.now() - begun).toBeLessThan(5000)
  await app.runJobs({ all: true })

  const names = [first, last, `${first} ${last}`]
  const left = await searched(texts)
  expect(left.filter((hit) => !/^(orders\.billing|order_lines\.member_name): /.test(hit))).toEqual([])
  expect(left.map((hit) => hit.split(': ')[1]).filter((text) => !names.includes(text))).toEqual([])
  // An order without a receipt names nobody either.
  expect(
    await app.database.sql(
      `select orders.id from orders where buyer_id = $1 and billing->>'name' <> '' and not exists (select from receipts where order_id = orders.id)`,
      [anna.memberId],
    ),
  ).toEqual([])
  expect(texts.filter((text) => app.log.some((line) => line.toLowerCase().includes(text)))).toEqual([])
  const { savedCards } = (await clubLedger(club)) as unknown as {
    savedCards: { savedCardIdentifier: string; deletedAt: string | null }[]
  }
  expect(savedCards.filter(({ deletedAt }) => deletedAt === null)).toEqual([])
  expect(await others()).toEqual(before)
  expect(await waiting()).toEqual([])
  expect(await mailsTo(app, email)).toHaveLength(mailed)
  const erased = (await app.database.sql<{ id: string }>('select member_id as id from erasures')).map(({ id }) => id)
  expect(erased.toSorted()).toEqual([anna.memberId, child].toSorted())

  // A backup from before, restored and erased again, and a backup of that. A card goes once a worker runs.
  const target = await createTestDatabase({ template: 'template0' })
  await restoreBackup(target.url, app.context.secrets, older)
  expect((await searched(texts, target)).length).toBeGreaterThan(60)
  await eraseAgain({ db: target.db, lineHandlers: app.context.lineHandlers }, erased)
  const stays = [...names, card!.id]
  const restored = await searched(texts, target)
  expect(restored.filter((hit) => !stays.includes(hit.split(': ')[1]))).toEqual([])
  expect(restored.map((hit) => hit.split(': ')[0])).toEqual(
    expect.arrayContaining(['order_lines.member_name', 'orders.billing', 'saved_cards.saved_card_identifier']),
  )
  const inBackup = (backup: string) => {
    const bytes = gunzipSync(readFileSync(backup)).toString('latin1').toLowerCase()
    return texts.filter(
      (text) => bytes.includes(text.toLowerCase()) || bytes.includes(Buffer.from(text).toString('hex')),
    )
  }
  expect(inBackup(older).length).toBeGreaterThan(35)
  await writeBackup(target.url, app.context.secrets, newer, { version: '1.2.3' })
  expect(new Set(inBackup(newer))).toEqual(new Set(stays))
  await target.drop()
  rmSync(folder, { recursive: true })

  // The page that is still open does not bring her back.
  expect(await codeOf(app.call(members.signIn, {}, { as: anna.token }))).toBe('signed_in_before_erasure')
  await app.database.sql(`update erasures set erased_at = now() - interval '1 hour'`)
  expect((await app.call(members.signIn, {}, { as: anna.token })).created).toBe(true)
})

test('an erasure can be stopped for a minute, a second press at once changes nothing, and the last second decides once', async () => {
  const [first, second] = (await Promise.all([erase(), erase()])).map(({ waiting }) => waiting!.actionId)
  expect([second, (await erase()).waiting!.actionId]).toEqual([first, first])
  const stop = (actionId: string) =>
    app.call(privacy.stopErasure, { memberId: anna.memberId, actionId }, { as: anna.token })
  expect((await stop(first!)).waiting).toBeNull()
  expect(await codeOf(stop(first!))).toBe('too_late_to_stop')
  await carryOut(app)
  expect((await show()).person.firstName).toBe('Anna')

  const again = await erase()
  const outcomes = await inTurn(
    app,
    'delayed_actions',
    () => carryOut(app).then(() => 'done'),
    () => codeOf(stop(again.waiting!.actionId)),
    2,
  )
  const [row] = await app.database.sql<{ enabled: boolean }>('select enabled from members where id = $1', [
    anna.memberId,
  ])
  expect(outcomes.some((one) => one.endsWith('ok'))).toBe(row!.enabled)
})

test('a club that knows somebody only from its register or a question forgets them, too, in its history, exports and imports', async () => {
  const asking = await buildClub(app)
  await asked(app, asking, anna)
  await app.database.sql(`insert into club_people (org_id, member_id, since, source) values ($1, $2, now(), 'added')`, [
    club.id,
    anna.memberId,
  ])
  await app.database.sql(`update members set first_name = 'Quendolin', last_name = 'Xander' where id = $1`, [
    anna.memberId,
  ])
  for (const { id } of [club, asking])
    await app.database.sql(
      `insert into office_history (id, org_id, actor_id, name, thing, thing_id, label, after)
       values (portal_new_id(), $1, $2, 'registrations_present', 'event', null, 'Summer', '{"people": "Quendolin Xander"}')`,
      [id, bo.memberId],
    )
  const like = { candidates: [{ memberId: anna.memberId, name: 'Quendolin Xander' }] }
  await app.database.sql(
    `insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers) values ($1, $1, $2, 'members.csv', '{fullName}', '{}', 0)`,
    [club.id, bo.memberId],
  )
  for (const [row, found, memberId] of [
    [2, like, null],
    [3, { person: { email: 'anna@example.com' }, candidates: [] }, null],
    [4, like, bo.memberId],
    [5, { person: { email: 'bo@example.com' }, candidates: [] }, null],
  ] as const)
    await app.database.sql(
      `insert into import_rows (import_id, row, cells, found, member_id) values ($1, $2, '{}', $3, $4)`,
      [club.id, row, found, memberId],
    )
  await erase()
  await carryOut(app)
  expect(await searched(['Quendolin'])).toEqual([])
  expect(await app.database.sql('select row from import_rows order by row')).toEqual([{ row: 4 }, { row: 5 }])
})

test('the name has to be typed, in capitals or not', async () => {
  const typed = (confirmation: string) =>
    codeOf(app.call(privacy.erase, { memberId: anna.memberId, confirmation }, { as: anna.token }))
  expect(await typed('Bo Holm')).toBe('name_not_confirmed')
  const { confirmation } = await show()
  expect(await typed(` ${confirmation.toUpperCase()} `)).toBe('ok')
})

test('a payment under way, a refund in flight and an office role stand in the way, at the press and a minute later', async () => {
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  expect(await refusals()).toEqual([])
  await erase()
  await openWindow(app, anna, club.season, token, club.season.total)
  expect(await refusals()).toEqual(['order_under_way'])
  // Its job waited for the worker.
  await app.database.sql(`update delayed_actions set due_at = now() - interval '20 minutes'`)
  await carryOut(app)
  expect(await show()).toMatchObject({ waiting: null, wasRefused: true, refusals: [{ because: 'order_under_way' }] })
  expect(await codeOf(erase())).toBe('erasure_not_possible')
  await app.database.sql(`update payments set status = 'authorising'`)
  expect(await refusals()).toEqual(['order_under_way'])
  await app.moveClock('61 minutes')
  // The answer to this charge was lost.
  expect(await refusals()).toEqual([])
  await app.database.sql(`update payments set status = 'declined'`)
  await app.database.sql(`update orders set status = 'expired'`)
  await app.database.sql(`update membership_terms set status = 'released'`)

  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, amount, currency, test_mode, cause, status)
     select portal_new_id(), orders.id, orders.org_id, payments.id, 100, 'DKK', false, 'office', 'requested' from orders join payments on payments.order_id = orders.id where orders.status = 'paid'`,
  )
  expect(await refusals()).toEqual(['refund_in_flight'])
  await app.database.sql(`delete from refunds`)
  await grantOffice(app, club, anna, ['treasurer'])
  expect((await show()).refusals).toEqual([{ because: 'office_role', name: `Club ${club.key}` }])
  expect((await show(susanne.memberId, susanne)).refusals).toEqual([{ because: 'office_role', name: '' }])
})

test('a child with a second guardian is not erased by one of them, and stays with the other', async () => {
  const child = await buildParticipant(app, anna, 'Emil')
  const alone = await buildParticipant(app, anna, 'Alma')
  await linkedTo(app, anna, bo)
  expect((await show(child)).refusals.map(({ because }) => because)).toEqual(['second_guardian'])
  expect(await codeOf(show(child, bo))).toBe('not_found')
  const asking = await erase()
  expect(asking.goes.participants).toEqual([])
  expect(asking.stays.participants.map(({ name }) => name)).toEqual(['Alma Holm', 'Emil Holm'])
  await carryOut(app)
  const rows = await app.database.sql(
    'select id from members where parent_id = $1 and first_name in ($2, $3) order by 1',
    [bo.memberId, 'Emil', 'Alma'],
  )
  expect(rows.map(({ id }) => id as string).toSorted()).toEqual([child, alone].toSorted())
})

test('a guardian erases their child, and a guardian who is none any more does not', async () => {
  const child = await buildParticipant(app, anna, 'Emil')
  await erase(child)
  await app.database.sql('update members set parent_id = $2 where id = $1', [child, bo.memberId])
  await carryOut(app)
  expect((await show(child, bo)).person.firstName).toBe('Emil')
  await erase(child, bo)
  await carryOut(app)
  expect(await codeOf(show(child, bo))).toBe('not_found')
  expect((await show()).person.firstName).toBe('Anna')
})

test('somebody with a test in another club is erased, and the club goes live as it would', async () => {
  const trying = await buildClub(app, { testMode: true })
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: trying.season }])
  expect((await show()).stays.receipts).toBe(0)
  await erase()
  await carryOut(app)
  await app.runJobs({ all: true })
  expect(await searched(['anna@example.com'])).toEqual([])
  expect(await app.database.sql(`select id from orders where billing->>'name' <> ''`)).toEqual([])
})

test('an operator erases somebody with a reason, which the history keeps without the name', async () => {
  const of = { memberId: anna.memberId }
  const { confirmation } = await app.call(privacy.erasureOfPerson, of, { as: susanne.token })
  await app.call(privacy.erasePerson, { ...of, confirmation, reason: 'A letter of 3 May' }, { as: susanne.token })
  const { waiting } = await app.call(privacy.erasureOfPerson, of, { as: susanne.token })
  await app.call(privacy.stopErasureOfPerson, { ...of, actionId: waiting!.actionId }, { as: susanne.token })
  await app.call(privacy.erasePerson, { ...of, confirmation, reason: 'A letter of 3 May' }, { as: susanne.token })
  await carryOut(app)
  const { entries } = await app.call(operator.history, {}, { as: susanne.token })
  expect(entries.filter(({ name }) => name === 'member_erased').map(({ label }) => label)).toEqual(
    Array.from({ length: 2 }, () => 'Slettet person'),
  )
  expect(JSON.stringify(entries)).not.toContain('Anna')
})

test('who buys while they are erased is refused, or the erasure is; and nothing is half erased', async () => {
  const outcomes = await inTurn(
    app,
    'memberships',
    () => codeOf(prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])),
    () =>
      inTransaction(app.context.db, (tx) => erasePerson(app.context.lineHandlers, tx, anna.memberId)).then(
        () => 'erased',
      ),
    2,
  )
  expect(outcomes.toSorted()).toEqual(['first ok', 'second erased'])
  // The purchase ended with the erasure: nobody holds anything.
  expect(await app.database.sql(`select id from orders where status in ('open', 'declined')`)).toEqual([])
  expect(await app.database.sql(`select id from membership_terms where status in ('held', 'active')`)).toEqual([])
})

test('what a call wrote in the second of the erasure is erased an hour later', async () => {
  await erase()
  await carryOut(app)
  await app.database.sql(`insert into notes (id, member_id, text) values (portal_new_id(), $1, 'late')`, [
    anna.memberId,
  ])
  await app.database.sql(`update members set city = 'Roskilde' where id = $1`, [anna.memberId])
  await eraseLateWrites(app.context)
  expect(await app.database.sql('select id from notes')).toEqual([])
  expect(await app.database.sql('select id from members where city <> $1', [''])).toEqual([])
})

test('a payment that comes after the erasure is sent back', async () => {
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const window = await openWindow(app, anna, club.season, token, club.season.total)
  await app.database.sql(`update payments set created_at = created_at - interval '2 hours'`)
  await erase()
  await carryOut(app)
  const back = await payInWindow(window, '0000')
  await visit(back!)
  await app.runJobs({ all: true })
  expect(await app.database.sql('select status from membership_terms')).toEqual([{ status: 'released' }])
  expect(await app.database.sql('select cause, status from refunds')).toEqual([
    { cause: 'places_taken', status: 'done' },
  ])
})

test.runIf(inject('nightly'))(
  'after a restore of an older backup everybody who was erased is erased again',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'erased-'))
    const target = await createTestDatabase({ template: 'template0' })
    const child = await buildParticipant(app, anna, 'Qzchild')
    await asked(app, club, anna, { subject: 'Qzsubject', text: 'Qztext' })
    await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }])
    const [card] = await app.database.sql<{ id: string }>('select saved_card_identifier as id from saved_cards')
    const file = path.join(folder, 'before.tar.gz')
    await writeBackup(app.database.url, app.context.secrets, file, { version: '1.2.3' })
    await erase()
    await carryOut(app)
    const ids = (await app.database.sql<{ id: string }>('select member_id as id from erasures')).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([anna.memberId, child].toSorted())

    await restoreBackup(target.url, app.context.secrets, file)
    const texts = ['anna@example.com', 'Qzchild', 'Qzsubject', 'Qztext']
    expect((await searched(texts, target)).length).toBeGreaterThan(5)
    expect(await eraseAgain({ db: target.db, lineHandlers: app.context.lineHandlers }, ids)).toBe(2)
    expect(await searched(texts, target)).toEqual([])
    // Its card goes at the gateway once a worker runs.
    expect(await searched([card!.id], target)).toEqual([`saved_cards.saved_card_identifier: ${card!.id}`])
    expect(await target.sql('select id from receipts join orders on orders.id = order_id')).toHaveLength(1)
    await target.drop()
    rmSync(folder, { recursive: true })
  },
)
