import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#server/database/clock.ts'
import { buildClub, type Club } from '#server/testing/builders.ts'
import { followingSeason, goTo } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { announceRenewals } from './announce-renewals.ts'
import { chargeDue } from './charge-renewal.ts'

const CROWD = 5000

let app: TestApp
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  await followingSeason(app, club, 1)
  const sql = (text: string, values?: unknown[]) => app.database.sql(text, values)
  await sql(`
    insert into members (id, first_name, last_name, email, language)
    select portal_new_id(), 'Crowd', n::text, 'crowd' || n || '@mail.example', 'da' from generate_series(1, ${CROWD}) n`)
  await sql(
    `insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
     select portal_new_id(), $1, id, gen_random_uuid()::text, '4100 00XX XXXX 0000', '2049-12' from members where first_name = 'Crowd'`,
    [club.id],
  )
  await sql(
    `insert into memberships (id, org_id, member_id, auto_renewal, saved_card_identifier)
     select portal_new_id(), org_id, member_id, true, saved_card_identifier from saved_cards`,
  )
  await sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), id, org_id, member_id, $1, 2000, $2, $3, 'active' from memberships`,
    [club.season.id, club.season.startDate, club.season.endDate],
  )
})

const before = (days: number) => addDays(club.season.endDate, -days)
const counts = async () => {
  const [row] = await app.database.sql(`
    select (select count(*)::int from renewals) as renewals, (select count(distinct member_id)::int from renewals) as people,
      (select count(*)::int from renewal_charges) as charges, (select count(*)::int from renewal_charges where told and round = 1) as told,
      (select count(*)::int from notifications) as notifications`)
  return row
}
const whole = { renewals: CROWD, people: CROWD, charges: CROWD, told: CROWD, notifications: CROWD }

test('a job killed at 40 % continues, also beside another: each member is prepared and notified once', async () => {
  await goTo(app, before(28))
  const { db } = app.context
  await app.database.sql(`
    create function stop_at_forty() returns trigger language plpgsql as $$
    begin if (select count(*) from renewals) > ${CROWD * 0.4} then raise 'killed'; end if; return null; end $$`)
  await app.database.sql(
    'create trigger stop after insert on renewals for each statement execute function stop_at_forty()',
  )
  await expect(announceRenewals(db, before(28))).rejects.toThrow()
  const { renewals, notifications } = (await counts()) as { renewals: number; notifications: number }
  expect(renewals).toBe(CROWD * 0.4)
  expect(notifications).toBe(renewals)

  await app.database.sql('drop function stop_at_forty cascade')
  const both = await Promise.all([announceRenewals(db, before(28)), announceRenewals(db, before(28))])
  expect(both[0] + both[1]).toBe(CROWD * 0.6)
  expect(await counts()).toEqual(whole)
  expect(await announceRenewals(db, before(27))).toBe(0)
  expect(await counts()).toEqual(whole)
})

test('control: without the unique index somebody is on two charges', async () => {
  await expect(
    app.database.sql(
      `insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount)
       select portal_new_id(), charge_id, org_id, member_id, membership_id, configuration_id, year, amount from renewals limit 1`,
    ),
  ).rejects.toThrow(/renewals_member/)
})

test('every due charge is made once, however many there are', async () => {
  expect(await chargeDue(app.context.db, before(15))).toBe(0)
  await Promise.all([1, 2].map(() => chargeDue(app.context.db, before(14))))
  const [jobs] = await app.database.sql<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'renewals.charge'`,
  )
  expect(jobs!.count).toBe(CROWD)
})
