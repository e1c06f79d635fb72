import { beforeAll, expect, test } from 'vitest'
import { workOf } from '#server/schedule.ts'
import { addDays } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { broadcast } from '#server/domains/notifications/index.ts'
import { drain } from '#server/jobs/drain.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, mailsTo } from '#server/testing/purchase.ts'
import { goTo, insertPaidTerm } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { sql } from '#server/database/sql.ts'
import { remindRenewals, reminderDue, trialReminderDue } from './remind-renewals.ts'

let app: TestApp
let club: Club
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  await buy(app, anna, club)
})

const db = () => app.context.db
const renewals = () =>
  app.database.sql<{ receiver_id: string; danish: { message: string } }>(
    `select receiver_id, danish from notifications where type = 'MEMBERSHIP_RENEW' order by id`,
  )
/** Moves to so many days before the season ends. */
const daysBefore = (days: number) =>
  app.database.sql(
    `update portal_clock set "offset" = ($1::date - $2::int + interval '12 hours') at time zone 'Europe/Copenhagen' - now()`,
    [club.season.endDate, days],
  )

test.each([
  [31, 31, null],
  [30, 31, 30],
  [12, 31, 30],
  [7, 31, 7],
  [0, 31, 7],
  [-1, 31, null],
  [-24, 31, null],
  [-25, 31, 'grace'],
  [-31, 31, 'grace'],
  [7, 0, 7],
  [1, 0, 7],
  [0, 0, 0],
])('with %s days left and %s days of grace the reminder of %s days is due', (daysLeft, grace, due) =>
  expect(reminderDue({ daysLeft, graceLeft: daysLeft + grace }, '2030-06-01')).toBe(due),
)

test.each([
  ['2026-12-29', 2, 7],
  ['2026-12-30', 1, 0],
  ['2026-12-23', 3, 0],
  ['2026-12-23', 4, 7],
])('the last reminder before Christmas and New Year comes early: on %s with %s days left', (today, daysLeft, due) =>
  expect(reminderDue({ daysLeft, graceLeft: daysLeft }, today)).toBe(due),
)

test('a single day of grace on which nobody is reminded is none', () => {
  expect(reminderDue({ daysLeft: 0, graceLeft: 1 }, '2026-12-23')).toBe(0)
  expect(reminderDue({ daysLeft: 0, graceLeft: 4 }, '2026-12-23')).toBe(7)
})

test.each([
  [8, null],
  [7, 'trial'],
  [0, 'trial'],
  [-1, 'trial-grace'],
  [-8, null],
])('with %s days left of a trial the reminder %s is due', (daysLeft, due) =>
  expect(trialReminderDue({ daysLeft })).toBe(due),
)

test('30, 7 and 0 days before the end, once each, when the next season is on sale and not yet bought', async () => {
  await daysBefore(30)
  expect(await remindRenewals(db())).toBe(0)

  const year = Number(club.season.startDate.slice(0, 4)) + 1
  const next = await buildSeason(app, club, {
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: `${year - 1}-12-01`,
  })
  const child = await buildParticipant(app, anna, 'Ida')
  await insertPaidTerm(app, child, club.season)
  expect(await remindRenewals(db())).toBe(1)
  expect(await remindRenewals(db())).toBe(0)
  expect(await renewals()).toMatchObject([
    { receiver_id: anna.memberId, danish: { message: expect.stringContaining('Du kan forny nu') as string } },
  ])
  await app.runJobs({ all: true })
  await daysBefore(12)
  expect(await remindRenewals(db())).toBe(0)
  await daysBefore(7)
  expect(await remindRenewals(db())).toBe(1)
  await app.runJobs({ all: true })

  await insertPaidTerm(app, anna.memberId, next)
  await insertPaidTerm(app, child, next)
  await daysBefore(0)
  expect(await remindRenewals(db())).toBe(0)

  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(club.key))
  expect(mails.filter(({ subject }) => /ends on|udløber/.test(subject)).map(({ copies }) => copies)).toEqual([1, 1])
})

test.each([
  [
    'has died, whichever club knows it',
    async (id: string) =>
      app.database.sql(
        `insert into club_people (org_id, member_id, since, source, left_on, left_reason)
         values ($1, $2, '2020-01-01', 'joined', '2026-01-01', 'deceased')`,
        [(await buildClub(app)).id, id],
      ),
  ],
  [
    'is archived',
    (id: string) => app.database.sql('update members set archived_at = portal_now() where id = $1', [id]),
  ],
])('a family is not asked to renew for somebody who %s', async (_, end) => {
  const asks = await buildClub(app)
  const year = Number(asks.season.startDate.slice(0, 4)) + 1
  const dates = { startDate: `${year}-01-01`, endDate: `${year}-12-31`, offerStartDate: `${year - 1}-12-01` }
  await buildSeason(app, asks, dates)
  const [gone, lives] = [await buildParticipant(app, anna, 'Ask'), await buildParticipant(app, anna, 'Liv')]
  await insertPaidTerm(app, gone, asks.season)
  await end(gone)
  const asked = async () => {
    await daysBefore(7)
    await remindRenewals(db())
    await app.runJobs({ all: true })
    return (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(asks.key))
  }
  expect(await asked()).toEqual([])
  await insertPaidTerm(app, lives, asks.season)
  const [mail, ...others] = await asked()
  expect(others).toEqual([])
  expect(mail!.text).toContain('Liv')
  expect(mail!.text).not.toContain('Ask ')
})

test('who only had a trial is asked to become a member, not to renew', async () => {
  const tried = await buildClub(app)
  await app.database.sql('update membership_configurations set is_trial = true where id = $1', [tried.season.id])
  const year = Number(tried.season.startDate.slice(0, 4)) + 1
  await buildSeason(app, tried, {
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: `${year - 1}-12-01`,
  })
  const dan = await signedIn(app, 'dan@example.com')
  await insertPaidTerm(app, dan.memberId, tried.season)
  await daysBefore(7)
  await remindRenewals(db())
  await app.runJobs({ all: true })
  const bells = await app.database.sql<{ title: string; message: string }>(
    `select title, message from notifications where receiver_id = $1 and data ->> 'orgId' = $2`,
    [dan.memberId, tried.id],
  )
  expect(bells).toMatchObject([{ title: `The trial at Club ${tried.key} ends soon` }])
  const mails = (await mailsTo(app, 'dan@example.com')).filter(({ subject }) => subject.includes(tried.key))
  expect(mails).toHaveLength(1)
  expect([...bells.map(({ message }) => message), mails[0]!.subject, mails[0]!.text].join(' ')).not.toMatch(/\brenew/i)
})

test('a trial that ends later neither hides the end of a membership nor is reminded of', async () => {
  const tries = await buildClub(app)
  const year = Number(tries.season.startDate.slice(0, 4))
  await buildSeason(app, tries, {
    startDate: `${year + 1}-01-01`,
    endDate: `${year + 1}-12-31`,
    offerStartDate: `${year}-12-01`,
  })
  const trial = await buildSeason(app, tries, {
    startDate: `${year}-11-15`,
    endDate: `${year + 1}-01-31`,
    isTrial: true,
  })
  const carla = await signedIn(app, 'carla@example.com')
  await daysBefore(30)
  for (const season of [tries.season, trial]) await insertPaidTerm(app, carla.memberId, season)
  const bells = () =>
    app.database.sql(
      `select distinct data ->> 'endDate' as "endDate" from notifications where receiver_id = $1 and data ->> 'orgId' = $2`,
      [carla.memberId, tries.id],
    )
  await remindRenewals(db())
  expect(await bells()).toEqual([{ endDate: tries.season.endDate }])
  await goTo(app, addDays(trial.endDate, -7))
  await remindRenewals(db())
  expect(await bells()).toEqual([{ endDate: tries.season.endDate }])
  await app.runJobs({ all: true })
})

test('a broadcast whose worker dies continues and reaches everybody once', async () => {
  await app.database.sql(`
    insert into members (id, first_name, last_name, email, language)
    select portal_new_id(), 'Crowd', n::text, 'crowd' || n || '@mail.example', 'da' from generate_series(1, 1200) n`)
  const [season, crowd] = [club.season, newId()]
  await app.database.sql(
    `insert into memberships (id, org_id, member_id) select portal_new_id(), $1, id from members where first_name = 'Crowd'`,
    [season.orgId],
  )
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status, status_change_date)
     select portal_new_id(), memberships.id, org_id, member_id, $1, 2030, '2030-01-01', '2030-06-30', 'active', portal_now() - interval '30 days'
     from memberships join members on members.id = member_id where first_name = 'Crowd'`,
    [season.id],
  )
  const remind = () =>
    inTransaction(db(), (tx) =>
      broadcast(tx, {
        receivers: sql`select member_id from membership_terms where org_id = ${season.orgId} and end_date = '2030-06-30'`,
        type: 'MEMBERSHIP_RENEW',
        texts: () => ({ title: 'T', message: 'M' }),
        data: {},
        onceKey: crowd,
        mail: { template: 'membership-renew', data: { orgId: season.orgId, endDate: '2030-06-30' } },
      }),
    )
  expect(await remind()).toBe(1200)
  expect(await remind()).toBe(0)

  // Its first part is handed over; then the worker is gone, and the job runs again from the start.
  await app.database.sql(`
    create function stop_after_first() returns trigger language plpgsql as $$
    begin if (select count(*) from messages where once_key like 'fan-out:%') > 600 then raise 'killed'; end if; return null; end $$`)
  await app.database.sql(
    'create trigger stop after insert on messages for each statement execute function stop_after_first()',
  )
  const only = workOf(app.context).handlers.filter(({ name }) => name === 'notifications.mail-many')
  const work = { ...workOf(app.context), handlers: only }
  const drained = await drain(app.context.jobsDb, work, { all: true })
  expect(drained.failed).toEqual(['notifications.mail-many'])
  expect(await mails()).toEqual({ mails: 500, receivers: 500, jobs: 500 })
  await app.database.sql('drop function stop_after_first cascade')
  await Promise.all([drain(app.context.jobsDb, work, { all: true }), drain(app.context.jobsDb, work, { all: true })])
  const all = { mails: 1200, receivers: 1200, jobs: 1200 }
  expect(await mails()).toEqual(all)

  async function mails() {
    const [row] = await app.database.sql<{ mails: number; receivers: number; jobs: number }>(
      `select count(*)::int as mails, count(distinct member_id)::int as receivers, (
         select count(distinct key)::int from graphile_worker.jobs where key like 'mail:%'
           and replace(key, 'mail:', '')::uuid in (select id from messages where fan_out_id is not null)
       ) as jobs
       from messages where once_key like 'fan-out:%' and data->>'endDate' = '2030-06-30'`,
    )
    return row
  }
})

test('nobody is reminded within a week of paying', async () => {
  const other = await buildClub(app)
  const { endDate } = other.season
  const year = Number(endDate.slice(0, 4)) + 1
  await buildSeason(app, other, {
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  await insertPaidTerm(app, anna.memberId, other.season)
  const paidDaysAgo = (days: number) =>
    app.database.sql(
      `update membership_terms set status_change_date = portal_now() - make_interval(days => $2) where org_id = $1`,
      [other.id, days],
    )
  await app.database.sql(
    `update portal_clock set "offset" = ($1::date - 20 + interval '12 hours') at time zone 'Europe/Copenhagen' - now()`,
    [endDate],
  )
  const bells = async () => {
    await remindRenewals(db())
    return app.database.sql(`select 1 from notifications where data ->> 'orgId' = $1`, [other.id])
  }
  await paidDaysAgo(6)
  expect(await bells()).toHaveLength(0)
  await paidDaysAgo(7)
  expect(await bells()).toHaveLength(1)
})
