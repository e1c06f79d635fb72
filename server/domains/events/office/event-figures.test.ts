import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventFigures } from '#contract/events/figures.ts'
import { officeEvents } from '#contract/events/office.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { booksOf, brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { prepareWith } from '#server/testing/purchases/coupon-purchase.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { buyFor, refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let camp: BuiltEvent
let [chair, manager, anna, bo]: Person[] = []
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  camp = await buildEvent(app, club, {
    capacity: 10,
    categories: [{ category: 'adult' }, { category: 'child', price: 10_000 }],
  })
})

const of = (person = chair!, event = camp) =>
  app.call(eventFigures.ofEvent, { orgId: club.id, eventId: event.id }, { as: person.token })
const ofClub = (year?: number, person = chair!) =>
  app.call(eventFigures.ofClub, { orgId: club.id, ...(year && { year: String(year) }) }, { as: person.token })
/** The camp's income in the list of events. */
const listed = async (person = chair!) => {
  const tab = { orgId: club.id, tab: 'coming' as const }
  const { events } = await app.call(officeEvents.list, tab, { as: person.token })
  return events.find(({ id }) => id === camp.id)!.income
}
const dkk = (minor: number) => ({ minor, currency: 'DKK' })
const sales = (sold: number, cancelled: number, paid: number, refunded: number) => ({
  sold,
  cancelled,
  paid: dkk(paid),
  refunded: dkk(refunded),
})
const today = async () =>
  (
    await app.database.sql<{ day: string }>(
      `select to_char(portal_now() at time zone 'Europe/Copenhagen', 'YYYY-MM-DD') as day`,
    )
  )[0]!.day
const adults = (person: Person) => [{ memberId: person.memberId, event: camp }]

/** The amounts that the gateway captured and credited for orders of the event alone. */
async function gatewayOf() {
  const { ledger } = await booksOf(app, club)
  const rows = await app.database.sql<{ number: string }>(
    `select number from orders where org_id = $1 and kinds = '{event}'`,
    [club.id],
  )
  const numbers = new Set(rows.map(({ number }) => number))
  const sum = (moves: (typeof ledger)['captures']) =>
    moves
      .filter(({ isSuccess, orderNumber }) => isSuccess && numbers.has(orderNumber ?? ''))
      .reduce((total, { amount }) => total + amount, 0)
  return { paid: dkk(sum(ledger.captures)), refunded: dkk(sum(ledger.credits)) }
}

/**
 * Anna buys early bird for herself and Alma on one day. On the next Bo pays the full price with a coupon, Anna's own place is refunded, and
 * the office adds the manager, who paid 150 kr. by bank transfer.
 */
async function campOfTwoDays() {
  const phase = newId()
  await app.database.sql(
    `insert into event_phases (id, event_id, category_id, position, name_texts, price, places) values ($1, $2, $3, 0, $4, 15000, 1)`,
    [phase, camp.id, camp.categories['adult']!.id, { da: 'Tidlig', en: 'Early bird' }],
  )
  await buyPlaces(app, anna!, camp, [...adults(anna!), { memberId: alma, event: camp, category: 'child' }], 25_000)
  await app.runJobs({ all: true })
  const first = await today()
  await app.moveClock('1 day')
  const { code } = await buildCoupon(app, club)
  const order = await newestOrder(app, chair!, club)
  const token = await prepareWith(app, bo!, adults(bo!), code)
  await visit((await payInWindow(await openTicketWindow(app, bo!, camp, token, 18_000), '0000'))!)
  await refundLines(app, chair!, { orgId: club.id, order }, [
    order.lines.findIndex(({ parts }) => parts.price.minor === 15_000),
  ])
  await buyFor(app, manager!, [manager!.memberId], club.season)
  const paidAtTheBank = { method: 'bank_transfer' as const, amount: 15_000, reason: 'Paid at the bank' }
  const place = { memberId: manager!.memberId, categoryId: camp.categories['adult']!.id, ...paidAtTheBank }
  await app.call(officeRegistrations.add, { orgId: club.id, eventId: camp.id, ...place }, { as: chair!.token })
  return { first, second: await today(), code }
}

test("an event's sales by day, phase and code add up to the captures and credits of the gateway", async () => {
  const { first, second, code } = await campOfTwoDays()
  const waiting = await of()
  expect([waiting.underWay, waiting.refunded]).toEqual([dkk(15_000), dkk(0)])
  await app.runJobs({ all: true })
  expect(await of()).toEqual({
    ...sales(4, 1, 43_000, 15_000),
    orders: 3,
    underWay: dkk(0),
    discount: dkk(2000),
    elsewhere: dkk(15_000),
    days: [
      { day: first, ...sales(2, 0, 25_000, 0) },
      { day: second, ...sales(2, 1, 18_000, 15_000) },
    ],
    parts: [
      { category: 'adult', phase: 'Early bird', danish: ['category'], ...sales(1, 1, 15_000, 15_000) },
      { category: 'adult', phase: null, danish: ['category'], ...sales(2, 0, 18_000, 0) },
      { category: 'child', phase: null, danish: ['category'], ...sales(1, 0, 10_000, 0) },
    ],
    codes: [{ code, orders: 1, tickets: 1, off: dkk(2000) }],
    tests: { orders: 0, tickets: 0, paid: dkk(0) },
  })
  const { paid, refunded, days, parts, sold, cancelled } = await of()
  expect({ paid, refunded }).toEqual(await gatewayOf())
  expect(await listed()).toEqual(dkk(paid!.minor - refunded!.minor))
  for (const rows of [days, parts]) {
    const sum = (amountOf: (row: (typeof parts)[number]) => number) =>
      (rows as typeof parts).reduce((total, row) => total + amountOf(row), 0)
    expect([sum((row) => row.sold), sum((row) => row.cancelled)]).toEqual([sold, cancelled])
    expect([sum((row) => row.paid!.minor), sum((row) => row.refunded!.minor)]).toEqual([paid!.minor, refunded!.minor])
  }
  const [event] = await app.database.sql<{ sold: number }>('select sold from events where id = $1', [camp.id])
  expect(sold - cancelled).toBe(event!.sold)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('whoever may not see money sees the numbers of places, and another club nothing', async () => {
  await buyPlaces(app, anna!, camp, adults(anna!))
  await grantOffice(app, club, manager!, ['event_manager'])
  const figures = await of(manager)
  expect(figures).toMatchObject({
    sold: 1,
    paid: null,
    refunded: null,
    underWay: null,
    discount: null,
    elsewhere: null,
  })
  expect([figures.days[0]!.paid, figures.parts[0]!.paid, figures.tests.paid]).toEqual([null, null, null])
  expect([await listed(), await listed(manager)]).toEqual([dkk(20_000), null])
  const year = await ofClub(undefined, manager)
  expect([year.income, year.before.income, year.months[0]!.income]).toEqual([null, null, null])
  const other = await buildClub(app)
  const elsewhere = { orgId: other.id, eventId: camp.id }
  expect(await codeOf(app.call(eventFigures.ofEvent, elsewhere, { as: chair!.token }))).toBe('event_not_found')
})

test('an order that is not paid, or is a test, is in no figure; tests are counted apart', async () => {
  await prepare(app, bo!, adults(bo!))
  expect(await of()).toMatchObject({ ...sales(0, 0, 0, 0), orders: 0, days: [], parts: [], codes: [] })
  club = await buildClub(app, { testMode: true })
  camp = await buildEvent(app, club)
  await buyPlaces(app, anna!, camp, adults(anna!))
  await app.runJobs({ all: true })
  const tests = { orders: 1, tickets: 1, paid: dkk(20_000) }
  expect(await of()).toMatchObject({ ...sales(0, 0, 0, 0), days: [], tests })
  expect((await ofClub()).tickets).toBe(0)
  expect(await listed()).toEqual(dkk(0))
})

test("a club's year beside the one before, by the month in which its events begin where they are", async () => {
  const year = Number((await today()).slice(0, 4))
  const at = (moment: string) => ({ startsAt: new Date(moment), endsAt: new Date(Date.parse(moment) + 3_600_000) })
  // In Copenhagen it is the first of January.
  const newYear = await buildEvent(app, club, { ...at(`${year}-12-31T23:30:00Z`), title: 'New year', capacity: 4 })
  const before = await buildEvent(app, club, { ...at(`${year}-03-10T10:00:00Z`), title: 'Before' })
  await buildEvent(app, club, { ...at(`${year + 1}-05-10T10:00:00Z`), title: 'Draft', status: 'draft' })
  await buyPlaces(app, anna!, newYear, [{ memberId: anna!.memberId, event: newYear }])
  await app.database.sql(`update events set ends_at = portal_now() + interval '1 hour' where id = $1`, [before.id])
  await buyPlaces(app, bo!, before, [{ memberId: bo!.memberId, event: before }])
  await app.runJobs({ all: true })
  const figures = await ofClub(year + 1)
  expect(figures.events).toMatchObject([
    { title: { da: 'New year' }, status: 'published', places: 4, tickets: 1, income: dkk(20_000) },
  ])
  expect(figures).toMatchObject({ year: year + 1, count: 1, tickets: 1, income: dkk(20_000), before: { tickets: 1 } })
  expect(figures.months).toHaveLength(12)
  expect(figures.months[0]).toEqual({
    month: 1,
    tickets: 1,
    income: dkk(20_000),
    before: { tickets: 0, income: dkk(0) },
  })
  expect(figures.months[2]!.before).toEqual({ tickets: 1, income: dkk(20_000) })
  expect([figures.firstYear, figures.lastYear]).toEqual([year, year + 1])
  const sum = figures.months.reduce((total, { tickets }) => total + tickets, 0)
  expect(sum).toBe(figures.events.reduce((total, { tickets }) => total + tickets, 0))
})
