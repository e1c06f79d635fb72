import { beforeAll, beforeEach, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { type EditedEvent, type EventFields, officeEvents, type SeriesScope } from '#contract/events/office.ts'
import type { Question } from '#contract/events/questions.ts'
import { type RepeatRule, weekdayOf } from '#contract/events/repeat.ts'
import { type EventSeries, eventSeries } from '#contract/events/series.ts'
import { addDays, copenhagenDate } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { prepare } from '#server/testing/purchase.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

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
  club = await buildClub(app)
})

const as = () => ({ as: office!.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })

const weekly: RepeatRule = {
  unit: 'week',
  every: 1,
  weekdays: [2],
  monthly: 'day',
  until: null,
  count: 4,
  skipHolidays: false,
  skipWeeks: [],
  except: [],
}

/** Training on Tuesdays at 18:00 in Copenhagen, a draft with one category. */
async function training(startsAt = '2049-03-16T18:00'): Promise<EditedEvent> {
  const draft = await app.call(officeEvents.create, inClub({ template: null, startsAt }), as())
  return save(draft, {
    title: { da: 'Træning' },
    endsAt: startsAt.replace(/T.*/, 'T20:00'),
    publicFrom: '2026-01-01T08:00',
  })
}

const save = ({ id, version, fields }: EditedEvent, changes: Partial<EventFields>, scope?: SeriesScope) =>
  app.call(officeEvents.save, inClub({ ...fields, ...changes, eventId: id, version, ...(scope && { scope }) }), as())
const item = (eventId: string) => app.call(officeEvents.item, inClub({ eventId }), as())
const repeat = ({ id: eventId }: EditedEvent, rule: Partial<RepeatRule> = {}) =>
  app.call(eventSeries.create, inClub({ eventId, rule: { ...weekly, ...rule } }), as())
const show = ({ id: seriesId }: { id: string }) => app.call(eventSeries.item, inClub({ seriesId }), as())
const publish = ({ id: seriesId }: { id: string }) => app.call(eventSeries.publish, inClub({ seriesId }), as())
const starts = ({ dates }: EventSeries) => dates.map(({ startsAt }) => startsAt)
const eventsOf = ({ dates }: EventSeries) => Promise.all(dates.map(({ eventId }) => item(eventId)))

const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof ApiProblem ? (error.body.data?.['problems'] ?? error.code) : Promise.reject(error),
  )

test('weekly training keeps its local time over both changes of the clock', async () => {
  const spring = await repeat(await training('2049-03-16T18:00'))
  expect(starts(spring)).toEqual(['2049-03-16T18:00', '2049-03-23T18:00', '2049-03-30T18:00', '2049-04-06T18:00'])
  const autumn = await repeat(await training('2049-10-19T18:00'))
  expect(starts(autumn)).toEqual(['2049-10-19T18:00', '2049-10-26T18:00', '2049-11-02T18:00', '2049-11-09T18:00'])
  const rows = await app.database.sql<{ hours: number }>(
    `select extract(epoch from max(starts_at) - min(starts_at))::int / 3600 as hours from events where series_id = any($1) group by series_id order by 1`,
    [[spring.id, autumn.id]],
  )
  expect(rows.map(({ hours }) => hours)).toEqual([3 * 7 * 24 - 1, 3 * 7 * 24 + 1])
})

test('an hour that the clocks skip is refused with its day, and nothing is written', async () => {
  const early = await training('2027-03-14T02:30')
  expect(await problemsOf(repeat(early, { weekdays: [7] }))).toEqual([
    { path: 'repeat.except', fault: 'time_missing_that_day', data: { date: '2027-03-28' } },
  ])
  expect((await item(early.id)).series).toBeNull()
  const series = await repeat(early, { weekdays: [7], except: ['2027-03-28'] })
  expect(series.dates).toHaveLength(4)
})

test.each([
  [{ count: 10_000 }, 'repeat.count', 'repeat_too_many'],
  [{ weekdays: [] }, 'repeat.weekdays', 'repeat_without_weekday'],
  [{ count: null, until: '2049-03-16' }, 'repeat.until', 'repeat_ends_before_start'],
])('a rule of %j is refused beside its field', async (rule, path, fault) => {
  expect(await problemsOf(repeat(await training(), rule))).toEqual([{ path, fault }])
})

test('an event repeats once', async () => {
  const event = await training()
  await repeat(event)
  expect(await codeOf(repeat(event))).toBe('event_in_series')
})

test('a change of one date is its own; later and all reach those that follow', async () => {
  const series = await repeat(await training())
  const [first, second, third] = await eventsOf(series)
  // One evening in another hall.
  const own = await save(second!, { place: { da: 'Hal B' } })
  expect(own.series?.ownFields).toEqual(['place'])
  // From the second on, half an hour later; and a text for all.
  const moved = await save(own, { startsAt: '2049-03-23T18:30', endsAt: '2049-03-23T20:30' }, 'later')
  await save(await item(third!.id), { description: { da: 'Husk sko' }, place: { da: 'Hal A' } }, 'all')
  const after = await eventsOf(await show(series))
  expect(after.map(({ fields }) => [fields.startsAt.slice(11), fields.place.da, fields.description.da])).toEqual([
    ['18:00', 'Hal A', 'Husk sko'],
    ['18:30', 'Hal B', 'Husk sko'],
    ['18:30', 'Hal A', 'Husk sko'],
    ['18:30', 'Hal A', 'Husk sko'],
  ])
  expect(moved.series?.ownFields).toEqual(['place'])
  expect(after[0]!.id).toBe(first!.id)
  // Followed again, it has the place of the others, and changes with them.
  const followed = await app.call(
    eventSeries.follow,
    inClub({ eventId: own.id, field: 'place', version: after[1]!.version }),
    as(),
  )
  expect([followed.fields.place.da, followed.series?.ownFields]).toEqual(['Hal A', []])
})

test('a date that is changed back by itself follows its series again', async () => {
  const series = await repeat(await training())
  const [first, second] = await eventsOf(series)
  const [category] = second!.fields.categories
  const own = await save(second!, {
    place: { da: 'Hal B' },
    startsAt: '2049-03-24T18:30',
    endsAt: '2049-03-24T20:30',
    categories: [{ ...category!, price: 10_000 }],
  })
  expect(own.series?.ownFields).toEqual(['categories', 'endsAt', 'place', 'pools', 'startsAt'])
  // At the time of the others, and not on their day.
  const moved = await save(own, { startsAt: '2049-03-25T18:00', endsAt: '2049-03-25T20:00' })
  expect(moved.series?.ownFields).toEqual(['categories', 'place', 'pools', 'startsAt'])
  const undone = await save({ ...second!, version: moved.version }, {})
  expect(undone.series?.ownFields).toEqual([])
  await save(first!, { place: { da: 'Hal C' } }, 'later')
  expect((await item(second!.id)).fields.place.da).toBe('Hal C')
  // Where the others have moved to another weekday since, too.
  await save(await item(first!.id), { startsAt: '2049-03-17T18:00', endsAt: '2049-03-17T20:00' }, 'later')
  const wednesday = await item(second!.id)
  const late = await save(wednesday, { startsAt: '2049-03-24T19:00' })
  expect(late.series?.ownFields).toEqual(['startsAt'])
  expect((await save({ ...wednesday, version: late.version }, {})).series?.ownFields).toEqual([])
})

test('a date follows the coming ones, also where those before it are over', async () => {
  const last = addDays(copenhagenDate(new Date()), -6)
  const series = await repeat(await training(`${last}T18:00`), { weekdays: [weekdayOf(last)] })
  const next = await item(series.dates[1]!.eventId)
  const inHallB = await save(next, { place: { da: 'Hal B' } }, 'all')
  const own = await save(inHallB, { place: { da: 'Hal C' } })
  const undone = await save({ ...inHallB, version: own.version }, {})
  expect(undone.series?.ownFields).toEqual([])
  const { version } = await save(undone, { place: { da: 'Hal C' } })
  const followed = await app.call(eventSeries.follow, inClub({ eventId: next.id, field: 'place', version }), as())
  expect(followed.fields.place.da).toBe('Hal B')
})

test('all dates are public from the same moment', async () => {
  const series = await repeat(await training())
  const [first] = await eventsOf(series)
  await save(first!, { publicFrom: '2026-02-01T08:00' }, 'all')
  expect((await eventsOf(series)).map(({ fields }) => fields.publicFrom)).toEqual(
    Array.from({ length: 4 }, () => '2026-02-01T08:00'),
  )
})

test('later dates move to another weekday together, with what belongs to them', async () => {
  const event = await training()
  const series = await repeat(await save(event, { saleUntil: '2049-03-15T12:00' }))
  const [, second] = await eventsOf(series)
  await save(
    second!,
    { startsAt: '2049-03-24T18:00', endsAt: '2049-03-24T20:00', saleUntil: '2049-03-23T12:00' },
    'later',
  )
  const after = await eventsOf(await show(series))
  expect(after.map(({ fields }) => [fields.startsAt, fields.saleUntil])).toEqual([
    ['2049-03-16T18:00', '2049-03-15T12:00'],
    ['2049-03-24T18:00', '2049-03-23T12:00'],
    ['2049-03-31T18:00', '2049-03-30T12:00'],
    ['2049-04-07T18:00', '2049-04-06T12:00'],
  ])
  expect((await show(series)).dates.map(({ fits }) => fits)).toEqual([true, false, false, false])
})

test('prices follow by their names, and guests keep their places', async () => {
  const series = await repeat(await training())
  const { published, drafts } = await publish(series)
  expect([published, drafts]).toEqual([4, []])
  const [first, second] = await eventsOf(series)
  const key = await keyOf(second!.id)
  expect(
    await codeOf(prepare(app, anna!, [{ event: { id: second!.id }, category: key, memberId: anna!.memberId }])),
  ).toBe('ok')
  const [category] = first!.fields.categories
  const changed = { ...category!, name: { da: 'Deltager' }, capacity: 12 }
  await save(first!, { categories: [changed] }, 'all')
  const after = await eventsOf(await show(series))
  expect(after.map(({ fields }) => fields.categories.map(({ name, capacity }) => [name.da, capacity]))).toEqual(
    Array.from({ length: 4 }, () => [['Deltager', 12]]),
  )
  expect(after[1]!.fields.categories[0]!.id).toBe(second!.fields.categories[0]!.id)
  expect(after[1]!.sold + after[1]!.held).toBe(1)
})

const keyOf = async (eventId: string) =>
  (
    await app.database.sql<{ category: string }>('select category from event_categories where event_id = $1', [eventId])
  )[0]!.category

test('what one date cannot have is refused for all, with its day', async () => {
  const series = await repeat(await training())
  await publish(series)
  const [first, second] = await eventsOf(series)
  await app.database.sql('update events set sold = 3 where id = $1', [second!.id])
  expect(await problemsOf(save(first!, { capacity: 2 }, 'all'))).toMatchObject([
    { path: 'capacity', fault: 'capacity_below_sold', data: { sold: 3, date: '2049-03-23' } },
  ])
  expect((await eventsOf(series)).map(({ fields }) => fields.capacity)).toEqual([null, null, null, null])
})

test('a longer rule adds drafts, a deleted draft does not come back, and a shorter one keeps its dates', async () => {
  const series = await repeat(await training())
  await app.call(officeEvents.discard, inClub({ eventId: series.dates[2]!.eventId }), as())
  const { version, rule } = await show(series)
  expect(rule.except).toEqual(['2049-03-30'])
  const change = (next: Partial<RepeatRule>, seen = version) =>
    app.call(eventSeries.change, inClub({ seriesId: series.id, rule: { ...rule, ...next }, version: seen }), as())
  const longer = await change({ count: 5 })
  expect(starts(longer)).toEqual([
    '2049-03-16T18:00',
    '2049-03-23T18:00',
    '2049-04-06T18:00',
    '2049-04-13T18:00',
    '2049-04-20T18:00',
  ])
  expect(await codeOf(change({ count: 6 }))).toBe('changed_meanwhile')
  const shorter = await change({ count: 2 }, longer.version)
  expect(shorter.dates.map(({ fits }) => fits)).toEqual([true, true, false, false, false])
})

test('a longer rule does not add the day again from which a date was moved', async () => {
  const series = await repeat(await training())
  const [, second] = await eventsOf(series)
  await save(second!, { startsAt: '2049-03-24T18:00', endsAt: '2049-03-24T20:00' })
  const { version, rule } = await show(series)
  const longer = await app.call(
    eventSeries.change,
    inClub({ seriesId: series.id, rule: { ...rule, count: 5 }, version }),
    as(),
  )
  expect(starts(longer)).toEqual([
    '2049-03-16T18:00',
    '2049-03-24T18:00',
    '2049-03-30T18:00',
    '2049-04-06T18:00',
    '2049-04-13T18:00',
  ])
})

test('dates without problems are published, the others are named', async () => {
  const series = await repeat(await training())
  const [, second] = await eventsOf(series)
  await save(second!, { title: { da: '' } })
  const { published, drafts } = await publish(series)
  expect([published, drafts]).toMatchObject([
    3,
    [{ eventId: second!.id, problems: [{ path: 'title', fault: 'title_missing' }] }],
  ])
  expect(await publish(series)).toMatchObject({ published: 0, drafts: [{ eventId: second!.id }] })
})

test('two offices that change all dates at once wait for each other', async () => {
  const series = await repeat(await training())
  const [first, , , last] = await eventsOf(series)
  const both = await Promise.all([
    codeOf(save(first!, { address: 'Åvej 1' }, 'all')),
    codeOf(save(last!, { contactPhone: '12345678' }, 'all')),
  ])
  expect(both.filter((code) => code === 'ok').length).toBeGreaterThan(0)
  expect(both.every((code) => code === 'ok' || code === 'changed_meanwhile')).toBe(true)
})

test('all dates are locked from the first on, as buyers lock them', async () => {
  const series = await repeat(await training())
  const dates = await eventsOf(series)
  const [first, ...others] = dates.map(({ id }) => id).toSorted()
  const { saved } = await inTransaction(app.database.db, async (tx) => {
    await tx.execute(sql`select from events where id = ${first} for no key update`)
    const saving = codeOf(save(dates.at(-1)!, { address: 'Åvej 1' }, 'all'))
    await lockWaits(app, 1)
    // It waits for the first, and holds none that a buyer of all would come to later.
    await tx.execute(sql`select from events where id = any(${sql.param(others)}::uuid[]) for no key update nowait`)
    return { saved: saving }
  })
  expect(await saved).toBe('ok')
})

test('104 dates are the most', async () => {
  const rule = { weekdays: [1, 4], count: 104 }
  const series = await repeat(await training('2049-03-15T18:00'), rule)
  expect(series.dates).toHaveLength(104)
  const [first] = series.dates
  await save(await item(first!.eventId), { address: 'Åvej 1' }, 'all')
  const rows = await app.database.sql('select from events where series_id = $1 and address = $2', [series.id, 'Åvej 1'])
  expect(rows).toHaveLength(104)
})

test('lists show a series once, with its next date and how many more', async () => {
  const series = await repeat(await training(), { count: 3 })
  const ofOffice = async (tab: 'coming' | 'drafts') =>
    app.call(officeEvents.list, inClub({ tab }), as()).then(({ events: rows, counts }) => ({
      rows: rows.map(({ startDate, series: of }) => [startDate.slice(0, 10), of?.more]),
      count: counts[tab],
    }))
  expect(await ofOffice('drafts')).toEqual({ rows: [['2049-03-16', 2]], count: 1 })
  await publish(series)
  expect(await ofOffice('coming')).toEqual({ rows: [['2049-03-16', 2]], count: 1 })
  const list = async (query: object) =>
    (await app.call(events.list, { orgId: club.id, ...query }, { as: anna!.token })).map(
      ({ startDate, otherDates }) => [startDate.slice(0, 10), otherDates],
    )
  expect(await list({ series: 'once' })).toEqual([['2049-03-16', 2]])
  expect(await list({})).toHaveLength(3)
  expect(await list({ otherDatesOf: series.dates[1]!.eventId })).toEqual([
    ['2049-03-16', 2],
    ['2049-03-30', 2],
  ])
})

test('of a series whose dates are over the last one is listed', async () => {
  const series = await repeat(await training(), { count: 3 })
  await publish(series)
  await app.database.sql(
    `update events set starts_at = starts_at - interval '28 years', ends_at = ends_at - interval '28 years' where series_id = $1`,
    [series.id],
  )
  const { events: rows, counts } = await app.call(officeEvents.list, inClub({ tab: 'over' as const }), as())
  expect(rows.map(({ startDate, series: of }) => [startDate.slice(0, 10), of?.more])).toEqual([['2021-03-30', 2]])
  expect(counts.over).toBe(1)
})

test('a date is found by its own title, and each series once', async () => {
  const series = await repeat(await training(), { count: 3 })
  const [, second] = await eventsOf(series)
  await save(second!, { title: { da: 'Juletræning' }, kind: 'Fest' })
  await publish(series)
  const ofOffice = async (search: string) =>
    (await app.call(officeEvents.list, inClub({ tab: 'coming' as const, search }), as())).events.map(({ startDate }) =>
      startDate.slice(0, 10),
    )
  expect(await ofOffice('jule')).toEqual(['2049-03-23'])
  expect(await ofOffice('træning')).toEqual(['2049-03-16'])
  const ofMembers = async (query: object) =>
    (await app.call(events.list, { orgId: club.id, series: 'once', ...query }, { as: anna!.token })).map(
      ({ startDate }) => startDate.slice(0, 10),
    )
  expect(await ofMembers({ search: 'jule' })).toEqual(['2049-03-23'])
  expect(await ofMembers({ kind: 'Fest' })).toEqual(['2049-03-23'])
  expect(await ofMembers({ search: 'træning' })).toEqual(['2049-03-16'])
})

test('questions follow by their words, with their conditions', async () => {
  const series = await repeat(await training())
  const [first] = await eventsOf(series)
  const ask = { ...question, id: newId(), label: { da: 'Kan du svømme?' } }
  const more = {
    ...question,
    id: newId(),
    label: { da: 'Hvor langt?' },
    kind: 'text' as const,
    condition: { question: ask.id, in: ['no'] },
  }
  const asked = await save(first!, { questions: [ask, more] }, 'all')
  const [, second] = await eventsOf(series)
  expect(second!.fields.questions).toMatchObject([
    { label: { da: 'Kan du svømme?' } },
    { condition: { question: second!.fields.questions[0]!.id, in: ['no'] } },
  ])
  // A new label for all keeps the questions and so their answers.
  const [one, two] = asked.fields.questions
  await save(asked, { questions: [{ ...one!, label: { da: 'Svømmer du?' } }, two!] }, 'all')
  const after = await item(second!.id)
  expect(after.fields.questions.map(({ id }) => id)).toEqual(second!.fields.questions.map(({ id }) => id))
  expect(after.fields.questions[0]!.label.da).toBe('Svømmer du?')
})

test('categories and questions of one name follow apart', async () => {
  const series = await repeat(await training())
  const [first] = await eventsOf(series)
  const [adult] = first!.fields.categories
  const which = () => ({ ...question, id: newId(), label: { da: 'Hvilken?' } })
  const early = (da: string, price: number, until: string) => ({
    id: newId(),
    name: { da },
    price,
    memberPrice: null,
    until,
    places: null,
  })
  const asked = await save(
    first!,
    {
      categories: [
        {
          ...adult!,
          price: 9000,
          phases: [early('Tidlig', 5000, '2049-03-01T12:00'), early('Næste', 7000, '2049-03-08T12:00')],
        },
      ],
      questions: [which(), which()],
    },
    'all',
  )
  const [, second] = await eventsOf(series)
  // The old name goes to a new category before it, and the first early price is gone.
  const [own] = asked.fields.categories
  const added = { ...own!, id: newId(), phases: [], price: 4000 }
  const renamed = { ...own!, name: { da: 'Senior' }, phases: own!.phases.slice(1) }
  const [one, two] = asked.fields.questions
  await save(asked, { categories: [added, renamed], questions: [one!, { ...two!, required: true }] }, 'all')
  const after = (await item(second!.id)).fields
  const [before] = second!.fields.categories
  expect(after.categories.map(({ name, price }) => [name.da, price])).toEqual([
    [before!.name.da, 4000],
    ['Senior', 9000],
  ])
  expect(after.categories[0]!.id).not.toBe(before!.id)
  expect(after.categories[1]).toMatchObject({ id: before!.id, phases: [{ id: before!.phases[1]!.id, price: 7000 }] })
  expect(after.questions.map(({ id, required }) => [id, required])).toEqual([
    [second!.fields.questions[0]!.id, false],
    [second!.fields.questions[1]!.id, true],
  ])
})

test('a question of a category that a date does not have is not asked there, nor one that depends on it', async () => {
  const series = await repeat(await training())
  const [first, second] = await eventsOf(series)
  const [adult] = first!.fields.categories
  const child = { ...adult!, id: newId(), name: { da: 'Barn' } }
  await save(second!, { categories: [{ ...second!.fields.categories[0]!, price: 5000 }] })
  const swims = { ...question, id: newId(), label: { da: 'Kan du svømme?' }, categories: [child.id] }
  const how = { ...question, id: newId(), label: { da: 'Hvor langt?' }, condition: { question: swims.id, in: ['yes'] } }
  const eats = { ...question, id: newId(), label: { da: 'Hvad spiser du?' } }
  await save(first!, { categories: [adult!, child], questions: [swims, how, eats] }, 'all')
  const [, other, third] = await eventsOf(series)
  expect(other!.fields.questions.map(({ label }) => label.da)).toEqual(['Hvad spiser du?'])
  expect(third!.fields.questions.map(({ categories }) => categories)).toEqual([
    [third!.fields.categories[1]!.id],
    null,
    null,
  ])
})

const question: Question = {
  id: '',
  label: { da: '' },
  kind: 'choice',
  required: false,
  scope: 'person',
  when: 'registration',
  until: null,
  help: { da: '' },
  sensitive: false,
  purpose: { da: '' },
  deleteDays: 730,
  options: [
    { key: 'yes', label: { da: 'Ja' } },
    { key: 'no', label: { da: 'Nej' } },
  ],
  categories: null,
  condition: null,
  readers: [],
}
