import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EditedEvent, type EventFields, officeEvents } from '#contract/events/office.ts'
import { orders } from '#contract/orders/orders.ts'
import { inTransaction } from '../database/db.ts'
import { newId, newToken } from '../database/new-id.ts'
import { renewPlaces } from '../domains/events/registration/reserve-places.ts'
import { buildClub, type Club, type Person } from '../testing/builders.ts'
import { inTurn, readBeforeWriting } from '../testing/lock-waits.ts'
import { openWindow, payInWindow, stateOf, visit } from '../testing/purchase.ts'
import { gatherCrowd, type Crowd } from '../testing/purchases/crowd.ts'
import { membershipData } from '../testing/selection.ts'
import { codeOf } from '../testing/test-app.ts'
import { withoutLocks } from '../testing/without-locks.ts'

/** An office that edits an event while it is sold. Each race has its control: the same without the lock or the count that decides it. */
let crowd: Crowd
let club: Club
let office: Person
beforeAll(async () => {
  crowd = await gatherCrowd(20)
  office = (await crowd.admins())[0]!
})
afterAll(() => crowd.close())
beforeEach(async () => {
  await crowd.app.database.sql('delete from rate_windows')
  club = await buildClub(crowd.app)
})

type Category = EventFields['categories'][number]

const as = () => ({ as: office.token })
const inClub = <T extends object>(input: T) => ({ orgId: club.id, ...input })
const save = ({ id, version, fields }: EditedEvent, changes: Partial<EventFields>) =>
  crowd.app.call(officeEvents.save, inClub({ ...fields, ...changes, eventId: id, version }), as())
const shown = ({ id }: EditedEvent) => crowd.app.call(officeEvents.item, inClub({ eventId: id }), as())
const publish = ({ id, version }: EditedEvent) =>
  crowd.app.call(officeEvents.publish, inClub({ eventId: id, version }), as())
const withdraw = ({ id, version }: EditedEvent) =>
  crowd.app.call(officeEvents.withdraw, inClub({ eventId: id, version }), as())

/** A published event that costs 200 kr. */
async function published(changes: Partial<EventFields> = {}, ofCategory: Partial<Category> = {}) {
  const draft = await crowd.app.call(
    officeEvents.create,
    inClub({ template: null, startsAt: '2049-07-05T10:00' }),
    as(),
  )
  const saved = await save(draft, {
    title: { da: 'Lejr' },
    publicFrom: '2026-01-01T08:00',
    ...categoryWith(draft, { price: 20_000, ...ofCategory }),
    ...changes,
  })
  return publish(saved)
}
const categoryWith = ({ fields }: EditedEvent, changes: Partial<Category>) => ({
  categories: fields.categories.map((one, at) => (at === 0 ? { ...one, ...changes } : one)),
})
const phase = (changes: Partial<Category['phases'][number]>) => ({
  id: newId(),
  name: { da: 'Tidlig' },
  price: 10_000,
  memberPrice: null,
  until: null,
  places: null,
  ...changes,
})

const buyer = (at: number) => crowd.people[at]!
const buys = ({ id }: EditedEvent, at: number) =>
  crowd.order(buyer(at), [{ memberId: buyer(at).memberId, event: { id }, category: 'voksen' }])

/** @returns the token of an order whose total is shown */
async function prepared({ id }: EditedEvent, at: number): Promise<string> {
  const line = { memberId: buyer(at).memberId, event: { id }, category: 'voksen' }
  const input = { token: newToken(), membershipData: membershipData([line]) }
  return (await crowd.app.call(orders.prepare, input, { as: buyer(at).token })).token
}
const pays = (token: string, at: number, amount: number) => openWindow(crowd.app, buyer(at), club.season, token, amount)
const statusOf = async (token: string, at: number) => (await stateOf(crowd.app, buyer(at), token)).status

async function later(interval: string, work: () => Promise<void>) {
  await crowd.app.moveClock(interval)
  try {
    await work()
  } finally {
    await crowd.app.moveClock(`-${interval}`)
  }
}

/** The prices of the sold or held places, the cheapest first. */
async function prices({ id }: EditedEvent): Promise<number[]> {
  const rows = await crowd.app.database.sql<{ price: number }>(
    `select l.price::int from event_entries e join order_lines l on l.entry_id = e.id
     where e.event_id = $1 and e.status in ('held', 'paid') order by 1`,
    [id],
  )
  return rows.map(({ price }) => price)
}

/** Where each limit of an event stands. */
const limits = ({ id }: EditedEvent) =>
  crowd.app.database.sql(
    `select e.capacity, e.sold + e.held as taken, c.capacity as "ofCategory", c.sold + c.held as "takenOfCategory"
     from events e join event_categories c on c.event_id = e.id where e.id = $1`,
    [id],
  )

const counted = (codes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))

test.each([
  ['of the event', (_: EditedEvent, capacity: number) => ({ capacity })],
  ['of a category', (event: EditedEvent, capacity: number) => categoryWith(event, { capacity })],
])('a capacity %s is lowered while somebody takes a place: it stays what is taken', async (_, lowered) => {
  const event = await published({}, { capacity: 5 })
  expect(await buys(event, 0)).toBe('ok')
  const lower = () => codeOf(save(event, lowered(event, 1)))
  expect(new Set(await inTurn(crowd.app, 'event_entries', () => buys(event, 1), lower, 2))).toEqual(
    new Set(['first ok', 'second event_invalid']),
  )
  expect(await limits(event)).toMatchObject([{ taken: 2, ofCategory: 5 }])
  // The other way round: whoever comes later is refused.
  const last = () => codeOf(save(event, lowered(event, 2)))
  expect(new Set(await inTurn(crowd.app, 'office_history', last, () => buys(event, 2), 2))).toEqual(
    new Set(['first ok', 'second event_sold_out']),
  )
  expect(await limits(event)).toMatchObject([{ taken: 2, takenOfCategory: 2 }])
})

test('control: without the lock of the event a capacity is lowered below what is taken', async () => {
  const event = await published({ capacity: 5 })
  const lower = () => codeOf(save(event, { capacity: 1 }))
  await buys(event, 0)
  const outcome = await withoutLocks(() => inTurn(crowd.app, 'office_history', lower, () => buys(event, 1), 2))
  expect(new Set(outcome)).toEqual(new Set(['first ok', 'second ok']))
  expect(await limits(event)).toMatchObject([{ capacity: 1, taken: 2 }])
})

test('a capacity is lowered while 20 want the last places: nobody has one too many', async () => {
  const event = await published({ capacity: 12 })
  const [saved, ...codes] = await Promise.all([
    codeOf(save(event, { capacity: 6 })),
    ...crowd.people.map((_, at) => buys(event, at)),
  ])
  const [{ capacity, taken } = { capacity: 0, taken: 0 }] = await limits(event)
  expect(taken).toBe(capacity)
  expect([capacity, saved]).toEqual(saved === 'ok' ? [6, 'ok'] : [12, 'event_invalid'])
  expect(counted(codes)).toEqual({ ok: capacity, event_sold_out: 20 - Number(capacity) })
})

/** An event with one place sold and one held, as the hold has run out and nobody has released it. Its owner may still be paying. */
async function withLateHold() {
  const event = await published({ capacity: 5 })
  const token = await prepared(event, 0)
  await visit((await payInWindow(await pays(token, 0, 20_000), '0000'))!)
  expect(await statusOf(token, 0)).toBe('paid')
  await prepared(event, 1)
  const arrives = await lateOrder(event)
  return { event: await shown(event), arrives }
}

test('a late payment finds no place when the capacity was lowered after its hold ran out', async () => {
  const { event, arrives } = await withLateHold()
  await later('31 minutes', async () => {
    expect(await codeOf(save(event, { capacity: 1 }))).toBe('ok')
    expect(await arrives()).toBe(false)
  })
  expect(await limits(event)).toMatchObject([{ capacity: 1, taken: 1 }])
})

test('control: while the office leaves a hold that ran out alone, its late payment takes one place too many', async () => {
  const { event, arrives } = await withLateHold()
  await later('31 minutes', async () => {
    await crowd.app.database.sql('update event_categories set held = 0 where event_id = $1', [event.id])
    await crowd.app.database.sql('update events set held = 0, capacity = 1 where id = $1', [event.id])
    expect(await arrives()).toBe(true)
  })
})

test('a capacity is not lowered below a hold that ran out and is being paid right now', async () => {
  const { event, arrives } = await withLateHold()
  await later('31 minutes', async () => {
    const lower = () => codeOf(save(event, { capacity: 1 }))
    const pay = () => arrives().then((kept) => (kept ? 'kept' : 'refunded'))
    const outcome = await inTurn(crowd.app, 'event_entries', pay, lower, 1)
    expect(outcome).toEqual(['second event_invalid', 'first kept'])
  })
})

test('five places at the early price and 20 buyers: five pay it, the others get the new one', async () => {
  const event = await published({}, { phases: [phase({ places: 5 })] })
  const codes = await readBeforeWriting(crowd.app, 'event_entries', () =>
    Promise.all(crowd.people.map((_, at) => buys(event, at))),
  )
  const { ok = 0, event_price_changed: refused = 0 } = counted(codes)
  expect(ok + refused).toBe(20)
  expect(refused).toBeGreaterThan(0)
  expect(await prices(event)).toEqual([...Array(5).fill(10_000), ...Array(ok - 5).fill(20_000)])
})

test('control: without the lock of the event more than five pay the early price', async () => {
  const event = await published({}, { phases: [phase({ places: 1 })] })
  await withoutLocks(() =>
    readBeforeWriting(crowd.app, 'event_entries', () => Promise.all(crowd.people.map((_, at) => buys(event, at)))),
  )
  expect((await prices(event)).filter((price) => price === 10_000).length).toBeGreaterThan(1)
})

test('an order of two at the end of the early places pays each price once', async () => {
  const event = await published({ onePerPerson: false }, { phases: [phase({ places: 1 })] })
  const line = { memberId: buyer(0).memberId, event, category: 'voksen' }
  expect(await crowd.order(buyer(0), [line, line])).toBe('ok')
  expect(await prices(event)).toEqual([10_000, 20_000])
})

test('a price is changed while somebody orders: they pay what they were quoted, or order again', async () => {
  const event = await published()
  const raise = () => codeOf(save(event, categoryWith(event, { price: 30_000 })))
  expect(new Set(await inTurn(crowd.app, 'event_entries', () => buys(event, 0), raise, 2))).toEqual(
    new Set(['first ok', 'second ok']),
  )
  const again = await shown(event)
  const lower = () => codeOf(save(again, categoryWith(again, { price: 25_000 })))
  expect(new Set(await inTurn(crowd.app, 'office_history', lower, () => buys(event, 1), 2))).toEqual(
    new Set(['first ok', 'second event_price_changed']),
  )
  expect(await prices(event)).toEqual([20_000])
})

test('an event is withdrawn while somebody registers: one of them is refused', async () => {
  const event = await published()
  const taken = () => codeOf(withdraw(event))
  expect(new Set(await inTurn(crowd.app, 'event_entries', () => buys(event, 0), taken, 2))).toEqual(
    new Set(['first ok', 'second event_has_guests']),
  )
  const other = await published()
  expect(
    new Set(
      await inTurn(
        crowd.app,
        'office_history',
        () => codeOf(withdraw(other)),
        () => buys(other, 1),
        2,
      ),
    ),
  ).toEqual(new Set(['first ok', 'second event_not_found']))
  expect(await prices(other)).toEqual([])
})

test('control: without the lock of the event a place is sold at one that was withdrawn', async () => {
  const event = await published()
  const outcome = await withoutLocks(() =>
    inTurn(
      crowd.app,
      'office_history',
      () => codeOf(withdraw(event)),
      () => buys(event, 0),
      2,
    ),
  )
  expect(new Set(outcome)).toEqual(new Set(['first ok', 'second ok']))
})

test('an event is sold to nobody before its publication is complete', async () => {
  const event = await withdraw(await published())
  const outcome = await inTurn(
    crowd.app,
    'office_history',
    () => codeOf(publish(event)),
    () => buys(event, 0),
    1,
  )
  expect(outcome).toEqual(['second event_not_found', 'first ok'])
  expect(await buys(event, 0)).toBe('ok')
})

test.each([
  ['stopped', { closed: true }, 'category_closed'],
  ['deleted', null, 'category_not_found'],
] as const)(
  'a category is %s while somebody buys a place of it: the place comes first, or none',
  async (_, change, code) => {
    const withOther = async () => {
      const event = await published()
      const other = { ...event.fields.categories[0]!, id: newId(), name: { da: 'Barn' } }
      return save(event, { categories: [...event.fields.categories, other] })
    }
    const end = (event: EditedEvent) => () =>
      codeOf(save(event, change ? categoryWith(event, change) : { categories: event.fields.categories.slice(1) }))
    const event = await withOther()
    expect(new Set(await inTurn(crowd.app, 'event_entries', () => buys(event, 0), end(event), 2))).toEqual(
      new Set(['first ok', change ? 'second ok' : 'second event_invalid']),
    )
    const other = await withOther()
    expect(new Set(await inTurn(crowd.app, 'office_history', end(other), () => buys(other, 1), 2))).toEqual(
      new Set(['first ok', `second ${code}`]),
    )
    expect(await prices(other)).toEqual([])
  },
)

test('control: without the lock of the event a place is sold of a category that was stopped', async () => {
  const event = await published()
  const other = { ...event.fields.categories[0]!, id: newId(), name: { da: 'Barn' } }
  const stop = () => codeOf(save(event, { categories: [{ ...event.fields.categories[0]!, closed: true }, other] }))
  const outcome = await withoutLocks(() => inTurn(crowd.app, 'office_history', stop, () => buys(event, 0), 2))
  expect(new Set(outcome)).toEqual(new Set(['first ok', 'second ok']))
})

test('two offices save: the second is shown what the first wrote, and nothing is overwritten', async () => {
  const event = await published()
  const write = (da: string) => () => codeOf(save(event, { title: { da } }))
  const outcome = await inTurn(crowd.app, 'office_history', write('Efterårslejr'), write('Vinterlejr'), 2)
  expect(new Set(outcome)).toEqual(new Set(['first ok', 'second changed_meanwhile']))
  expect((await shown(event)).fields.title).toEqual({ da: 'Efterårslejr' })
})

test('control: without the lock of the event the second office overwrites the first', async () => {
  const event = await published()
  const write = (da: string) => () => codeOf(save(event, { title: { da } }))
  const outcome = await withoutLocks(() =>
    inTurn(crowd.app, 'office_history', write('Efterårslejr'), write('Vinterlejr'), 2),
  )
  expect(new Set(outcome)).toEqual(new Set(['first ok', 'second ok']))
})

/** One office takes the title away while another publishes the draft as it was. */
async function untitledOrPublished(work: (race: () => Promise<string[]>) => Promise<string[]>) {
  const draft = await withdraw(await published())
  const untitle = () => codeOf(save(draft, { title: { da: '' } }))
  const outcome = await work(() => inTurn(crowd.app, 'office_history', untitle, () => codeOf(publish(draft)), 2))
  return { outcome: new Set(outcome), event: await shown(draft) }
}

test('one publishes while another edits: what was not seen is not published', async () => {
  const { outcome, event } = await untitledOrPublished((race) => race())
  expect(outcome).toEqual(new Set(['first ok', 'second changed_meanwhile']))
  expect(event).toMatchObject({ status: 'draft', fields: { title: { da: '' } } })
})

test('control: without the lock of the event it is published with what the other office left in it', async () => {
  const { outcome, event } = await untitledOrPublished((race) => withoutLocks(race))
  expect(outcome).toEqual(new Set(['first ok', 'second ok']))
  expect(event).toMatchObject({ status: 'published', problems: [{ fault: 'title_missing' }] })
})

test.each([
  ['its phase has ended', () => null],
  ['the office has raised the price', (event: EditedEvent) => save(event, categoryWith(event, { price: 30_000 }))],
])('a hold that ran out does not come back at its price when %s', async (why, change) => {
  const early = why.startsWith('its phase')
  const soon = new Date(Date.now() + 10 * 60_000).toLocaleString('sv', { timeZone: 'Europe/Copenhagen' })
  const phases = early ? [phase({ until: soon.slice(0, 16).replace(' ', 'T') })] : []
  const event = await published({}, { phases })
  const token = await prepared(event, 0)
  await change(event)
  await later('31 minutes', async () => {
    expect(await codeOf(pays(token, 0, early ? 10_000 : 20_000))).toBe('event_price_changed')
  })
})

test('a payment that was authorised within its hold keeps its price, also when it arrives late', async () => {
  const event = await published({}, { phases: [phase({ places: 1 })] })
  const token = await prepared(event, 0)
  const window = await pays(token, 0, 10_000)
  const saved = await save(event, categoryWith(event, { phases: [], price: 40_000 }))
  expect(saved.soldByCategory).toMatchObject([{ held: 1, atOtherPrice: 1 }])
  await visit((await payInWindow(window, '0000'))!)
  expect(await statusOf(token, 0)).toBe('paid')
  expect(await prices(event)).toEqual([10_000])
})

test('a payment that arrives after its hold ran out and was released keeps its price while there is a place', async () => {
  const event = await published({}, { phases: [phase({ places: 1 })] })
  await prepared(event, 0)
  const arrives = await lateOrder(event)
  await later('31 minutes', async () => {
    await save(event, categoryWith(event, { phases: [], price: 40_000 }))
    expect(await arrives()).toBe(true)
  })
  expect(await prices(event)).toEqual([10_000])
})

test('a payment that arrives late for a category that was stopped, or an event that was taken down, is refunded', async () => {
  const event = await published()
  await prepared(event, 0)
  const arrives = await lateOrder(event)
  await later('31 minutes', async () => {
    const other = { ...event.fields.categories[0]!, id: newId(), name: { da: 'Barn' } }
    const stopped = await save(event, { categories: [{ ...event.fields.categories[0]!, closed: true }, other] })
    expect(await arrives()).toBe(false)
    await withdraw(stopped)
    expect(await arrives()).toBe(false)
  })
  expect(await prices(event)).toEqual([])
})

/** The payment of the order that holds a place of an event arrives. @returns whether it is kept or refunded */
async function lateOrder({ id }: EditedEvent) {
  const [late] = await crowd.app.database.sql<{ id: string }>(
    `select order_id as id from event_entries where event_id = $1 and status = 'held'`,
    [id],
  )
  return () =>
    inTransaction(crowd.app.context.db, (tx) =>
      renewPlaces(crowd.app.context.secrets, tx, { id: late!.id, orgId: club.id }, null),
    )
}
