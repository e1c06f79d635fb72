import { beforeEach, expect, test } from 'vitest'
import { waiting } from '#contract/events/waiting.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { privacy } from '#contract/privacy.ts'
import { deleteOld, eraseStrangers } from './delete-old.ts'
import { personalData } from './personal-data.ts'

let app: TestApp
let anna: Person
let club: Club
beforeEach(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
})

/** A row of every kind that is kept for a time, so many years old. */
const insertAged = (years: string) =>
  app.database.sql(
    `do $$ declare anna uuid := '${anna.memberId}'; club uuid := '${club.id}'; then_ timestamptz := portal_now() - interval '${years}'; thing uuid := gen_random_uuid(); begin
      insert into notifications (id, receiver_id, type, title, message, created_at) values (gen_random_uuid(), anna, 'PAYMENT_RECEIVED', '', '', then_);
      insert into messages (id, once_key, template, data, status, created_at, sent_at) values (gen_random_uuid(), thing::text, 't', '{}', 'sent', then_, then_);
      insert into family_invitations (id, inviter_id, invitee_email, family_id, status, created_at, ended_at) values (gen_random_uuid(), anna, thing || '@x.example', thing, 'ended', then_, then_);
      insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, due_at, ended_at, created_at) values (gen_random_uuid(), club, anna, 'refund', thing, '', '{}', 'done', then_, then_, then_);
      insert into acts (id, actor_id, subject_id, name, at) values (gen_random_uuid(), anna, anna, 'changed', then_);
      insert into office_history (id, org_id, actor_id, name, thing, at) values (gen_random_uuid(), club, anna, 'club_changed', 'club', then_);
      insert into impersonations (id, actor_id, member_id, started_at, used_at, ended_at) values (gen_random_uuid(), anna, anna, then_, then_, then_);
      insert into status_changes (thing, thing_id, to_status, cause, at) values ('threads', thing, 'closed', 'x', then_), ('orders', thing, 'paid', 'x', then_);
      insert into office_invitations (id, org_id, email, roles, language, invited_by, expires_at, withdrawn_at) values (gen_random_uuid(), club, thing || '@x.example', '{chair}', 'da', anna, then_, then_);
      insert into renewal_charges (id, org_id, payer_id, end_date, created_at) values (gen_random_uuid(), club, anna, then_::date, then_);
      insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount, created_at) values (gen_random_uuid(), thing, club, thing, thing, thing, 2026, 1, then_);
      insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires, created_at, deleted_at, gateway_deleted_at) values (thing, club, anna, thing::text, '', '', then_, then_, then_);
      insert into backups (id, taken_at, bytes) values (gen_random_uuid(), then_, 1);
      insert into fan_outs (id, once_key, template, data, created_at) values (gen_random_uuid(), thing::text, 't', '{}', then_);
    end $$`,
  )

test('every kind that is kept for a time is deleted after it and not before, once a day', async () => {
  const aged = Object.entries(personalData).filter(
    ([name, { old }]) => old && name !== 'event_changes' && name !== 'imports',
  )
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        aged.map(async ([name]) => [name, (await app.database.sql(`select 1 from ${name}`)).length] as const),
      ),
    )
  await app.database.sql(
    'begin; set local session_replication_role = replica; delete from notifications; delete from messages; delete from acts; delete from status_changes; commit',
  )
  await insertAged('11 years')
  await insertAged('11 months')
  const before = await counts()
  expect(before).toEqual({ ...Object.fromEntries(aged.map(([name]) => [name, 2])), status_changes: 4 })
  const deleted = await deleteOld(app.context)
  expect(deleted).toEqual(Object.fromEntries(aged.map(([name]) => [name, 1])))
  expect(await counts()).toEqual({ ...Object.fromEntries(aged.map(([name]) => [name, 1])), status_changes: 3 })
  await insertAged('11 years')
  await runRecurring(app, 'privacy.delete-old')
  await insertAged('11 years')
  await runRecurring(app, 'privacy.delete-old')
  // The second run of a day does nothing.
  expect((await counts())['notifications']).toBe(2)
  expect(await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })).toHaveLength(2)
})

test('history cannot be deleted before its time, by whatever means', async () => {
  await insertAged('4 years')
  const deleting = (table: string) =>
    app.database.sql(`begin; set local portal.erasing = 'on'; delete from ${table}; commit`).then(
      () => 'deleted',
      (error: Error) => error.message,
    )
  for (const table of ['acts', 'office_history']) {
    expect(await deleting(table)).toBe('What was done is written once and never changed')
    await app.database.sql('rollback')
  }
})

test('an order that nobody paid is emptied after 90 days, and a paid one is not', async () => {
  await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  await app.moveClock('31 minutes')
  await runRecurring(app, 'orders.expire')
  // As where an office has sold it to somebody without an address.
  await app.database.sql(`update orders set billing = jsonb_set(billing, '{email}', '""')`)
  await buy(app, anna, club)
  await app.moveClock('89 days')
  expect((await deleteOld(app.context))['unpaid orders']).toBeUndefined()
  await app.moveClock('2 days')
  expect((await deleteOld(app.context))['unpaid orders']).toBe(1)
  const rows = await app.database.sql(
    `select status, billing->>'name' as name, (select string_agg(member_name, ',') from order_lines where order_id = orders.id) as lines from orders order by id`,
  )
  expect(rows).toEqual([
    { status: 'expired', name: '', lines: '' },
    { status: 'paid', name: 'Anna Holm', lines: 'Anna Holm' },
  ])
})

test('a receipt of somebody erased keeps the name for five years after its year, and the sums for good', async () => {
  await buy(app, anna, club)
  await app.call(privacy.erase, { memberId: anna.memberId, confirmation: 'Anna Holm' }, { as: anna.token })
  await carryOut(app)
  const named = async () => {
    const [row] = await app.database.sql<{ name: string; line: string }>(
      `select billing->>'name' as name, member_name as line from orders join order_lines on order_id = orders.id`,
    )
    return [row!.name, row!.line]
  }
  const books = () =>
    app.database.sql('select receipts.number, year, total, paid_at from receipts join orders on orders.id = order_id')
  const before = await books()
  expect(await named()).toEqual(['Anna Holm', 'Anna Holm'])
  const year = new Date().getFullYear()
  await app.database.sql(`update portal_clock set "offset" = make_timestamptz($1, 12, 30, 12, 0, 0) - now()`, [
    year + 5,
  ])
  await deleteOld(app.context)
  expect(await named()).toEqual(['Anna Holm', 'Anna Holm'])
  await app.database.sql(`update portal_clock set "offset" = make_timestamptz($1, 1, 2, 12, 0, 0) - now()`, [year + 6])
  await deleteOld(app.context)
  expect(await named()).toEqual(['', ''])
  expect(await books()).toEqual(before)
})

test('a sign-up that came to nothing goes after a year without a visit', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  await buy(app, anna, club)
  await app.moveClock('300 days')
  expect((await deleteOld(app.context))['sign-ups']).toBeUndefined()
  await app.moveClock('70 days')
  expect((await deleteOld(app.context))['sign-ups']).toBe(1)
  expect(await app.database.sql('select member_id from erasures')).toEqual([{ member_id: carla.memberId }])
})

test('with a removed club goes no one who waits for a place at another one, nor whom they wait for', async () => {
  const [carla, bo] = [await signedIn(app, 'carla@example.com'), await signedIn(app, 'bo@example.com')]
  const asta = await buildParticipant(app, carla, 'Asta')
  const camp = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'adult', price: 0 }] })
  await prepare(app, anna, [{ memberId: anna.memberId, event: camp }])
  for (const [person, memberId] of [
    [carla, asta],
    [bo, bo.memberId],
  ] as const) {
    const people = [{ memberId, category: 'adult' }]
    await app.call(waiting.join, { eventId: camp.id, people, mode: 'any' }, { as: person.token })
  }
  const strangers = [carla.memberId, asta, bo.memberId]
  expect(await eraseStrangers(app.context, strangers)).toBe(0)
  await app.database.sql(`update waiting_wishes set status = 'left'`)
  expect(await eraseStrangers(app.context, strangers)).toBe(3)
})

test('an import is deleted with its rows once it cannot be taken back', async () => {
  for (const [name, age] of Object.entries({ kept: '29 days', gone: '31 days' }))
    await app.database.sql(
      `with made as (
         insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers, created_at)
         values (gen_random_uuid(), $1, $2, $3, '{}', '{}', 0, portal_now() - $4::interval) returning id
       ) insert into import_rows (import_id, row, cells) select id, 2, '{Asta Lind}' from made`,
      [club.id, anna.memberId, name, age],
    )
  await app.database.sql(
    `insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers, state, undo_until)
     values (gen_random_uuid(), $1, $2, 'undoing', '{}', '{}', 0, 'undoing', portal_now() - interval '1 day')`,
    [club.id, anna.memberId],
  )
  await deleteOld(app.context)
  const left = await app.database.sql('select file_name from imports order by 1')
  expect(left).toEqual([{ file_name: 'kept' }, { file_name: 'undoing' }])
  expect(await app.database.sql('select from import_rows')).toHaveLength(1)
  await app.database.sql(`delete from imports where file_name = 'undoing'`)
})
