import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventFigures } from '#contract/events/figures.ts'
import { delayedActions } from '#contract/audit/delayed-actions.ts'
import { exports } from '#contract/exports.ts'
import { officeAccess } from '#contract/office/access.ts'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { officeRegistrations, type Registration } from '#contract/events/registrations.ts'
import { officeToday } from '#contract/office/today.ts'
import { orders } from '#contract/orders/orders.ts'
import { tickets } from '#contract/events/tickets.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'

let app: TestApp
let club: Club
let event: BuiltEvent
let [office, anna, bo, carla]: Person[] = []
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  carla = await signedIn(app, 'carla@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  await app.database.sql(`update members set date_of_birth = '2020-05-01' where id = $1`, [alma])
  await app.database.sql(`update members set phone = '+4520304050' where id = $1`, [anna.memberId])
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  event = await buildEvent(app, club, { categories: camp, startsAt: new Date(Date.now() + 60_000) })
})

const camp = [{ category: 'adult' }, { category: 'leader' }, { category: 'child', price: 10_000 }]
const as = (person = office!) => ({ as: person.token })
const at = <T extends object>(input: T, { id } = event) => ({ orgId: club.id, eventId: id, ...input })
const list = (query: object = {}, person = office!) => app.call(officeRegistrations.list, at(query), as(person))
const filtered = async (filter: object, more: object = {}) =>
  names((await list({ filter: JSON.stringify(filter), ...more })).people)
const preview = (which: object = { all: true }) => app.call(officeRegistrations.previewRefund, at(which), as())
const press = (which: object, version: string, person = office!) =>
  app.call(officeRegistrations.refund, at({ reason: 'Lightning', ...which, version }), as(person))
const refund = async (which: object, person = office!) => press(which, (await preview(which)).version, person)
const names = (people: readonly Registration[]) => people.map(({ name }) => name.split(' ')[0])
const move = (category: string, which: object = {}) =>
  app.call(
    officeRegistrations.move,
    at({ categoryId: event.categories[category]!.id, all: true as const, ...which }),
    as(),
  )
const add = (memberId: string, more: object = {}, person = office!) =>
  app.call(
    officeRegistrations.add,
    at({ memberId, categoryId: event.categories['adult']!.id, method: 'free', amount: 0, reason: 'A guest', ...more }),
    as(person),
  )
const healthy = async () => {
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
}
const isMember = (person: Person) => buyFor(app, person, [person.memberId], club.season)

/** Anna with her child, and Bo, have paid. */
async function family() {
  await buyPlaces(
    app,
    anna!,
    event,
    [
      { memberId: anna!.memberId, event, category: 'adult' },
      { memberId: alma, event, category: 'child' },
    ],
    30_000,
  )
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event, category: 'adult' }])
}

test('what is paid in a test is no income', async () => {
  club = await buildClub(app, { testMode: true })
  event = await buildEvent(app, club)
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event }])
  await isMember(anna!)
  await add(anna!.memberId, { method: 'cash', amount: 15_000 })
  const { people, counts } = await list()
  expect(people).toMatchObject([{ isTest: true }, { isTest: true }])
  expect(counts).toMatchObject({ paid: 2, income: { minor: 0 }, elsewhere: { minor: 0 } })
})

test('people with age, payment and guardian; by name, filtered, counted and added up', async () => {
  await family()
  await prepare(app, carla!, [{ memberId: carla!.memberId, event, category: 'leader' }])
  const { people, counts, total } = await list()
  expect(total).toBe(4)
  expect(people.find(({ memberId }) => memberId === alma)).toMatchObject({
    name: 'Alma Holm',
    isMinor: true,
    category: 'child',
    state: 'paid',
    price: { minor: 10_000 },
    guardian: { name: 'Anna Holm', phone: '+4520304050' },
    buyer: 'Anna Holm',
    presentAt: null,
    byHand: null,
    can: { refund: true },
  })
  expect(counts).toMatchObject({
    paid: 3,
    held: 1,
    cancelled: 0,
    present: 0,
    income: { minor: 50_000 },
    elsewhere: { minor: 0 },
  })
  expect(names(people).filter((name) => name !== 'Carla')).toEqual(['Alma', 'Anna', 'Bo'])
  expect(names((await list({ sort: '-name' })).people).filter((name) => name !== 'Carla')).toEqual([
    'Bo',
    'Anna',
    'Alma',
  ])
  expect(await filtered({ field: 'minor', op: 'any_of', values: ['yes'] })).toEqual(['Alma'])
  expect(await filtered({ field: 'state', op: 'any_of', values: ['held'] })).toEqual(['Carla'])
  expect(await filtered({ not: { field: 'age', op: 'empty' } })).toEqual(['Alma'])
  expect(await filtered({ field: 'category', op: 'any_of', values: [event.categories['child']!.id] })).toEqual(['Alma'])
  expect(names((await list({ search: 'holm an' })).people)).toEqual(['Anna'])
  expect((await list({ search: '%' })).people).toEqual([])
  const { number } = people.find(({ memberId }) => memberId === alma)!
  for (const typed of [number, number.toLowerCase().replace('-', ' ')])
    expect(names((await list({ search: typed })).people)).toEqual(['Alma'])
  for (const sort of ['name', 'category', 'age', 'bought', '-age', '-bought', '-category'])
    expect((await list({ sort })).people).toHaveLength(4)
})

test('lists of people are sorted by the name that they show', async () => {
  const people = [anna!, bo!, carla!]
  const named = ['Bent Aa', 'Ada Zahl', 'Åse Bech']
  const before = await app.database.sql<{ id: string; first_name: string; last_name: string }>(
    'select id, first_name, last_name from members where id = any($1)',
    [people.map(({ memberId }) => memberId)],
  )
  for (const [row, { memberId }] of people.entries()) {
    const [first, last] = named[row]!.split(' ')
    await app.database.sql('update members set first_name = $2, last_name = $3 where id = $1', [memberId, first, last])
    await isMember(people[row]!)
    await grantOffice(app, club, people[row]!, ['secretary'])
    await buyPlaces(app, people[row]!, event, [{ memberId, event, category: 'adult' }])
  }
  const inClub = { orgId: club.id }
  const lists = {
    registrations: (await list()).people,
    members: (await app.call(officeMembers.list, inClub, as())).people,
    candidates: await app.call(officeRegistrations.candidates, at({ search: 'a' }), as()),
    office: (await app.call(officeAccess.people, inClub, as())).people.filter(({ name }) => named.includes(name)),
  }
  for (const [which, those] of Object.entries(lists)) {
    const shown = those.map(({ name }) => name)
    expect(shown.length, which).toBeGreaterThanOrEqual(named.length)
    expect(shown, which).toEqual(shown.toSorted((a, b) => a.localeCompare(b, 'da')))
  }
  for (const { id, first_name, last_name } of before)
    await app.database.sql('update members set first_name = $2, last_name = $3 where id = $1', [
      id,
      first_name,
      last_name,
    ])
})

test('a free place is free, here and elsewhere, and not paid', async () => {
  await isMember(anna!)
  const free = await add(anna!.memberId)
  const cash = await add(alma, { method: 'cash', amount: 5_000 })
  expect([free.state, cash.state]).toEqual(['free', 'paid'])
  expect((await list()).counts).toMatchObject({ paid: 1, free: 1 })
  expect(await filtered({ field: 'state', op: 'any_of', values: ['free'] })).toEqual(['Anna'])
  expect(await filtered({ field: 'state', op: 'any_of', values: ['paid'] })).toEqual(['Alma'])
})

test('a new name is sorted and found at once', async () => {
  await family()
  await app.database.sql(`update members set first_name = 'Ærø' where id = $1`, [alma])
  expect(names((await list()).people).at(-1)).toBe('Ærø')
  expect(names((await list({ search: 'ærø' })).people)).toEqual(['Ærø'])
  await app.database.sql(`update members set first_name = 'Alma' where id = $1`, [alma])
})

test('amounts are for those who may see money, and another club sees nothing', async () => {
  await family()
  const manager = carla!
  await grantOffice(app, club, manager, ['event_manager'])
  const { people, counts } = await list({}, manager)
  expect([counts.income, people[0]!.price, people[0]!.can.refund]).toEqual([null, null, false])
  expect(await codeOf(refund({ all: true }, manager))).toBe('forbidden')
  const other = await buildClub(app)
  const input = { orgId: other.id, eventId: event.id }
  expect(await codeOf(app.call(officeRegistrations.list, input, as()))).toBe('event_not_found')
  expect(await codeOf(app.call(officeRegistrations.present, { ...input, present: true, all: true }, as()))).toBe(
    'event_not_found',
  )
  await grantOffice(app, club, manager, ['door'])
  // Counts of everybody who matches would reveal to the door what it may not see.
  expect(await codeOf(app.call(officeRegistrations.present, at({ present: true, all: true }), as(manager)))).toBe(
    'forbidden',
  )
  const ids = (await list()).people.map(({ id }) => id)
  expect(await app.call(officeRegistrations.present, at({ present: true, ids }), as(manager))).toMatchObject({
    changed: 3,
  })
})

test('pages continue where the one before ended', async () => {
  const people = Array.from({ length: 120 }, () => ({ memberId: bo!.memberId }))
  await buildTickets(app, event, { buyer: bo!, people })
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await list(after ? { after } : {})
    seen.push(...page.people.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([120, 120])
})

test('people are marked as present, by id or by filter, and that is undone', async () => {
  await family()
  const mark = (present: boolean, which: object = {}) =>
    app.call(officeRegistrations.present, at({ present, ...which }), as())
  const filter = JSON.stringify({ field: 'minor', op: 'any_of', values: ['yes'] })
  const first = await mark(true, { filter })
  expect(first).toMatchObject({ changed: 1, unchanged: 0 })
  const others = await mark(true, { all: true })
  expect(others).toMatchObject({ changed: 2, unchanged: 1 })
  // Each press undoes its own changes.
  expect(new Set([...first.ids, ...others.ids]).size).toBe(3)
  expect((await list()).counts.present).toBe(3)
  const { people } = await list({ search: 'alma' })
  expect(await mark(false, { ids: [people[0]!.id] })).toMatchObject({ changed: 1, unchanged: 0 })
  expect((await list()).counts.present).toBe(2)
  const rows = await app.database.sql<{ name: string; after: object }>(
    'select name, after from office_history where org_id = $1 order by id',
    [club.id],
  )
  expect(rows.at(-1)).toMatchObject({ name: 'registrations_absent', after: { count: 1, people: 'Alma Holm' } })
})

test('people move to a category of the same price, with their places and tickets; not to a dearer one', async () => {
  await family()
  const { people } = await list({ filter: JSON.stringify(adults()) })
  expect(await move('leader', { ids: people.map(({ id }) => id) })).toEqual({ changed: 2, unchanged: 0 })
  expect((await list()).counts.categories.toSorted((a, b) => a.count - b.count)).toEqual([
    { id: event.categories['child']!.id, count: 1 },
    { id: event.categories['leader']!.id, count: 2 },
  ])
  const [ticket] = await app.call(tickets.list, { eventId: event.id }, as(bo))
  expect(ticket!.categoryName).toBe('leader')
  expect(await codeOf(move('child', { ids: people.map(({ id }) => id) }))).toBe('category_price_differs')
  await healthy()
})

test('whoever moves keeps what was charged, and leaves the early price of the old category behind', async () => {
  await app.database.sql(
    `insert into event_phases (id, event_id, category_id, position, name_texts, price, places) values ($1, $2, $3, 0, $4, 15000, 9)`,
    [newId(), event.id, event.categories['adult']!.id, { da: 'Tidlig', en: 'Early bird' }],
  )
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event, category: 'adult' }], 15_000)
  expect((await list()).people).toMatchObject([{ phase: 'Early bird', price: { minor: 15_000 } }])
  expect(await move('leader')).toEqual({ changed: 1, unchanged: 0 })
  expect((await list()).people).toMatchObject([{ category: 'leader', phase: null, price: { minor: 15_000 } }])
  const { parts } = await app.call(eventFigures.ofEvent, at({}), as())
  expect(parts).toMatchObject([{ category: 'leader', phase: null, sold: 1, paid: { minor: 15_000 } }])
})

test('nobody is moved or marked as present at an event that was cancelled', async () => {
  await family()
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [event.id])
  expect(await codeOf(move('leader'))).toBe('event_cancelled')
  expect(await codeOf(app.call(officeRegistrations.present, at({ present: true, all: true }), as()))).toBe(
    'event_cancelled',
  )
  expect((await list()).counts.present).toBe(0)
})

test('nobody is marked as present before the day of the event', async () => {
  event = await buildEvent(app, club, { categories: camp })
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event, category: 'adult' }])
  const mark = (present: boolean) => app.call(officeRegistrations.present, at({ present, all: true as const }), as())
  expect((await list()).dayHasCome).toBe(false)
  expect(await codeOf(mark(true))).toBe('event_day_not_come')
  expect(await mark(false)).toMatchObject({ changed: 0 })
  await app.database.sql(`update events set starts_at = portal_now() + interval '1 minute' where id = $1`, [event.id])
  expect((await list()).dayHasCome).toBe(true)
  expect(await mark(true)).toMatchObject({ changed: 1 })
})

test('whose age is none of the category any more is marked and found, after a move and after a new birth date', async () => {
  await app.database.sql('update event_categories set min_age = 0, max_age = 17 where id = $1', [
    event.categories['child']!.id,
  ])
  await family()
  const alone = async () => (await list({ search: 'alma' })).people[0]!.outsideAges
  const unfit = () => filtered({ field: 'ageFits', op: 'any_of', values: ['no'] })
  expect([await alone(), await unfit()]).toEqual([null, []])
  await app.database.sql(`update events set starts_at = '2039-06-01', ends_at = '2039-06-02' where id = $1`, [event.id])
  expect([await alone(), await unfit()]).toEqual([{ min: 0, max: 17 }, ['Alma']])
  await app.database.sql(`update members set date_of_birth = '2030-05-01' where id = $1`, [alma])
  expect([await alone(), await unfit()]).toEqual([null, []])
  await app.database.sql(`update members set date_of_birth = '2020-05-01' where id = $1`, [alma])
})

/** Where those chosen can move. */
const movePlaces = (which: object = {}) =>
  app.call(officeRegistrations.movePlaces, at({ all: true as const, ...which }), as())

test('a move is offered to exactly the categories that accept it', async () => {
  event = await buildEvent(app, club, {
    pool: 1,
    categories: [
      { category: 'adult' },
      { category: 'leader' },
      { category: 'full', capacity: 1 },
      { category: 'child', price: 10_000 },
      { category: 'early', memberPrice: 5_000 },
      { category: 'pooled', pooled: true },
      { category: 'closed', closedAt: new Date('2020-01-01') },
    ],
  })
  await buyPlaces(app, anna!, event, [{ memberId: anna!.memberId, event, category: 'adult' }])
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event, category: 'leader' }])
  await buyPlaces(app, carla!, event, [{ memberId: carla!.memberId, event, category: 'full' }])
  const people = (await list()).people
  for (const ids of [...people.map(({ id }) => [id]), people.map(({ id }) => id)]) {
    const places = await movePlaces({ all: undefined, ids })
    expect(places.map(({ categoryId }) => categoryId)).not.toContain(event.categories['closed']!.id)
    for (const { categoryId, problem } of places.filter((one) => one.problem !== null)) {
      const answer = move(categoryKey(categoryId), { all: undefined, ids })
      if (problem === 'already_registered') expect(await answer).toMatchObject({ changed: 0 })
      else expect(await codeOf(answer)).toBe(problem)
    }
  }
  const [one] = (await list({ search: 'anna' })).people
  const open = (await movePlaces({ all: undefined, ids: [one!.id] })).filter(({ problem }) => problem === null)
  expect(open.map(({ categoryId }) => categoryKey(categoryId))).toEqual(['leader', 'early', 'pooled'])
  for (const { categoryId } of open)
    expect(await move(categoryKey(categoryId), { all: undefined, ids: [one!.id] })).toMatchObject({ changed: 1 })
  await healthy()
})

const categoryKey = (id: string) => Object.keys(event.categories).find((key) => event.categories[key]!.id === id)!

const adults = () => ({ field: 'category', op: 'any_of', values: [event.categories['adult']!.id] })

test('nobody moves into a full category or pool, and within a pool places stay as many', async () => {
  event = await buildEvent(app, club, {
    pool: 2,
    categories: [
      { category: 'adult' },
      { category: 'leader', capacity: 1 },
      { category: 'tent', pooled: true },
      { category: 'bed', pooled: true },
    ],
  })
  await buyPlaces(app, anna!, event, [{ memberId: anna!.memberId, event, category: 'tent' }])
  await buyPlaces(app, bo!, event, [{ memberId: bo!.memberId, event, category: 'tent' }])
  expect(await codeOf(move('leader'))).toBe('event_sold_out')
  expect(await move('bed')).toEqual({ changed: 2, unchanged: 0 })
  await buyPlaces(app, carla!, event, [{ memberId: carla!.memberId, event, category: 'adult' }])
  expect(await codeOf(move('bed'))).toBe('event_sold_out')
  await healthy()
})

/** Anna has a place for adults; there is one for leaders. */
async function oneForLeaders(): Promise<void> {
  event = await buildEvent(app, club, { categories: [{ category: 'adult' }, { category: 'leader', capacity: 1 }] })
  await buyPlaces(app, anna!, event, [{ memberId: anna!.memberId, event, category: 'adult' }])
}

/** Bo buys it while the office moves Anna there. @returns how many have it */
async function race(): Promise<number> {
  await readBeforeWriting(app, 'event_entries', () =>
    Promise.all([
      codeOf(move('leader')),
      codeOf(prepare(app, bo!, [{ memberId: bo!.memberId, event, category: 'leader' }])),
    ]),
  )
  const [row] = await app.database.sql<{ taken: number }>(
    `select count(*)::int as taken from event_entries where category_id = $1 and status in ('paid', 'held')`,
    [event.categories['leader']!.id],
  )
  return row!.taken
}

test('the last place of a category goes to the buyer or to whoever is moved there', async () => {
  await oneForLeaders()
  expect(await race()).toBe(1)
  await healthy()
})

test('control: without the lock on the event both have it', async () => {
  await oneForLeaders()
  expect(await withoutLocks(race)).toBe(2)
})

test('places are refunded after a minute, one line of an order alone', async () => {
  await family()
  const filter = JSON.stringify({ field: 'minor', op: 'any_of', values: ['yes'] })
  const asked = await refund({ filter })
  expect(asked).toEqual({ orders: 1, places: 1, skipped: 0, amount: { minor: 10_000, currency: 'DKK' } })
  expect((await list({ search: 'anna' })).people[0]!.can.refund).toBe(false)
  expect(await refund({ search: 'anna' })).toMatchObject({
    orders: 0,
    skipped: 1,
  })
  await carryOut(app)
  await healthy()
  const { counts } = await list()
  expect(counts).toMatchObject({ paid: 2, cancelled: 1, income: { minor: 40_000 } })
  expect(await refund({ all: true })).toMatchObject({ orders: 2, places: 2, skipped: 1 })
  await carryOut(app)
  await healthy()
  expect((await list()).counts).toMatchObject({ paid: 0, cancelled: 3, income: { minor: 0 } })
})

test('a bulk refund says whom and how much before the press, and one Stop takes all of it back', async () => {
  await family()
  const sum = { orders: 2, places: 3, skipped: 0, amount: { minor: 50_000, currency: 'DKK' } }
  expect(await preview()).toEqual({
    ...sum,
    names: ['Alma Holm', 'Anna Holm', expect.stringMatching(/^Bo /)],
    version: expect.any(String),
  })
  expect((await list()).counts).toMatchObject({ paid: 3, cancelled: 0 })
  expect(await codeOf(press({ all: true, reason: ' ' }, 'seen'))).toBe('invalid_input')
  expect(await refund({ all: true })).toEqual(sum)
  expect(await preview()).toMatchObject({ places: 0, skipped: 3, names: [] })

  const waiting = () => app.call(delayedActions.list, { orgId: club.id }, as())
  const [one, ...others] = await waiting()
  expect(others).toEqual([])
  expect(one).toMatchObject({ count: 2, amount: sum.amount, can: { stop: true } })
  await app.call(delayedActions.stopRefund, { orgId: club.id, actionId: one!.id }, as())
  expect(await waiting()).toEqual([])
  await app.runJobs({ all: true })
  expect((await list()).counts).toMatchObject({ paid: 3, cancelled: 0 })

  await refund({ all: true })
  await carryOut(app)
  await healthy()
  expect((await list()).counts).toMatchObject({ paid: 0, cancelled: 3 })
  const history = await app.database.sql(
    `select name, reason from office_history where org_id = $1 and name like '%refund%' order by id`,
    [club.id],
  )
  const stopped = { name: 'refund_stopped', reason: null }
  const refunded = { name: 'line_refunded', reason: 'Lightning' }
  expect(history).toEqual([stopped, stopped, refunded, refunded])
})

/** Events between a preview of all places and the press; each changes whom or how much it refunds. */
const meanwhile: Record<string, () => Promise<unknown>> = {
  'somebody else refunds a place': () => refund({ search: 'alma' }),
  'a guest registers': () => buyPlaces(app, carla!, event, [{ memberId: carla!.memberId, event, category: 'adult' }]),
  'one is refunded, and another registers at the same price': async () => {
    await refund({ search: 'bo' })
    await buyPlaces(app, carla!, event, [{ memberId: carla!.memberId, event, category: 'adult' }])
  },
}

test.each(Object.entries(meanwhile))(
  'a bulk refund is refused with the new sum when meanwhile %s',
  async (_, change) => {
    await family()
    const seen = await preview()
    await change()
    const waiting = () =>
      app.database.sql(`select id from delayed_actions where org_id = $1 and state = 'waiting' order by id`, [club.id])
    const before = await waiting()
    const now = await preview()
    const refusal: unknown = await press({ all: true }, seen.version).catch((error: unknown) => error)
    const changed = { code: 'refund_changed', data: { places: now.places, ...now.amount } }
    expect(refusal).toMatchObject({ body: changed })
    expect(await waiting()).toEqual(before)
    expect(await press({ all: true }, now.version)).toMatchObject({ places: now.places, amount: now.amount })
  },
)

test('of two bulk refunds at once that share a place, one is refused whole', async () => {
  await family()
  const [all, hers] = await Promise.all([preview(), preview({ search: 'alma' })])
  const outcomes = await Promise.all([
    codeOf(press({ all: true }, all.version)),
    codeOf(press({ search: 'alma' }, hers.version)),
  ])
  expect(outcomes.toSorted()).toEqual(['ok', 'refund_changed'])
  const [asked] = await app.call(delayedActions.list, { orgId: club.id }, as())
  expect(asked!.amount).toEqual((outcomes[0] === 'ok' ? all : hers).amount)
})

test('a member or somebody of their family is added by hand, with ticket and mail and without a receipt', async () => {
  await isMember(anna!)
  await app.runJobs({ all: true })
  const search = (text: string) => app.call(officeRegistrations.candidates, at({ search: text }), as())
  expect(await search('holm al')).toMatchObject([{ id: alma, of: 'Anna Holm', registered: false }])
  expect(await search('bo')).toEqual([])
  const paid = { method: 'cash', amount: 15_000, reason: 'Paid at the club house' }
  expect(await add(alma, paid)).toMatchObject({
    name: 'Alma Holm',
    state: 'paid',
    price: { minor: 0 },
    byHand: { ...paid, amount: { minor: 15_000 }, toPayBack: false },
  })
  expect(await search('holm al')).toMatchObject([{ registered: true }])
  expect(await codeOf(add(alma))).toBe('already_registered')
  expect(await codeOf(add(bo!.memberId))).toBe('not_found')
  expect(await codeOf(add(anna!.memberId, { method: 'cash', amount: 0 }))).toBe('invalid_input')
  const { counts } = await list()
  expect(counts).toMatchObject({ paid: 1, byHand: 1, income: { minor: 0 }, elsewhere: { minor: 15_000 } })
  await healthy()
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ subject }) => subject.includes('Summer regatta'))!
  expect(mail.text).toContain('Nothing was paid through the portal')
  expect(mail.attachments.map(({ fileName }) => fileName).join()).not.toContain('Receipt')
  const [ticket] = await app.call(tickets.list, { eventId: event.id }, as(anna))
  expect(ticket).toMatchObject({ memberId: alma, status: 'valid', hasReceipt: false })
})

/** The office's offers for somebody: the categories that fit, and each with its price. */
async function offered(whom: object) {
  const places = await app.call(officeRegistrations.places, at(whom), as())
  return places.map(({ categoryId, price, problem }) => [categoryKey(categoryId), price.minor, problem])
}

test('by hand, the category follows the age on the day, and the price is that of members or an early one', async () => {
  await isMember(anna!)
  event = await buildEvent(app, club, {
    categories: [
      { category: 'child', minAge: 0, maxAge: 17, price: 10_000 },
      { category: 'adult', minAge: 18, price: 20_000, memberPrice: 15_000 },
      { category: 'open', capacity: 0 },
    ],
  })
  const old = 'category_age'
  expect(await offered({ memberId: alma })).toEqual([
    ['child', 10_000, null],
    ['adult', 20_000, old],
    ['open', 20_000, 'event_sold_out'],
  ])
  await app.database.sql(`update members set date_of_birth = '1954-03-01' where id = $1`, [anna!.memberId])
  expect((await offered({ memberId: anna!.memberId })).slice(0, 2)).toEqual([
    ['child', 10_000, old],
    ['adult', 15_000, null],
  ])
  await app.database.sql(
    `insert into event_phases (id, event_id, category_id, position, name_texts, price, places) values ($1, $2, $3, 0, $4, 12000, 9)`,
    [newId(), event.id, event.categories['adult']!.id, { da: 'Tidlig' }],
  )
  expect((await offered({ born: '1954-03-01' })).slice(0, 2)).toEqual([
    ['child', 10_000, old],
    ['adult', 12_000, null],
  ])
  expect((await offered({}))[0]).toEqual(['child', 10_000, 'birth_date_missing'])
  await app.database.sql('update members set date_of_birth = null where id = $1', [anna!.memberId])
  expect(await codeOf(offered({ memberId: bo!.memberId }))).toBe('not_found')
})

test('a guest who is nobody’s member is registered by name, gets the ticket by mail, and becomes no account', async () => {
  const guest = {
    firstName: 'Gerda',
    lastName: 'Gæst',
    email: 'dan@example.com',
    phone: '20 30 40 50',
    dateOfBirth: '1954-03-01',
    consent: true as const,
  }
  const addGuest = (more: object = {}) => add(undefined as never, { memberId: undefined, guest: { ...guest, ...more } })
  const added = await addGuest()
  expect(added).toMatchObject({
    name: 'Gerda Gæst',
    state: 'free',
    age: expect.any(Number),
    byHand: { method: 'free' },
  })
  await healthy()
  const [mail, ...more] = (await mailsTo(app, guest.email)).filter(({ subject }) => subject.includes('Summer regatta'))
  expect(more).toEqual([])
  expect(mail!.attachments.length).toBeGreaterThan(0)
  // An address of a guest opens nothing for whoever signs in with it, and keeps nobody else's account from it.
  const later = await signedIn(app, guest.email)
  expect(later.memberId).not.toBe(added.memberId)
  expect(await app.call(tickets.list, { eventId: event.id }, as(later))).toEqual([])
  expect(await addGuest({ firstName: 'Grete', email: null, phone: '', dateOfBirth: null })).toMatchObject({ age: null })
  expect(await codeOf(addGuest({ consent: false }))).toBe('invalid_input')
  expect(await codeOf(add(anna!.memberId, { guest }))).toBe('invalid_input')
  expect(await codeOf(add(undefined as never, { memberId: undefined }))).toBe('invalid_input')
})

test('a registration whose answer was lost is made once, sent again at once or later; with another amount it is another', async () => {
  const token = newToken()
  const guest = {
    firstName: 'Gerda',
    lastName: 'Gæst',
    email: 'lost@example.org',
    phone: '',
    dateOfBirth: null,
    consent: true,
  }
  const send = (more: object = {}) => add(undefined as never, { memberId: undefined, guest, token, ...more })
  const [added, again] = await Promise.all([send(), send()])
  expect(again).toEqual(added)
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [event.id])
  expect(await send()).toEqual(added)
  await app.database.sql(`update events set status = 'published' where id = $1`, [event.id])
  expect((await list()).total).toBe(1)
  const people = await app.database.sql(
    `select from members where last_name = 'Gæst' and id in (select member_id from club_people where org_id = $1)`,
    [club.id],
  )
  expect(people).toHaveLength(1)
  await healthy()
  expect((await mailsTo(app, guest.email)).filter(({ subject }) => subject.includes('Summer regatta'))).toHaveLength(1)
  expect((await send({ method: 'cash', amount: 15_000 })).id).not.toBe(added.id)
})

test('a place added by hand is cancelled by refunding it, and what was paid elsewhere is listed until the club has refunded it', async () => {
  await isMember(anna!)
  const { id } = await add(anna!.memberId, { method: 'mobilepay', amount: 20_000 })
  await refund({ ids: [id] })
  await carryOut(app)
  const toRefundByHand = JSON.stringify({ field: 'toPayBack', op: 'any_of', values: ['yes'] })
  expect(await list({ filter: toRefundByHand })).toMatchObject({
    people: [{ id, state: 'cancelled', byHand: { toPayBack: true } }],
    counts: { toPayBack: 1, elsewhere: { minor: 0 } },
  })
  const recordRefund = () => app.call(officeRegistrations.paidBack, at({ filter: toRefundByHand }), as())
  const inPayments = async (filter?: object) => {
    const query = filter && { filter: JSON.stringify(filter) }
    const { orders: found, sums } = await app.call(orders.ofClub, { orgId: club.id, ...query }, as())
    return { byHand: found.map((order) => order.byHand), kept: sums[0]?.byHand?.minor }
  }
  const taken = { method: 'mobilepay', amount: { minor: 20_000, currency: 'DKK' } }
  const amount = { field: 'amount', op: 'is', value: 20_000 }
  expect(await inPayments(amount)).toEqual({ byHand: [{ ...taken, paidBack: false }], kept: 20_000 })
  // The week counts orders that brought something in.
  const { money } = await app.call(officeToday.show, { orgId: club.id }, as())
  expect(money).toMatchObject({ orders: 1, paid: { minor: club.season.total } })
  expect(await recordRefund()).toEqual({ changed: 1, unchanged: 0 })
  const refunded = { field: 'refunded', op: 'from', value: 1 }
  expect(await inPayments(refunded)).toEqual({ byHand: [{ ...taken, paidBack: true }], kept: 0 })
  expect(await recordRefund()).toEqual({ changed: 0, unchanged: 0 })
  await healthy()
})

test('by hand also after the sale, and never beyond the places there are', async () => {
  await isMember(anna!)
  await isMember(bo!)
  event = await buildEvent(app, club, { capacity: 1, saleUntil: new Date('2020-01-01') })
  await add(anna!.memberId)
  expect(await codeOf(add(bo!.memberId))).toBe('event_sold_out')
  await app.database.sql(`update events set status = 'draft' where id = $1`, [event.id])
  expect(await codeOf(add(bo!.memberId))).toBe('event_is_draft')
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [event.id])
  expect(await codeOf(add(bo!.memberId))).toBe('event_cancelled')
  const income = await app.call(orders.ofClub, { orgId: club.id }, as())
  expect(income.sums).toMatchObject([{ paid: { minor: 177_000 } }])
})

test('an export has no amounts and no formulas, and the file is named', async () => {
  await family()
  await app.database.sql(`update members set last_name = '=1+1' where id = $1`, [carla!.memberId])
  const made = await app.call(
    exports.registrations,
    at({ format: 'csv' as const, sort: 'name' as const, all: true as const }),
    {
      ...as(),
      headers: { 'accept-language': 'da' },
    },
  )
  expect(made).toMatchObject({
    state: 'ready',
    total: 3,
    fileName: expect.stringMatching(/^tilmeldinger-[^-].*-\d{4}-\d\d-\d\d\.csv$/),
  })
  const file = await app.call(exports.registrationsFile, { orgId: club.id, exportId: made.id }, as())
  const lines = Buffer.from(file.bytes).toString().slice(1).trim().split('\r\n')
  expect(lines[0]).toMatch(/^Navn;Alder;Kategori;/)
  expect(lines.find((line) => line.startsWith('Alma'))).toMatch(
    /^Alma Holm;\d+;child;;betalt;[0-9A-Z]{4}-[0-9A-Z]{4};;;Anna Holm;/,
  )
  expect(
    await codeOf(app.call(exports.registrations, { orgId: club.id, eventId: newId(), format: 'csv', all: true }, as())),
  ).toBe('event_not_found')
})

test('a list is printed with everybody who has a place, in groups, with blank lines and pages', async () => {
  await family()
  const print = (more: object) =>
    app.call(
      officeRegistrations.print,
      at({ sort: 'name' as const, language: 'en' as const, all: true as const, ...more }),
      as(),
    )
  const file = await print({})
  expect(file.contentType).toBe('application/pdf')
  const { text, about, parts, unmarked } = readPdf(file.bytes)
  expect(about).toMatchObject({ lang: 'en', author: `Club ${club.key}`, showsTitle: true })
  expect(parts.slice(0, 3)).toEqual(['Document', 'P', 'H1'])
  expect(unmarked).toBe(0)
  const danish = readPdf((await print({ language: 'da' })).bytes)
  expect(danish.about).toMatchObject({ lang: 'da', author: `Club ${club.key}`, showsTitle: true })
  for (const words of ['Holm, Alma', '(< 18)', '+4520304050', 'Page 1 of 1', 'Printed by'])
    expect(text).toContain(words.replace(/\s/g, ''))
  const [row] = await app.database.sql<{ after: object }>(
    `select after from office_history where org_id = $1 and name = 'registrations_printed' limit 1`,
    [club.id],
  )
  expect(row!.after).toEqual({ count: 3 })
  await app.database.sql('delete from rate_windows')
  expect((await print({ sort: 'category', filter: JSON.stringify(adults()) })).bytes.length).toBeGreaterThan(1000)
})
