import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { type EventFields, officeEvents, type SeriesScope } from '#contract/events/office.ts'
import { eventSeries } from '#contract/events/series.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { readCalendar } from '#server/testing/files/calendar-reader.ts'
import { prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** A member subscribes to a training over both changes of the clock. Every feed is read by two parsers, which have to agree. */
let app: TestApp
let club: Club
let [office, anna]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from calendar_feeds')
  await app.database.sql(`update events set starts_at = '2020-01-01', ends_at = '2020-01-02'`)
  club = await buildClub(app)
})

const as = () => ({ as: office!.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })
const item = (eventId: string) => app.call(officeEvents.item, inClub({ eventId }), as())

/** Tuesdays at 18:00 in Copenhagen from September to April, every four weeks, without two of them. */
async function training() {
  const draft = await app.call(officeEvents.create, inClub({ template: null, startsAt: '2048-09-15T18:00' }), as())
  const { id, version, fields } = draft
  const [category] = fields.categories
  const saved = await app.call(
    officeEvents.save,
    inClub({
      ...fields,
      eventId: id,
      version,
      title: { da: 'Træning' },
      place: { da: 'Hal A' },
      endsAt: '2048-09-15T20:00',
      publicFrom: '2026-01-01T08:00',
      categories: [{ ...category!, price: 0, memberPrice: null }],
    }),
    as(),
  )
  const rule = {
    unit: 'week' as const,
    every: 4,
    weekdays: [2],
    monthly: 'day' as const,
    until: '2049-05-01',
    count: null,
    skipHolidays: false,
    skipWeeks: [],
    except: ['2048-12-08', '2049-02-02'],
  }
  const series = await app.call(eventSeries.create, inClub({ eventId: saved.id, rule }), as())
  await app.call(eventSeries.publish, inClub({ seriesId: series.id }), as())
  return series.dates.map(({ eventId }) => eventId)
}

async function save(eventId: string, scope: SeriesScope, changes: (fields: EventFields) => Partial<EventFields>) {
  const { fields, version } = await item(eventId)
  return app.call(
    officeEvents.save,
    inClub({ ...fields, ...changes(fields), eventId, version, scope, tellGuests: false }),
    as(),
  )
}
const at =
  (start: string, end: string) =>
  ({ startsAt, endsAt }: EventFields) => ({
    startsAt: `${startsAt.slice(0, 11)}${start}`,
    endsAt: `${endsAt.slice(0, 11)}${end}`,
  })

test('edits of all three scopes reach a subscribed calendar, each with a higher sequence, over both changes of the clock', async () => {
  const ids = await training()
  for (const id of ids) {
    const [key] = await app.database.sql<{ category: string }>(
      'select category from event_categories where event_id = $1',
      [id],
    )
    await prepare(app, anna!, [{ memberId: anna!.memberId, event: { id }, category: key!.category }])
  }
  const { url } = await app.call(calendarFeeds.create, { language: 'en', kind: 'family' }, { as: anna!.token })
  /** As both parsers read it: each date's start, and its sequence. */
  const read = async () => {
    const entries = readCalendar(await (await fetch(url)).text())
    return {
      starts: entries.map(({ start }) => start.slice(0, 16)),
      sequenceOf: new Map(entries.map(({ uid, sequence }) => [uid.split('@')[0]!, sequence])),
      hours: entries.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / 3_600_000),
    }
  }
  const first = await read()
  // 18:00 is 16:00 UTC in summer and 17:00 in winter; the clocks change on 25 October 2048 and 28 March 2049.
  expect(first.starts).toEqual([
    '2048-09-15T16:00',
    '2048-10-13T16:00',
    '2048-11-10T17:00',
    '2049-01-05T17:00',
    '2049-03-02T17:00',
    '2049-03-30T16:00',
    '2049-04-27T16:00',
  ])
  expect(new Set(first.hours)).toEqual(new Set([2]))
  const [, second, third, fourth, , , last] = ids as [string, string, string, string, string, string, string]
  /** The dates whose sequence is higher than before, and that of none is lower. */
  const higher = (before: typeof first, after: typeof first) =>
    ids.filter((id) => {
      const [was, is] = [before.sequenceOf.get(id)!, after.sequenceOf.get(id)!]
      expect(is).toBeGreaterThanOrEqual(was)
      return is > was
    })

  await save(second, 'one', at('18:30', '20:30'))
  const one = await read()
  expect(one.starts[1]).toBe('2048-10-13T16:30')
  expect(higher(first, one)).toEqual([second])

  await save(fourth, 'later', at('19:00', '21:30'))
  const later = await read()
  expect(later.starts).toEqual([
    '2048-09-15T16:00',
    '2048-10-13T16:30',
    '2048-11-10T17:00',
    '2049-01-05T18:00',
    '2049-03-02T18:00',
    '2049-03-30T17:00',
    '2049-04-27T17:00',
  ])
  expect(later.hours).toEqual([2, 2, 2, 2.5, 2.5, 2.5, 2.5])
  expect(higher(one, later)).toEqual(ids.slice(3))

  // The second has times of its own, which do not follow.
  await save(third, 'all', at('17:00', '19:00'))
  const all = await read()
  expect(all.starts).toEqual([
    '2048-09-15T15:00',
    '2048-10-13T16:30',
    '2048-11-10T16:00',
    '2049-01-05T16:00',
    '2049-03-02T16:00',
    '2049-03-30T15:00',
    '2049-04-27T15:00',
  ])
  expect(higher(later, all)).toEqual(ids.filter((id) => id !== second))
  expect(all.sequenceOf.get(last)).toBe(first.sequenceOf.get(last)! + 2)
})
