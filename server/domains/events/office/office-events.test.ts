import { beforeAll, beforeEach, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { LocalTime } from '#contract/fields.ts'
import { type EditedEvent, EventFields, soldOutIncome, officeEvents } from '#contract/events/office.ts'
import { questionAnswers } from '#contract/events/question-answers.ts'
import { waiting } from '#contract/events/waiting.ts'
import { addDays } from '#server/database/clock.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { isTimeZone } from '#server/database/local-time.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { questionOf } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { fieldsOf, withValueAt } from '#server/testing/contract-fields.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { prepare } from '#server/testing/purchase.ts'
import { ApiProblem, codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [office, anna, bo]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const as = (person = office!) => ({ as: person.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })
const create = (template: 'camp' | null = null, startsAt = '2049-07-05T10:00') =>
  app.call(officeEvents.create, inClub({ template, startsAt }), as())
const save = ({ id, version, fields }: EditedEvent, changes: Partial<EventFields> = {}) =>
  app.call(officeEvents.save, inClub({ ...fields, ...changes, eventId: id, version }), as())
const publish = ({ id, version }: EditedEvent) => app.call(officeEvents.publish, inClub({ eventId: id, version }), as())
const seenBy = (person: Person, { id }: EditedEvent) => app.call(events.item, { eventId: id }, as(person))
const register = (person: Person, { id }: EditedEvent, category = 'voksen') =>
  codeOf(prepare(app, person, [{ event: { id }, category, memberId: person.memberId }]))

const category = (fields: EventFields, at = 0) => fields.categories[at]!
const withCategory = (
  fields: EventFields,
  changes: Partial<EventFields['categories'][number]>,
): Partial<EventFields> => ({
  categories: fields.categories.map((one, at) => (at === 0 ? { ...one, ...changes } : one)),
})

/** The faults by field, or `ok`. */
const faults = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof ApiProblem
        ? (error.body.errors?.map(({ path, message }) => `${path} ${message}`) ?? error.code)
        : Promise.reject(error),
  )

/** An event that everybody can register for now, at 200 kr. */
async function published(
  changes: Partial<EventFields> = {},
  ofCategory: Partial<EventFields['categories'][number]> = {},
) {
  const draft = await create()
  const saved = await save(draft, {
    title: { da: 'Sommerfest', en: 'Summer party' },
    publicFrom: '2026-01-01T08:00',
    ...withCategory(draft.fields, { price: 20_000, ...ofCategory }),
    ...changes,
  })
  return publish(saved)
}

test('memberships to choose from have the name of their newest season, without its year', async () => {
  await app.database.sql(
    `insert into membership_configurations (id, org_id, name_texts, series, price, offer_start_date, start_date, end_date)
     select portal_new_id(), $1, local_text(name, english), 'adult', 0, make_date(year, 1, 1), make_date(year, 1, 1), make_date(year, 12, 31)
     from (values ('Senior 2030', 'Senior 2030', 2030), ('Voksen 2031/32', 'Adult 2031/32', 2031)) row(name, english, year)`,
    [club.id],
  )
  const { clubSeries } = await create()
  expect(clubSeries).toContainEqual({ key: 'adult', name: { da: 'Voksen', en: 'Adult' } })
  expect(clubSeries.filter(({ key }) => key === 'adult')).toHaveLength(1)
})

test('whoever sees an event in the office reads what was done to it, newest first', async () => {
  const event = await published()
  await published({ title: { da: 'En anden' } })
  await grantOffice(app, club, anna!, ['event_manager'])
  await grantOffice(app, club, bo!, ['door'])
  const read = (who: Person) => app.call(officeHistory.ofEvent, inClub({ eventId: event.id }), as(who))
  const { entries, total } = await read(anna!)
  expect([total, entries.map(({ name, label }) => [name, label])]).toEqual([
    3,
    [
      ['event_published', 'Sommerfest'],
      ['event_changed', 'Sommerfest'],
      ['event_created', ''],
    ],
  ])
  expect(await codeOf(read(bo!))).toBe('forbidden')
})

test('a draft or a copy whose answer was lost is made once; asked for otherwise, by another person or for another club, it is another', async () => {
  const token = newToken()
  const asked = { template: 'camp', startsAt: '2049-07-05T10:00', token } as const
  const drafted = (changes: object = {}, who = office) =>
    app.call(officeEvents.create, inClub({ ...asked, ...changes }), as(who))
  const [draft, again] = await readBeforeWriting(app, 'events', () => Promise.all([drafted(), drafted()]))
  expect(again).toEqual(draft)
  const saved = await save(draft, { title: { da: 'Lejr' } })
  expect(await drafted()).toEqual(saved)
  const copied = (startsOn = '2049-12-05') =>
    app.call(officeEvents.duplicate, inClub({ eventId: draft.id, startsOn, token }), as())
  const copy = await copied()
  expect(await copied()).toEqual(copy)

  await grantOffice(app, club, anna!, ['event_manager'])
  const first = club
  const others = [await drafted({ startsAt: '2049-07-06T10:00' }), await drafted({}, anna), await copied('2049-12-06')]
  club = await buildClub(app)
  others.push(await drafted())
  expect(new Set([draft, copy, ...others].map(({ id }) => id)).size).toBe(6)
  const { entries } = await app.call(officeHistory.list, { orgId: first.id, thing: 'event' }, as())
  expect(entries.map(({ name }) => name).toSorted()).toEqual(
    [
      ...Array.from({ length: 2 }, () => 'event_copied'),
      'event_changed',
      ...Array.from({ length: 3 }, () => 'event_created'),
    ].toSorted(),
  )
})

test('a draft is saved with its problems, seen by nobody, and published without them', async () => {
  const draft = await create('camp')
  expect(draft).toMatchObject({ status: 'draft', badge: 'draft', version: 1, sold: 0, held: 0 })
  expect(draft.problems).toEqual([{ path: 'title', fault: 'title_missing' }])
  expect(await codeOf(seenBy(anna!, draft))).toBe('event_not_found')
  expect(await faults(publish(draft))).toEqual(['title title_missing'])
  const saved = await save(draft, { title: { da: 'Lejr', en: 'Camp' }, publicFrom: '2026-01-01T08:00' })
  expect(await publish(saved)).toMatchObject({ status: 'published', badge: 'on_sale', version: 3 })
  const danish = await app.call(
    events.item,
    { eventId: draft.id },
    { ...as(anna), headers: { 'accept-language': 'da' } },
  )
  expect(danish).toMatchObject({ title: 'Lejr', enabled: true })
  const english = await app.call(
    events.item,
    { eventId: draft.id },
    { ...as(anna), headers: { 'accept-language': 'en' } },
  )
  expect(english.title).toBe('Camp')
  // A second press changes nothing.
  expect(await publish({ ...saved, version: 3 })).toMatchObject({ version: 3 })
})

test('a member price that no membership gives on the day of the event is not published', async () => {
  const { endDate } = club.season
  const draft = await create(null, `${endDate}T10:00`)
  const priced = (changes: Partial<EventFields> = {}) => ({
    title: { da: 'Fest' },
    publicFrom: '2026-01-01T08:00',
    ...withCategory(draft.fields, { price: 20_000, memberPrice: 10_000 }),
    ...changes,
  })
  const early = await save(draft, priced())
  expect(early).toMatchObject({ problems: [], testMode: false })
  const later = { startsAt: '2049-07-05T10:00', endsAt: '2049-07-05T12:00' }
  const late = await save(early, priced(later))
  expect(await faults(publish(late))).toEqual(['categories.0.memberPrice member_price_for_nobody'])
  expect((await save(late, priced({ ...later, ...withCategory(draft.fields, { price: 20_000 }) }))).problems).toEqual(
    [],
  )
})

test('the editor of a club in test mode knows that what is bought is a test', async () => {
  club = await buildClub(app, { testMode: true })
  expect(await create()).toMatchObject({ testMode: true })
})

test('a time that clocks skip is refused in every field that has one', async () => {
  const phase = { id: newId(), name: { da: 'Tidlig' }, price: 100, memberPrice: null, until: null, places: 3 }
  const draft = await create(null, '2049-03-27T10:00')
  const whole = { ...draft.fields, ...withCategory(draft.fields, { price: 20_000, phases: [phase] }) }
  const times = fieldsOf(EventFields).filter(({ schema }) => schema === LocalTime)
  expect(times.length).toBeGreaterThan(6)
  for (const { path } of times) {
    const skipped = withValueAt(whole, path, '2049-03-28T02:30') as EventFields
    expect(await faults(save(draft, skipped))).toEqual([`${path.join('.')} time_missing_that_day`])
  }
  expect(await faults(create(null, '2049-03-28T02:30'))).toEqual(['startsAt time_missing_that_day'])
})

test('a time zone is one that the runtime knows, and the database knows it, too', async () => {
  const older = ['UTC', 'GMT', 'Europe/Kyiv', 'Europe/Kiev', 'US/Pacific', 'Asia/Kolkata', 'Etc/GMT+5']
  const names = [...Intl.supportedValuesOf('timeZone'), ...older]
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  expect(['', '+01:00', '-05', 'Mars/Olympus', 'Europe/'].filter(isTimeZone)).toEqual([])
  const unknown = await app.database.sql(
    'select name from unnest($1::text[]) name where name not in (select name from pg_timezone_names)',
    [names],
  )
  expect(unknown).toEqual([])
})

test('times are of the place, also where clocks change, and an unknown zone is refused', async () => {
  const draft = await create(null, '2049-03-27T10:00')
  const moved = await save(draft, {
    startsAt: '2049-03-28T10:00',
    endsAt: '2049-03-28T12:00',
    timeZone: 'America/New_York',
  })
  expect(moved.fields).toMatchObject({ startsAt: '2049-03-28T10:00', timeZone: 'America/New_York' })
  const [row] = await app.database.sql<{ at: Date }>('select starts_at as at from events where id = $1', [draft.id])
  expect(row!.at.toISOString()).toBe('2049-03-28T14:00:00.000Z')
  expect(await faults(save(moved, { timeZone: 'Mars/Olympus' }))).toEqual(['timeZone time_zone_unknown'])
})

test('a category that was bought stays, also when everybody was moved to another one', async () => {
  const event = await published({ capacity: 10 })
  expect(await register(anna!, event)).toBe('ok')
  const [first, second] = [category(event.fields), { ...category(event.fields), id: newId(), name: { da: 'Ny' } }]
  const both = await save(event, { categories: [first, second] })
  await app.database.sql(`update event_entries set category_id = $2 where category_id = $1`, [first.id, second.id])
  await app.database.sql(
    `update event_categories set held = case id when $2::uuid then 1 else 0 end where id in ($1, $2)`,
    [first.id, second.id],
  )
  expect(await faults(save(both, { categories: [second] }))).toEqual(['categories category_has_guests'])
})

test('a published event keeps no problem, and no limit goes below what is taken', async () => {
  const event = await published({ capacity: 10 })
  expect(await register(anna!, event)).toBe('ok')
  expect(await register(bo!, event)).toBe('ok')
  expect(await faults(save(event, { title: { da: ' ' } }))).toEqual(['title title_missing'])
  expect(await faults(save(event, { capacity: 1 }))).toEqual(['capacity capacity_below_sold'])
  expect(await faults(save(event, withCategory(event.fields, { capacity: 1 })))).toEqual([
    'categories.0.capacity capacity_below_sold',
  ])
  expect(await faults(save(event, { categories: [{ ...category(event.fields), id: newId() }] }))).toEqual([
    'categories category_has_guests',
  ])
  expect(await save(event, { capacity: 2 })).toMatchObject({ badge: 'sold_out', held: 2 })
  expect(await codeOf(app.call(officeEvents.withdraw, inClub({ eventId: event.id, version: 3 }), as()))).toBe(
    'changed_meanwhile',
  )
  expect(await codeOf(app.call(officeEvents.withdraw, inClub({ eventId: event.id, version: 4 }), as()))).toBe(
    'event_has_guests',
  )
})

test('an event whose categories are full is sold out, whatever its own limit', async () => {
  const event = await published({ capacity: 10 })
  expect(await register(anna!, event)).toBe('ok')
  expect(await save(event, withCategory(event.fields, { capacity: 1 }))).toMatchObject({ badge: 'sold_out' })
  const listed = await app.call(officeEvents.list, inClub({ tab: 'coming' as const }), as())
  expect(listed.events).toMatchObject([{ badge: 'sold_out', places: 10, held: 1 }])
})

test('a new price counts from now on, and the editor says how many hold another one', async () => {
  const event = await published()
  expect(await register(anna!, event)).toBe('ok')
  const saved = await save(event, withCategory(event.fields, { price: 30_000 }))
  expect(saved.soldByCategory).toMatchObject([{ held: 1, atOtherPrice: 1 }])
  expect((await seenBy(bo!, event)).categories).toMatchObject([{ price: { minor: 30_000 } }])
})

test('a stopped category is sold to nobody and kept by those who have it', async () => {
  const event = await published()
  expect(await register(anna!, event)).toBe('ok')
  const child = { ...category(event.fields), id: newId(), name: { da: 'Barn' }, price: 5000 }
  const saved = await save(event, { categories: [{ ...category(event.fields), closed: true }, child] })
  expect((await seenBy(bo!, event)).categories.map((one) => one.category)).toEqual(['barn'])
  expect(await register(bo!, event)).toBe('category_closed')
  expect(saved.soldByCategory).toMatchObject([
    { held: 1, hasEntries: true },
    { held: 0, hasEntries: false },
  ])
  const [entry] = (await seenBy(anna!, event)).people.flatMap(({ entries }) => entries)
  expect(entry).toMatchObject({ category: 'voksen', status: 'held' })
})

test('an early price counts until its places are taken, and the next buyer gets the new one', async () => {
  const early = {
    id: newId(),
    name: { da: 'Tidlig', en: 'Early bird' },
    price: 10_000,
    memberPrice: null,
    until: null,
    places: 1,
  }
  const event = await published({}, { phases: [early] })
  expect((await seenBy(anna!, event)).categories).toMatchObject([
    { price: { minor: 10_000 }, phase: { left: 1, laterPrice: { minor: 20_000 } } },
  ])
  expect(await register(anna!, event)).toBe('ok')
  expect((await seenBy(bo!, event)).categories).toMatchObject([{ price: { minor: 20_000 }, phase: null }])
  expect(await register(bo!, event)).toBe('ok')
  const totals = await app.database.sql<{ total: number }>(
    'select total::int as total from order_lines where event_id = $1 order by total',
    [event.id],
  )
  expect(totals.map(({ total }) => total)).toEqual([10_000, 20_000])
})

test('an early price says what comes next, which may be another early one', async () => {
  const early = (da: string, price: number, until: string) => ({
    id: newId(),
    name: { da },
    price,
    memberPrice: null,
    until,
    places: null,
  })
  const phases = [early('Tidlig', 10_000, '2049-05-01T12:00'), early('Næste', 15_000, '2049-06-01T12:00')]
  const event = await published({}, { phases })
  expect((await seenBy(anna!, event)).categories).toMatchObject([
    { price: { minor: 10_000 }, phase: { laterPrice: { minor: 15_000 } } },
  ])
})

test('a copy moves by local days, with ids and counts of its own', async () => {
  const early = {
    id: newId(),
    name: { da: 'Tidlig' },
    price: 10_000,
    memberPrice: null,
    until: '2049-05-01T12:00',
    places: null,
  }
  const event = await published({ saleUntil: '2049-07-01T23:59' }, { phases: [early] })
  expect(await register(anna!, event)).toBe('ok')
  const copy = await app.call(officeEvents.duplicate, inClub({ eventId: event.id, startsOn: '2049-12-05' }), as())
  expect(copy).toMatchObject({ status: 'draft', sold: 0, held: 0, copiedFrom: event.id })
  expect(copy.fields).toMatchObject({
    startsAt: '2049-12-05T10:00',
    saleUntil: '2049-12-01T23:59',
    title: { en: 'Summer party' },
  })
  expect(category(copy.fields).phases).toMatchObject([{ until: '2049-10-01T12:00' }])
  expect(category(copy.fields).id).not.toBe(category(event.fields).id)
})

test('a copy to a day that lacks one of its times is refused instead of moved', async () => {
  const event = await published({ saleUntil: '2049-07-01T02:30' })
  const on = (startsOn: string) => app.call(officeEvents.duplicate, inClub({ eventId: event.id, startsOn }), as())
  const days = (Date.parse(event.fields.startsAt.slice(0, 10)) - Date.parse('2049-07-01')) / 86_400_000
  expect(await faults(on(addDays('2049-03-28', days)))).toEqual(['startsOn time_missing_that_day'])
  expect((await on(addDays('2049-03-29', days))).fields.saleUntil).toBe('2049-03-29T02:30')
})

test('only a published event is listed to other programs, as enabled; a cancelled one is copied as a draft without guests', async () => {
  const draft = await create('camp')
  const event = await published()
  const cancelled = await published({ title: { da: 'Aflyst fest' } })
  expect(await register(anna!, cancelled)).toBe('ok')
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [cancelled.id])
  const listed = await app.call(events.list, { orgId: club.id }, as(bo))
  expect(listed).toMatchObject([{ id: event.id, enabled: true }])
  expect(await codeOf(seenBy(bo!, cancelled))).toBe('event_called_off')
  expect(await codeOf(seenBy(bo!, draft))).toBe('event_not_found')
  const copy = await app.call(officeEvents.duplicate, inClub({ eventId: cancelled.id, startsOn: '2049-12-05' }), as())
  expect(copy).toMatchObject({ status: 'draft', sold: 0, held: 0, cancelTexts: null, publishedAt: null })
  expect(copy.soldByCategory).toMatchObject([{ held: 0, hasEntries: false }])
})

test('two offices that save at once: one is shown what the other saved', async () => {
  const draft = await create()
  const answers = await Promise.all([
    codeOf(save(draft, { title: { da: 'Fest' } })),
    codeOf(save(draft, { title: { da: 'Gilde' } })),
  ])
  expect(answers.toSorted()).toEqual(['changed_meanwhile', 'ok'])
})

test('parts of another event are not taken over', async () => {
  const other = await create()
  const event = await create()
  const stolen = { ...category(other.fields), name: { da: 'Stjålet' } }
  expect(await codeOf(save(event, { categories: [stolen] }))).toBe('event_not_found')
  const pool = { id: newId(), name: 'Senge', capacity: 3 }
  await save(other, { pools: [pool], categories: [{ ...category(other.fields), poolId: pool.id }] })
  expect(await codeOf(save(event, { pools: [{ ...pool, capacity: 99 }] }))).toBe('event_not_found')
})

test('the list has tabs with counts, finds by text, and pages without gaps', async () => {
  const draft = await save(await create(), { title: { da: 'Kladde 100%', en: 'Rough sketch' } })
  const coming = await published()
  const list = (query: object) => app.call(officeEvents.list, inClub({ tab: 'coming' as const, ...query }), as())
  expect(await list({})).toMatchObject({
    events: [{ id: coming.id, badge: 'on_sale' }],
    counts: { coming: 1, drafts: 1, over: 0, cancelled: 0 },
    next: null,
  })
  expect((await list({ tab: 'drafts', search: '100%' })).events.map(({ id }) => id)).toEqual([draft.id])
  expect((await list({ tab: 'drafts', search: 'SKETCH' })).events.map(({ id }) => id)).toEqual([draft.id])
  expect((await list({ tab: 'drafts', search: '100_' })).events).toEqual([])
  expect((await list({ from: '2049-07-01', until: '2049-07-31' })).events).toHaveLength(2)
  await save(coming, { startsAt: '2049-08-30T18:00', endsAt: '2049-09-01T00:00' })
  expect((await list({ from: '2049-08-31', until: '2049-09-01' })).events).toHaveLength(1)
  expect((await list({ from: '2049-09-01', until: '2049-09-02' })).events).toEqual([])
  await app.database.sql(
    `insert into events (id, org_id, title, starts_at, ends_at, public_from)
     select gen_random_uuid(), $1, 'Nr. ' || n, now() + n * interval '1 hour', now() + n * interval '2 hours', now() from generate_series(1, 60) n`,
    [club.id],
  )
  const first = await list({})
  const second = await list({ after: first.next! })
  expect([first.events.length, second.events.length, second.next]).toEqual([50, 11, null])
  expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(61)
})

test('the list says how many wait for places, and how many tickets of a coming event lack answers', async () => {
  const question = questionOf({ required: true, when: 'later', until: '2049-01-01' })
  const event = await published({ capacity: 1, questions: [question] }, { price: 0 })
  const other = await published({}, { price: 0 })
  for (const one of [event, other])
    await prepare(app, anna!, [{ event: one, category: 'voksen', memberId: anna!.memberId, answers: {} }])
  const people = [{ memberId: bo!.memberId, category: 'voksen' }]
  await app.call(waiting.join, { eventId: event.id, people, mode: 'all' }, as(bo))
  const shown = async (tab: 'coming' | 'over' = 'coming') => {
    const { events: listed } = await app.call(officeEvents.list, inClub({ tab }), as())
    return [event, other].map(({ id }) => {
      const found = listed.find((one) => one.id === id)
      return [found?.waiting, found?.answersMissing]
    })
  }
  expect(await shown()).toEqual([
    [1, 1],
    [0, 0],
  ])
  const set = (change: string) => app.database.sql(`update ${change} where event_id = $1`, [event.id])
  for (const status of ['held', 'cancelled']) {
    await set(`event_entries set status = '${status}'`)
    expect((await shown())[0], status).toEqual([1, 0])
  }
  await set(`event_entries set status = 'paid'`)
  await set(`event_questions set removed_at = now()`)
  expect((await shown())[0], 'nothing is asked').toEqual([1, 0])
  await set(`event_questions set removed_at = null`)
  const [ticket] = await app.database.sql<{ id: string }>('select id from event_entries where event_id = $1', [
    event.id,
  ])
  await app.call(questionAnswers.save, { entryId: ticket!.id, answers: { [question.id]: 'Ja' } }, as(anna))
  expect((await shown())[0], 'answered').toEqual([1, 0])
  await set('event_entries set answers_missing = 1')
  await app.database.sql(
    `update events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1`,
    [event.id],
  )
  expect((await shown('over'))[0]).toEqual([1, 0])
})

test('the longest names of a category and its early price are in the history', async () => {
  const draft = await create()
  const [name, early] = ['K', 'T'].map((letter) => ({ da: letter.repeat(60) }))
  const phase = { id: newId(), name: early!, price: 1, memberPrice: null, until: null, places: 1 }
  await save(draft, withCategory(draft.fields, { name: name!, phases: [phase] }))
  const { entries } = await app.call(officeHistory.list, inClub({}), as())
  expect(Object.keys(entries[0]!.after!)).toContain(`${name!.da}.${early!.da}.memberPrice`)
})

test("one person's changes of a draft within minutes are one row, and a long text is stored by its hash", async () => {
  await grantOffice(app, club, anna!, ['event_manager'])
  let draft = await create()
  const rows = async () => {
    const { entries } = await app.call(officeHistory.ofEvent, inClub({ eventId: draft.id }), as())
    return entries.filter(({ name }) => name === 'event_changed').map(({ before, after }) => [before, after])
  }
  for (const da of ['S', 'So', 'Sommer'])
    draft = await save(draft, { title: { da }, place: { da }, description: { da: da.repeat(400) } })
  draft = await save(draft, { place: { da: '' } })
  const first = [
    { title: '', description: '' },
    { title: 'Sommer', description: { hash: expect.stringMatching(/^[0-9a-f]{8}$/) as string, characters: 2400 } },
  ]
  expect(await rows()).toEqual([first])
  const ofAnna = { ...draft.fields, title: { da: 'Sommerfest' }, eventId: draft.id, version: draft.version }
  draft = await app.call(officeEvents.save, inClub(ofAnna), as(anna))
  draft = await save(draft, { title: { da: 'Regatta' } })
  const titles = async () => (await rows()).map(([, after]) => after?.title)
  expect(await titles()).toEqual(['Regatta', 'Sommerfest', 'Sommer'])
  await app.moveClock('11 minutes')
  draft = await save(draft, { title: { da: 'Camp' } })
  expect(await titles()).toEqual(['Camp', 'Regatta', 'Sommerfest', 'Sommer'])
  draft = await publish(await save(draft, withCategory(draft.fields, { price: 0 })))
  for (const da of ['Lejr', 'Kapsejlads']) draft = await save(draft, { title: { da } })
  expect(await titles()).toEqual(['Kapsejlads', 'Lejr', 'Camp', 'Regatta', 'Sommerfest', 'Sommer'])
  const rewrite = (where: string) =>
    app.database.sql(`update office_history set after = '{}' where thing_id = $1 and ${where}`, [draft.id])
  await expect(rewrite(`label = 'Sommer'`)).rejects.toThrow(/never changed/)
  await expect(rewrite(`name = 'event_published'`)).rejects.toThrow(/never changed/)
})

test('an event whose times would leave this century is not copied there', async () => {
  const event = await create('camp')
  for (const startsOn of ['2000-01-01', '2099-12-31'])
    expect(await codeOf(app.call(officeEvents.duplicate, inClub({ eventId: event.id, startsOn }), as()))).toBe(
      'invalid_input',
    )
  expect(await codeOf(create('camp', '2000-01-01T10:00'))).toBe('invalid_input')
})

test('a draft is deleted with its parts; what was published is not', async () => {
  const draft = await create('camp')
  await app.database.sql(
    `insert into event_questions (id, event_id, position, scope, kind, label_texts, help_texts, asked_when, purpose_texts, delete_days, removed_at)
     values (portal_new_id(), $1, 0, 'person', 'text', '{"da": "T-shirt"}', '{}', 'registration', '{}', 30, null),
       (portal_new_id(), $1, 1, 'person', 'text', '{"da": "Sko"}', '{}', 'registration', '{}', 30, now())`,
    [draft.id],
  )
  await app.call(officeEvents.discard, inClub({ eventId: draft.id }), as())
  expect(await codeOf(app.call(officeEvents.item, inClub({ eventId: draft.id }), as()))).toBe('event_not_found')
  const event = await published()
  expect(await codeOf(app.call(officeEvents.discard, inClub({ eventId: event.id }), as()))).toBe('event_published')
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [event.id])
  expect(await codeOf(app.call(officeEvents.discard, inClub({ eventId: event.id }), as()))).toBe('event_cancelled')
  const copied = await create('camp')
  const copy = await app.call(officeEvents.duplicate, inClub({ eventId: copied.id, startsOn: '2049-12-05' }), as())
  expect(await codeOf(app.call(officeEvents.discard, inClub({ eventId: copied.id }), as()))).toBe('ok')
  expect(await app.call(officeEvents.item, inClub({ eventId: copy.id }), as())).toMatchObject({ copiedFrom: null })
  const coded = await create('camp')
  await buildCoupon(app, club, { eventId: coded.id })
  expect(await codeOf(app.call(officeEvents.discard, inClub({ eventId: coded.id }), as()))).toBe('event_has_coupons')
})

test('the income of a sold-out event counts the most expensive places first, early birds at their price', async () => {
  const { fields } = await create()
  const early = { id: newId(), name: { da: 'Tidlig' }, price: 100, memberPrice: null, until: null, places: 2 }
  const dear = { ...category(fields), price: 300, capacity: 5, phases: [early] }
  const cheap = { ...category(fields), id: newId(), price: 200 }
  expect(soldOutIncome({ ...fields, categories: [cheap, dear], capacity: 10 })).toBe(2 * 100 + 3 * 300 + 5 * 200)
  expect(soldOutIncome({ ...fields, categories: [cheap, dear] })).toBeNull()
})
