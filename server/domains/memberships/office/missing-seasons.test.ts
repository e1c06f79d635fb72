import { beforeAll, expect, test } from 'vitest'
import { officeMemberships } from '#contract/memberships/office.ts'
import { officeToday } from '#contract/office/today.ts'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { remindMissingSeasons } from './missing-seasons.ts'

let app: TestApp
let club: Club
let [office, anna]: Person[] = []
let today: string
beforeAll(async () => {
  app = await sharedApp()
  today = copenhagenDate(await portalNow(app.context.db))
  club = await buildClub(app, { key: 'ROKLUB' })
  await app.database.sql(
    `update membership_configurations set start_date = $2::date - 300, end_date = $2::date + 200 where id = $1`,
    [club.season.id, today],
  )
  office = await signedIn(app, 'admin@roklub.example')
  anna = await signedIn(app, 'anna@example.com')
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles) values (gen_random_uuid(), $1, $2, '{treasurer}')`,
    [club.id, anna.memberId],
  )
})

/** A season that ended, or will, so many days from today. */
const season = (name: string, days: number, changes: object = {}) =>
  buildSeason(app, club, { name, startDate: addDays(today, days - 300), endDate: addDays(today, days), ...changes })
const missing = async () =>
  (await app.call(officeToday.show, { orgId: club.id }, { as: office!.token })).missingSeasons!.map(
    ({ name, draftId }) => `${name}${draftId ? ' (draft)' : ''}`,
  )
const mails = async (address: string) => {
  await app.runJobs({ all: true })
  return (await mailsTo(app, address)).filter(({ subject }) => /no next season|mangler den næste/.test(subject))
}

test('a next season is missing from 60 days before the end until it is published', async () => {
  await season('Later', 61)
  const soon = await season('Soon', 60)
  await season('Past', -60)
  await season('Long past', -61)
  await season('Trial', 10, { isTrial: true })
  await season('Stopped', 10, { enabled: false })
  expect(await missing()).toEqual(['Past', 'Soon'])

  const asked = { orgId: club.id, seasons: [{ configurationId: soon.id, price: 100, offerStartDate: today }] }
  const [copy] = await app.call(officeMemberships.copy, asked, { as: office!.token })
  expect(await missing()).toEqual(['Past', 'Soon (draft)'])
  await app.call(officeMemberships.publish, { orgId: club.id, ids: [copy!.id] }, { as: office!.token })
  expect(await missing()).toEqual(['Past'])
})

test('who writes the seasons is mailed once, by role or by token, and nobody else', async () => {
  const stranger = await signedIn(app, 'bo@example.com')
  expect(await remindMissingSeasons(app.context.db, today)).toBe(2)
  expect(await remindMissingSeasons(app.context.db, today)).toBe(2)
  const after = [await mails('anna@example.com'), await mails('admin@roklub.example')]
  expect(after.map(({ length }) => length)).toEqual([1, 1])
  expect(after[0]![0]!.text).toMatch(/Past/)
  expect(stranger.memberId).not.toBe(anna!.memberId)
  const [{ count }] = (await app.database.sql<{ count: number }>(
    `select count(*)::int as count from messages where template = 'season-missing'`,
  )) as [{ count: number }]
  expect(count).toBe(2)
})

test('a mail that is sent late says nothing once the season is there', async () => {
  const before = (await mails('anna@example.com')).length
  await season('Next week', 7)
  expect(await remindMissingSeasons(app.context.db, today)).toBe(4)
  await app.database.sql(`update membership_configurations set enabled = false where name in ('Next week', 'Past')`)
  expect((await mails('anna@example.com')).length).toBe(before)
})
