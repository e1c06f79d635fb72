import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventCancel } from '#contract/events/cancel.ts'
import { eventSeries } from '#contract/events/series.ts'
import { officeToday } from '#contract/office/today.ts'
import { newId } from '#server/database/new-id.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { inTurn } from '#server/testing/lock-waits.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'

/** Dates of a series that are cancelled together: this and all later ones. */
let app: TestApp
let club: Club
let [chair, manager, treasurer, anna, bo]: Person[] = []
let dates: BuiltEvent[]
let seriesId: string
const DAYS = ['2049-03-16', '2049-03-23', '2049-03-30', '2049-04-06']
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  treasurer = await signedIn(app, 'carla@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  seriesId = newId()
  const rule = { unit: 'week', every: 1, weekdays: [2], monthly: 'day', until: null, count: 4 }
  await app.database.sql(`insert into event_series (id, org_id, rule, starts_on) values ($1, $2, $3, $4)`, [
    seriesId,
    club.id,
    JSON.stringify({ ...rule, skipHolidays: false, skipWeeks: [], except: [] }),
    DAYS[0],
  ])
  dates = []
  for (const day of DAYS) {
    const date = await buildEvent(app, club, {
      title: 'Training',
      onePerPerson: false,
      startsAt: new Date(`${day}T18:00:00+01:00`),
      endsAt: new Date(`${day}T20:00:00+01:00`),
      categories: [{ category: 'adult' }, { category: 'free', price: 0 }],
    })
    await app.database.sql(`update events set series_id = $2 where id = $1`, [date.id, seriesId])
    dates.push(date)
  }
})

const as = (person = chair!) => ({ as: person.token })
const ofDate = (at: number) => ({ orgId: club.id, eventId: dates[at]!.id })
const preview = (at: number, scope?: 'later') =>
  app.call(eventCancel.preview, { ...ofDate(at), ...(scope && { scope }) }, as())
const start = (at: number, later: { dates: number; drafts: number } | null, person = chair!) =>
  app.call(
    eventCancel.start,
    {
      ...ofDate(at),
      texts: { da: 'Hallen lukker.', en: `The hall of ${club.key} is closing.` },
      refunds: 'all',
      name: 'training',
      ...(later && { later }),
    },
    as(person),
  )
const run = (at: number, person = chair!) => app.call(eventCancel.run, ofDate(at), as(person))
const paid = (person: Person, at: number) =>
  buyPlaces(app, person, dates[at]!, [{ memberId: person.memberId, event: dates[at]! }])
const takes = (person: Person, at: number, category: string) =>
  prepare(app, person, [{ memberId: person.memberId, event: dates[at]!, category }])
const states = async () =>
  (
    await app.database.sql<{ status: string }>('select status from events where series_id = $1 order by starts_at', [
      seriesId,
    ])
  ).map(({ status }) => status)
const ruleOf = async () =>
  (
    await app.database.sql<{ rule: { until: string; count: number } }>('select rule from event_series where id = $1', [
      seriesId,
    ])
  )[0]!.rule
async function carriedOut() {
  for (let round = 0; round < 4; round++) {
    await workOf(app.context)
      .recurring.find(({ name }) => name === 'events.resume-runs')!
      .run()
    await app.runJobs({ all: true, mayFail: true })
  }
}
const mailed = async (template: string, person: Person) =>
  (
    await app.database.sql<{ data: { eventIds?: string[]; outcomes?: string[] } }>(
      `select data from messages where template = $1 and member_id = $2 and data ->> 'runId' in (select id::text from event_runs where org_id = $3)`,
      [template, person.memberId, club.id],
    )
  ).map(({ data }) => data)
const healthy = async () => expect(await brokenInvariants(app, club)).toEqual([])

test('this and the later dates are cancelled, earlier ones and those that were cancelled before stay as they are', async () => {
  await paid(anna!, 1)
  await paid(anna!, 2)
  await takes(bo!, 3, 'free')
  await paid(bo!, 0)
  expect((await preview(1)).numbers).toMatchObject({ tickets: 1, toCards: { minor: 20_000 } })
  expect(await preview(1, 'later')).toMatchObject({
    numbers: { tickets: 3, orders: 3, toCards: { minor: 40_000 }, freeTickets: 1 },
    later: { dates: 2, drafts: 0, kept: 0, last: '2049-04-06T19:00' },
  })
  await start(2, null)
  expect((await preview(1)).later).toMatchObject({ dates: 1 })
  expect((await start(1, { dates: 1, drafts: 0 })).dates.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual([
    '2049-03-23',
    '2049-04-06',
  ])
  expect(await states()).toEqual(['published', 'cancelled', 'cancelled', 'cancelled'])
  await carriedOut()
  expect([(await run(1)).state, (await run(3)).state]).toEqual(['done', 'done'])
  expect((await run(1)).refunded).toMatchObject({ minor: 20_000 })
  // One report of both, and one of the date that was cancelled before.
  expect(await mailed('event-cancel-report', chair!)).toHaveLength(2)
  await healthy()
})

test('its rule ends before it: no day is added again, and drafts are gone', async () => {
  await app.database.sql(`update events set status = 'draft', published_at = null where id = $1`, [dates[3]!.id])
  expect((await preview(2)).later).toMatchObject({ dates: 0, drafts: 1 })
  await start(2, { dates: 0, drafts: 1 })
  expect(await states()).toEqual(['published', 'published', 'cancelled'])
  expect(await ruleOf()).toMatchObject({ count: null, until: '2049-03-23', except: ['2049-04-06'] })
  const series = await app.call(eventSeries.item, { orgId: club.id, seriesId }, as())
  expect(series.dates.map(({ fits }) => fits)).toEqual([true, true, false])
  const rule = { ...series.rule, until: '2049-04-13' }
  const longer = await app.call(eventSeries.change, { orgId: club.id, seriesId, rule, version: series.version }, as())
  expect(longer.dates.map(({ startsAt, status }) => `${startsAt.slice(0, 10)} ${status}`)).toEqual([
    '2049-03-16 published',
    '2049-03-23 published',
    '2049-03-30 cancelled',
    '2049-04-13 draft',
  ])
})

test('a draft that was on sale, or has coupons, stays', async () => {
  await app.database.sql(`update events set status = 'draft', published_at = portal_now() where id = $1`, [
    dates[3]!.id,
  ])
  expect((await preview(1)).later).toMatchObject({ dates: 1, drafts: 0, kept: 1, last: '2049-03-30T19:00' })
  await app.database.sql(`update events set published_at = null where id = $1`, [dates[3]!.id])
  expect((await preview(1)).later).toMatchObject({ drafts: 1, kept: 0 })
  await buildCoupon(app, club, { eventId: dates[3]!.id })
  expect((await preview(1)).later).toMatchObject({ drafts: 0, kept: 1 })
  await start(1, { dates: 1, drafts: 0 })
  expect(await states()).toEqual(['published', 'cancelled', 'cancelled', 'draft'])
})

test('dates that somebody has not seen are not cancelled', async () => {
  await start(3, null)
  expect(await codeOf(start(1, { dates: 2, drafts: 0 }))).toBe('changed_meanwhile')
  expect(await states()).toEqual(['published', 'published', 'published', 'cancelled'])
})

test('one mail names all dates of a buyer, with what becomes of the money', async () => {
  for (const at of [1, 2]) await paid(anna!, at)
  await takes(anna!, 3, 'free')
  await takes(bo!, 2, 'free')
  await start(1, { dates: 2, drafts: 0 })
  await carriedOut()
  const all = await mailed('event-cancelled', anna!)
  expect(all).toHaveLength(1)
  expect([all[0]!.eventIds!.length, all[0]!.outcomes!.toSorted()]).toEqual([3, ['free', 'refunded']])
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes(`The hall of ${club.key}`))
  expect(mails.map(({ subject }) => subject)).toEqual(['Training: 3 dates are cancelled'])
  for (const day of ['23 March 2049', '30 March 2049', '6 April 2049']) expect(mails[0]!.text).toContain(day)
  // Whoever has one date gets the mail of one.
  expect((await mailed('event-cancelled', bo!)).map(({ eventIds }) => eventIds)).toEqual([undefined])
  await healthy()
})

test('one press approves all that wait, those without money do not wait, and Today has them as one', async () => {
  await grantOffice(app, club, manager!, ['event_manager'])
  await grantOffice(app, club, treasurer!, ['treasurer'])
  for (const at of [1, 3]) await paid(anna!, at)
  expect(await start(1, { dates: 2, drafts: 0 }, manager)).toMatchObject({
    state: 'waiting',
    dates: [{ state: 'waiting' }, { state: 'running' }, { state: 'waiting' }],
  })
  await app.runJobs({ all: true })
  expect(await mailed('event-cancel-waiting', treasurer!)).toHaveLength(1)
  expect((await mailed('event-cancelled', anna!)).map(({ outcomes }) => outcomes)).toEqual([['pending']])
  const { cancellations } = await app.call(officeToday.show, { orgId: club.id }, as(treasurer))
  expect(cancellations).toMatchObject([{ eventId: dates[1]!.id, dates: 2 }])
  // Asked from any of them, it is the sum of all that wait.
  expect((await app.call(eventCancel.preview, ofDate(3), as(treasurer))).numbers.toCards).toMatchObject({
    minor: 40_000,
  })
  const declined = await app.call(eventCancel.decline, { ...ofDate(3), reason: 'Not yet' }, as(treasurer))
  expect(declined.dates.map(({ state }) => state)).toEqual(['declined', 'done', 'declined'])
  await app.call(eventCancel.ask, ofDate(1), as(manager))
  const approved = await app.call(eventCancel.approve, ofDate(3), as(treasurer))
  expect(approved.dates.map(({ state }) => state)).toEqual(['running', 'done', 'running'])
  await carriedOut()
  expect([(await run(1)).refunded, (await run(3)).refunded]).toMatchObject([{ minor: 20_000 }, { minor: 20_000 }])
  expect(await mailed('event-cancelled', anna!)).toHaveLength(1)
  await healthy()
})

test('a date is taken back by itself, and the series reaches it again', async () => {
  await paid(anna!, 1)
  await start(1, { dates: 2, drafts: 0 })
  await app.call(eventCancel.stop, ofDate(2), as())
  expect(await states()).toEqual(['published', 'cancelled', 'published', 'cancelled'])
  expect(await ruleOf()).toMatchObject({ until: '2049-03-30' })
  expect((await run(1)).dates).toHaveLength(2)
})

describe('races', () => {
  /** Both offices have seen the same dates; the second asks while the first is about to write. */
  const both = () =>
    inTurn(
      app,
      'event_runs',
      () => codeOf(start(2, { dates: 1, drafts: 0 })),
      () => codeOf(start(1, { dates: 2, drafts: 0 })),
      2,
    )

  test('the second of two offices is refused, because there are fewer dates than it has seen', async () => {
    expect((await both()).toSorted()).toEqual(['first ok', 'second changed_meanwhile'])
    expect(await states()).toEqual(['published', 'published', 'cancelled', 'cancelled'])
    await healthy()
  })

  test('control: without the locks the second fails without a reason', async () => {
    expect((await withoutLocks(both)).toSorted()).toEqual(['first ok', 'second internal'])
  })

  /** A guest takes a place on the last date while it is cancelled with the others. */
  const buysMeanwhile = (waiting: 1 | 2) =>
    inTurn(
      app,
      'office_history',
      () => codeOf(start(1, { dates: 2, drafts: 0 })),
      () => codeOf(takes(bo!, 3, 'adult')),
      waiting,
    )
  const placesOfLast = () =>
    app.database.sql<{ status: string }>('select status from event_entries where event_id = $1', [dates[3]!.id])

  test('a purchase in between is refused, because the dates are locked', async () => {
    expect((await buysMeanwhile(2)).toSorted()).toEqual(['first ok', 'second event_not_found'])
    expect(await placesOfLast()).toEqual([])
  })

  test('control: without the locks the guest holds a place that nobody has', async () => {
    expect((await withoutLocks(() => buysMeanwhile(1))).toSorted()).toEqual(['first ok', 'second ok'])
    expect(await placesOfLast()).toEqual([{ status: 'held' }])
  })

  test('an order that came before ends with the date', async () => {
    await takes(bo!, 3, 'adult')
    await start(1, { dates: 2, drafts: 0 })
    await carriedOut()
    expect(await placesOfLast()).toEqual([{ status: 'released' }])
    await healthy()
  })
})
