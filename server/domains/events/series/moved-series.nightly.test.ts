import { beforeAll, beforeEach, expect, test } from 'vitest'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { type EventFields, officeEvents, type SeriesScope } from '#contract/events/office.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** Dates of a series that are moved together: one mail to each reader, and a question for each date. */
let app: TestApp
let club: Club
let [office, anna, bo]: Person[] = []
let dates: BuiltEvent[]
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update delayed_actions set state = 'stopped' where state = 'waiting'`)
  club = await buildClub(app)
})

const DAY = 24 * 3_600_000
/** Dates at 18:00 UTC, so many days from today. */
async function series(...inDays: number[]) {
  const seriesId = newId()
  const rule = { unit: 'week', every: 1, weekdays: [2], monthly: 'day', until: null, count: 4 }
  await app.database.sql(`insert into event_series (id, org_id, rule, starts_on) values ($1, $2, $3, '2026-01-06')`, [
    seriesId,
    club.id,
    JSON.stringify({ ...rule, skipHolidays: false, skipWeeks: [], except: [] }),
  ])
  const [{ now } = { now: '' }] = await app.database.sql<{ now: string }>('select portal_now()::text as now')
  const midnight = Math.floor(new Date(now).getTime() / DAY) * DAY
  dates = []
  for (const days of inDays) {
    const startsAt = new Date(midnight + days * DAY + 18 * 3_600_000)
    const date = await buildEvent(app, club, {
      title: `Training ${club.key}`,
      onePerPerson: false,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 2 * 3_600_000),
      timeZone: 'UTC',
      categories: [{ category: 'adult' }, { category: 'free', price: 0 }],
    })
    await app.database.sql(`update events set series_id = $2 where id = $1`, [date.id, seriesId])
    dates.push(date)
  }
}
const as = () => ({ as: office!.token })
async function save(at: number, scope: SeriesScope, changes: (fields: EventFields) => object) {
  const which = { orgId: club.id, eventId: dates[at]!.id }
  const { fields, version } = await app.call(officeEvents.item, which, as())
  return app.call(officeEvents.save, { ...which, ...fields, version, scope, ...changes(fields) }, as())
}
const later =
  (hours: string, more: object = {}) =>
  ({ startsAt, endsAt }: EventFields) => ({
    startsAt: startsAt.replace('T18', `T${hours}`),
    endsAt: endsAt.replace('T20', 'T23'),
    ...more,
  })
const inDays = async (days: number) =>
  (
    await app.database.sql<{ day: string }>(`select ((portal_now() at time zone 'UTC')::date + $1::int)::text as day`, [
      days,
    ])
  )[0]!.day
const free = (person: Person, at: number) =>
  prepare(app, person, [{ memberId: person.memberId, event: dates[at]!, category: 'free' }])
async function pauseOver() {
  await carryOut(app)
  await app.runJobs({ all: true, mayFail: true })
}
const mailed = async ({ memberId }: Person) =>
  (
    await app.database.sql<{ dates: number }>(
      `select coalesce(jsonb_array_length(data -> 'changeIds'), 1) as dates from messages where template = 'event-moved' and member_id = $1
         and data ->> 'changeId' in (select changes.id::text from event_changes changes join events on events.id = event_id where org_id = $2)`,
      [memberId, club.id],
    )
  ).map((row) => row.dates)
/** Until which day the guests of each date are asked. */
const asked = async () =>
  (
    await app.database.sql<{ until: string | null }>(
      `select (keep_until at time zone 'UTC')::date::text as until from events left join event_moves moves on moves.event_id = events.id
       where events.org_id = $1 order by starts_at`,
      [club.id],
    )
  ).map(({ until }) => until)

test('one mail names all dates that were moved with one press, and each has its own question', async () => {
  await series(20, 27, 34)
  await buyPlaces(app, anna!, dates[0]!, [{ memberId: anna!.memberId, event: dates[0]! }])
  for (const at of [1, 2]) await free(anna!, at)
  await free(bo!, 2)
  const until = await inDays(5)
  await save(
    0,
    'later',
    later('21', { moveText: { da: 'Hallen er optaget', en: 'The hall is taken' }, keepUntil: until }),
  )
  await pauseOver()
  expect([await mailed(anna!), await mailed(bo!)]).toEqual([[3], [1]])
  expect(await asked()).toEqual([until, until, until])
  const [mail] = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) => subject.includes(club.key))
  expect(mail!.subject).toBe(`Training ${club.key}: 3 dates have changed`)
  expect(mail!.text).toContain('The hall is taken')
  expect([mail!.text.match(/Before: .*18:00/g)?.length, mail!.text.match(/\/moved\?token=/g)?.length]).toEqual([3, 3])
  expect(mail!.attachments).toHaveLength(1)
  const bells = await app.database.sql(
    `select from notifications where receiver_id = $1 and once_key like 'event-moved:%' and data ->> 'orgKey' = $2`,
    [anna!.memberId, club.key],
  )
  expect(bells).toHaveLength(3)
})

test('the day to answer is one before each date at the latest, and dates that begin too soon are not asked', async () => {
  await series(1, 3, 20, 27)
  for (const at of [0, 1, 2, 3]) await free(anna!, at)
  const until = await inDays(9)
  await save(2, 'all', later('21', { keepUntil: until }))
  await pauseOver()
  expect(await asked()).toEqual([null, await inDays(2), until, until])
  expect(await mailed(anna!)).toEqual([4])
})

test('a date without guests lets the later ones be asked for a week, and a blank day of one with guests nobody', async () => {
  await series(20, 27)
  await free(anna!, 1)
  await save(0, 'later', later('21'))
  await pauseOver()
  expect(await asked()).toEqual([null, await inDays(7)])
  expect(await mailed(anna!)).toEqual([1])
  await series(40, 47)
  for (const at of [0, 1]) await free(bo!, at)
  await save(0, 'later', later('21'))
  await pauseOver()
  expect((await asked()).slice(2)).toEqual([null, null])
  expect(await mailed(bo!)).toEqual([2])
})

test('the mail waits for the dates whose pause is not over yet', async () => {
  await series(20, 27)
  for (const at of [0, 1]) await free(anna!, at)
  await save(0, 'later', later('21'))
  const [first] = await app.database.sql<{ id: string }>(
    `select id from delayed_actions where state = 'waiting' order by id`,
  )
  await carryOut(app, first!.id)
  await app.runJobs()
  expect(await mailed(anna!)).toEqual([])
  await pauseOver()
  expect(await mailed(anna!)).toEqual([2])
})

test('one change of many dates is stopped with one press', async () => {
  await series(20, 27)
  for (const at of [0, 1]) await free(anna!, at)
  await save(0, 'later', later('21'))
  const waiting = await app.call(delayedActions.list, { orgId: club.id }, as())
  // They are one press.
  expect(waiting).toHaveLength(1)
  await app.call(delayedActions.stopMove, { orgId: club.id, actionId: waiting[0]!.id }, as())
  await pauseOver()
  expect(await mailed(anna!)).toEqual([])
})

test('a smaller change of all dates, ticked, is one mail, too', async () => {
  await series(20, 27)
  for (const at of [0, 1]) await free(anna!, at)
  await save(0, 'later', ({ startsAt, endsAt }) => ({
    startsAt: startsAt.replace('T18:00', 'T18:30'),
    endsAt: endsAt.replace('T20:00', 'T20:30'),
    tellGuests: true,
  }))
  await pauseOver()
  expect([await mailed(anna!), await asked()]).toEqual([[2], [null, null]])
})
