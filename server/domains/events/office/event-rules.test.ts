import { expect, test } from 'vitest'
import { eventFields, type EventFields, soldOutIncome, problemsOfEvent } from '#contract/events/office.ts'
import { blankValues } from '#server/database/fields.ts'
import { isSkipped, isTimeZone, localTimeOf, momentOf } from '#server/database/local-time.ts'
import { type BadgedEvent, badgeOf } from './event-badge.ts'
import { phasesOver } from './edited-event.ts'

const id = (last: string) => `01907c3e-0000-7000-8000-00000000000${last}`

const adult: EventFields['categories'][number] = {
  id: id('1'),
  name: { da: 'Voksen' },
  price: 30_000,
  memberPrice: 20_000,
  capacity: 10,
  poolId: null,
  minAge: null,
  maxAge: null,
  membersOnly: false,
  closed: false,
  phases: [],
}
const event: EventFields = {
  ...blankValues(eventFields),
  title: { da: 'Lejr' },
  startsAt: '2049-07-05T10:00',
  endsAt: '2049-07-08T12:00',
  doorsAt: '2049-07-05T09:00',
  timeZone: 'Europe/Copenhagen',
  forMembers: false,
  guestsInvited: false,
  onePerPerson: true,
  publicFrom: '2049-01-01T08:00',
  saleFrom: '2049-02-01T08:00',
  saleUntil: '2049-07-01T23:59',
  refundUntilHours: 48,
  capacity: null,
  pools: [],
  questions: [],
  categories: [adult],
}
const phase = { id: id('5'), name: { da: 'Tidlig' }, price: 15_000, memberPrice: null, until: null, places: 4 }
const pool = { id: id('9'), name: 'Senge', capacity: 6 }
const faults = (changes: Partial<EventFields>) =>
  problemsOfEvent({ ...event, ...changes }).map(({ path, fault }) => `${path} ${fault}`)
const ofCategory = (changes: Partial<typeof adult>) => ({ categories: [{ ...adult, ...changes }] })
const phased = (...phases: Partial<typeof phase | { until: string | null; places: number | null }>[]) =>
  ofCategory({ phases: phases.map((changes, at) => ({ ...phase, id: id(`${at}`), ...changes })) })

test('an event with nothing wrong has no problems', () => {
  expect(faults({})).toEqual([])
  expect(faults(phased({ until: '2049-03-01T12:00', places: null }, { until: '2049-04-01T12:00', places: 5 }))).toEqual(
    [],
  )
})

test.each([
  [{ title: { da: '', en: 'Camp' } }, ['title title_missing']],
  [{ endsAt: event.startsAt, saleUntil: null }, ['endsAt ends_before_start']],
  [{ endsAt: '2050-07-05T10:01' }, ['endsAt longer_than_a_year']],
  [{ endsAt: '2050-07-05T10:00' }, []],
  [{ doorsAt: '2049-07-05T10:01' }, ['doorsAt doors_after_start']],
  [{ publicFrom: '2049-07-08T12:01' }, ['publicFrom public_after_end']],
  [{ saleFrom: '2049-07-08T12:01', saleUntil: null }, ['saleFrom sale_starts_after_event']],
  [{ saleUntil: '2049-07-08T12:01' }, ['saleUntil sale_ends_after_event']],
  [{ saleUntil: event.saleFrom }, ['saleUntil sale_ends_before_start']],
  [{ saleFrom: null, saleUntil: event.publicFrom }, ['saleUntil sale_ends_before_start']],
  [{ refundUntilHours: -1 }, ['refundUntilHours refund_hours_out_of_range']],
  [{ refundUntilHours: 8761 }, ['refundUntilHours refund_hours_out_of_range']],
  [{ refundUntilHours: 0 }, []],
  [{ capacity: 0 }, ['capacity capacity_out_of_range']],
  [{ capacity: 100_001 }, ['capacity capacity_out_of_range']],
  [{ categories: [] }, ['categories category_missing']],
  [ofCategory({ closed: true }), ['categories category_missing']],
  [
    { pools: [{ ...pool, name: '', capacity: 0 }] },
    ['pools.0.name name_missing', 'pools.0.capacity capacity_out_of_range', 'pools.0.name pool_unused'],
  ],
  [ofCategory({ poolId: pool.id }), ['categories.0.poolId pool_unknown']],
  [ofCategory({ name: { da: '' } }), ['categories.0.name name_missing']],
  [ofCategory({ price: -1, memberPrice: null }), ['categories.0.price price_negative']],
  [ofCategory({ price: 10_000_001 }), ['categories.0.price price_too_high']],
  [ofCategory({ memberPrice: 30_001 }), ['categories.0.memberPrice member_price_higher']],
  [ofCategory({ memberPrice: -1 }), ['categories.0.memberPrice price_negative']],
  [ofCategory({ minAge: -1 }), ['categories.0.minAge age_out_of_range']],
  [ofCategory({ maxAge: 121 }), ['categories.0.maxAge age_out_of_range']],
  [ofCategory({ minAge: 12, maxAge: 11 }), ['categories.0.maxAge ages_reversed']],
  [ofCategory({ minAge: 12, maxAge: 12 }), []],
] as [Partial<EventFields>, string[]][])('the problems of an event: %j', (changes, found) => {
  expect(faults(changes)).toEqual(found)
})

test.each([
  [[{ places: null }], ['phases.0.until phase_without_end']],
  [[{ places: 0 }], ['phases.0.places capacity_out_of_range']],
  [[{ places: 10 }], ['phases.0.places phase_beyond_capacity']],
  [[{ price: 1_000_000 }], ['phases.0.price phase_dearer']],
  [[{ until: '2049-07-01T23:59' }], ['phases.0.until phase_after_sale']],
  [[{ places: 4 }, { places: 4 }], ['phases.1.places phases_out_of_order']],
  [
    [{ until: '2049-04-01T12:00' }, { until: '2049-03-01T12:00' }],
    ['phases.1.until phases_out_of_order', 'phases.1.places phases_out_of_order'],
  ],
  [
    [{ name: { da: '' }, price: -5, memberPrice: 1 }],
    ['phases.0.price price_negative', 'phases.0.memberPrice member_price_higher', 'phases.0.name name_missing'],
  ],
] as [Partial<typeof phase>[], string[]][])('the problems of phases: %j', (phases, found) => {
  expect(faults(phased(...phases))).toEqual(found.map((one) => `categories.0.${one}`))
})

test('an early price that had ended when it was written is over; one that ends later stays', () => {
  const written = { ...event, ...phased({ until: '2049-03-01T12:00' }) }
  const over = [{ path: 'categories.0.phases.0.until', fault: 'phase_over' }]
  const later = '2049-03-01T12:00:00Z'
  expect(phasesOver(written, '2049-03-01T08:00:00Z')).toEqual([])
  expect(phasesOver(written, later)).toEqual(over)
  expect(phasesOver(written, later, written)).toEqual([])
  expect(phasesOver(written, later, { ...written, ...phased({ until: '2049-04-01T12:00' }) })).toEqual(over)
})

test('a phase may have as many places as it likes in a category without a limit', () => {
  expect(faults(ofCategory({ capacity: null, phases: [{ ...phase, places: 500 }] }))).toEqual([])
})

test.each([
  ['the price of every place', {}, 300_000],
  [
    'phases at their own price',
    phased({ places: 4 }, { places: 6, price: 20_000 }),
    4 * 15_000 + 2 * 20_000 + 4 * 30_000,
  ],
  ['no limit at all', ofCategory({ capacity: null }), null],
  ['the limit of the event', { ...ofCategory({ capacity: null }), capacity: 7 }, 210_000],
  ['only categories that are sold', { categories: [adult, { ...adult, id: id('2'), closed: true }] }, 300_000],
  [
    'the dearest places of a pool',
    {
      pools: [pool],
      categories: [
        { ...adult, id: id('2'), price: 5000, memberPrice: null, capacity: null, poolId: pool.id },
        { ...adult, capacity: 4, poolId: pool.id },
      ],
    },
    4 * 30_000 + 2 * 5000,
  ],
] as [string, Partial<EventFields>, number | null][])('the income of a sold-out event counts %s', (_, changes, sum) => {
  expect(soldOutIncome({ ...event, ...changes })).toBe(sum)
})

test.each([
  ['early prices by day', phased({ until: '2049-03-01T12:00' }), [10, 4, 0], 4 * 15_000 + 6 * 30_000],
  ['early prices by number', phased({ places: 4 }), [6, 4, 0], 4 * 15_000 + 6 * 30_000],
  ['what is left of an early price', phased({ places: 4 }), [3, 3, 0], 4 * 15_000 + 6 * 30_000],
  ['places that were sold at their own price before', phased({ places: 4 }), [9, 0, 0], 10 * 30_000],
  ['a stopped category with what it sold', ofCategory({ closed: true }), [2, 0, 0], 2 * 30_000],
  [
    'places that a dearer category no longer can have',
    {
      capacity: 7,
      categories: [
        { ...adult, price: 5000, memberPrice: null, phases: [] },
        { ...adult, id: id('2'), capacity: null },
      ],
    },
    [5, 0, 0],
    5 * 5000 + 2 * 30_000,
  ],
] as [string, Partial<EventFields>, [number, number, number], number][])(
  'the income of a sold-out event counts sold places: %s',
  (_, changes, [all, early], sum) => {
    const fields = { ...event, ...changes }
    const [category] = fields.categories
    const phaseId = category!.phases[0]?.id
    const sold = { id: category!.id, sold: all, early: phaseId ? [{ phaseId, sold: early }] : [] }
    expect(soldOutIncome(fields, [sold])).toBe(sum)
  },
)

test('the income of a sold-out event does not count early prices that have ended', () => {
  const both = { ...event, ...phased({ places: 4, until: '2049-03-01T12:00' }) }
  expect(soldOutIncome(both, [], '2049-03-01T11:59')).toBe(4 * 15_000 + 6 * 30_000)
  expect(soldOutIncome(both, [], '2049-03-01T12:00')).toBe(10 * 30_000)
})

const now = new Date('2049-03-01T12:00:00Z')
const sold: BadgedEvent = {
  status: 'published',
  startsAt: new Date('2049-07-05T08:00:00Z'),
  endsAt: new Date('2049-07-08T10:00:00Z'),
  publicFrom: new Date('2049-01-01T07:00:00Z'),
  saleFrom: null,
  saleUntil: null,
  places: { capacity: null, left: null },
}
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

test.each([
  ['draft', { status: 'draft', endsAt: before }],
  ['cancelled', { status: 'cancelled', endsAt: before }],
  ['over', { startsAt: before, endsAt: now }],
  ['running', { startsAt: now, endsAt: after }],
  ['hidden', { publicFrom: after }],
  ['announced', { publicFrom: now, saleFrom: after }],
  ['on_sale', { saleFrom: now }],
  ['sale_ended', { saleUntil: now }],
  ['on_sale', { saleUntil: after }],
  ['on_sale', { places: { capacity: 100, left: 10 } }],
  ['last_places', { places: { capacity: 100, left: 9 } }],
  ['last_places', { places: { capacity: 10, left: 5 } }],
  ['on_sale', { places: { capacity: 10, left: 6 } }],
  ['sold_out', { places: { capacity: 10, left: 0 } }],
] as [string, Partial<BadgedEvent>][])('an event is %s: %j', (badge, changes) => {
  expect(badgeOf({ ...sold, ...changes }, now)).toBe(badge)
})

test.each([
  ['in winter', '2049-01-15T12:00', 'Europe/Copenhagen', '2049-01-15T11:00:00.000Z'],
  ['in summer', '2049-07-15T12:00', 'Europe/Copenhagen', '2049-07-15T10:00:00.000Z'],
  ['just before clocks go forward', '2026-03-29T01:59', 'Europe/Copenhagen', '2026-03-29T00:59:00.000Z'],
  ['just after', '2026-03-29T03:00', 'Europe/Copenhagen', '2026-03-29T01:00:00.000Z'],
  ['in the hour that is skipped, the next one', '2026-03-29T02:30', 'Europe/Copenhagen', '2026-03-29T01:30:00.000Z'],
  ['in the hour that comes twice, the first one', '2026-10-25T02:30', 'Europe/Copenhagen', '2026-10-25T00:30:00.000Z'],
  ['before the hour that comes twice', '2026-10-25T01:30', 'Europe/Copenhagen', '2026-10-24T23:30:00.000Z'],
  ['after it', '2026-10-25T03:00', 'Europe/Copenhagen', '2026-10-25T02:00:00.000Z'],
  ['on a leap day', '2028-02-29T23:59', 'Europe/Copenhagen', '2028-02-29T22:59:00.000Z'],
  ['in New York, twice', '2026-11-01T01:15', 'America/New_York', '2026-11-01T05:15:00.000Z'],
  ['in a zone of half hours', '2026-06-01T12:00', 'Asia/Kolkata', '2026-06-01T06:30:00.000Z'],
])('the moment of a wall-clock time %s', (_, local, zone, moment) => {
  expect(momentOf(local, zone).toISOString()).toBe(moment)
})

test('every other time comes back as it was written', () => {
  for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'])
    for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
      const local = `${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      const skipped = day === '2026-03-29' && local >= '2026-03-29T02:00' && local < '2026-03-29T03:00'
      expect([local, isSkipped(local, 'Europe/Copenhagen')]).toEqual([local, skipped])
      if (!skipped) expect(localTimeOf(momentOf(local, 'Europe/Copenhagen'), 'Europe/Copenhagen')).toBe(local)
    }
})

test.each([
  ['Europe/Copenhagen', true],
  ['America/New_York', true],
  ['', false],
  ['Mars/Olympus', false],
  ["'; drop table", false],
])('the zone %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known)
})
