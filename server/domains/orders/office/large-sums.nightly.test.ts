import { beforeAll, beforeEach, expect, test } from 'vitest'
import { membershipsOf } from '#contract/organisations/templates.ts'
import { clubStart } from '#contract/office/start.ts'
import { eventFigures } from '#contract/events/figures.ts'
import { exports } from '#contract/exports.ts'
import { MOST_OFF, officeCoupons } from '#contract/events/office-coupons.ts'
import { MOST_BY_HAND } from '#contract/orders/by-hand.ts'
import { MOST_EVENT_PRICE, officeEvents } from '#contract/events/office.ts'
import { MOST_PRICE, officeMemberships } from '#contract/memberships/office.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { officeToday } from '#contract/office/today.ts'
import { operator } from '#contract/operator.ts'
import { orders } from '#contract/orders/orders.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { calls, defOf, fieldsOf, type Field, withValueAt } from '#server/testing/contract-fields.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let camp: BuiltEvent
let [chair, anna, operating]: Person[] = []
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  operating = await signedIn(app, 'super@example.com')
  club = await buildClub(app)
  camp = await buildEvent(app, club)
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const as = () => ({ as: chair!.token })

test('sums above 21,474,836.47 kr. are shown everywhere', async () => {
  // Three orders of 10,000,000 kr. each, as the dearest prices of twenty people add up to.
  const big = 1_000_000_000
  await buyPlaces(app, anna!, camp, [{ memberId: anna!.memberId, event: camp }])
  await buyFor(app, anna!, [anna!.memberId], club.season)
  await buyPlaces(app, chair!, camp, [{ memberId: chair!.memberId, event: camp }])
  await app.runJobs({ all: true })
  await app.database.sql(
    'update order_lines set price = $2, total = $2, vat = 0, surcharge = 0 from orders where orders.id = order_id and orders.org_id = $1',
    [club.id, big],
  )
  await app.database.sql('update orders set total = $2 where org_id = $1', [club.id, big])
  await app.database.sql('update event_entries set sort_total = $2 where event_id = $1', [camp.id, big])

  const orgId = club.id
  const sum = (times: number) => ({ minor: times * big, currency: 'DKK' })
  expect((await app.call(officeToday.show, { orgId }, as())).money!.paid).toEqual(sum(3))
  const paid = await app.call(orders.ofClub, { orgId }, as())
  expect(paid.sums).toMatchObject([{ paid: sum(3) }])
  expect((await app.call(eventFigures.ofEvent, { orgId, eventId: camp.id }, as())).paid).toEqual(sum(2))
  expect((await app.call(eventFigures.ofClub, { orgId }, as())).income).toEqual(sum(2))
  const { events } = await app.call(officeEvents.list, { orgId, tab: 'coming' }, as())
  expect(events.find(({ id }) => id === camp.id)!.income).toEqual(sum(2))
  await app.call(officeRegistrations.list, { orgId, eventId: camp.id }, as())
  const { seasons } = await app.call(officeMemberships.list, { orgId }, as())
  expect(seasons[0]!.income).toEqual(sum(1))
  expect(await app.call(exports.payments, { orgId, format: 'csv', all: true }, as())).toMatchObject({ state: 'ready' })
  const { clubs } = await app.call(operator.clubs, { search: club.key }, { as: operating!.token })
  expect(clubs[0]!.money).toEqual(sum(3))
  await app.call(clubStart.show, { orgId }, as())
  // A filter by such a sum finds them.
  const filter = JSON.stringify({ field: 'amount', op: 'from', value: 3 * big })
  expect((await app.call(orders.ofClub, { orgId, filter }, as())).orders).toEqual([])
})

/** Calls about an order that is there: their amount is compared with it. */
const ofOrders = ['orders', 'eventPayments']

const isPrice = (path: Field['path']) =>
  /price|surcharge|amount/i.test(path.findLast((part) => typeof part === 'string') ?? '')

/** Every price that a call takes, found in the contract. */
const prices = calls
  .filter(
    ({ domain, name, endpoint }) => endpoint.method !== 'GET' && !ofOrders.includes(domain) && name !== 'byHand.record',
  )
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    paths: fieldsOf(endpoint.body)
      .filter(({ path, schema }) => defOf(schema).type === 'number' && isPrice(path))
      .map(({ path }) => path),
  }))
  .filter(({ paths }) => paths.length > 0)

/** For each call, what it takes with every price at its limit, and that limit. */
async function dearest(): Promise<Record<string, { readonly most: number; readonly input: () => Promise<object> }>> {
  const { id: orgId, season } = await buildClub(app)
  await buyFor(app, anna!, [anna!.memberId], season)
  const event = await buildEvent(app, { id: orgId })
  const eventId = event.id
  const other = await buildEvent(app, { id: orgId })
  const sold = { ...(await seasonOf(orgId, season.id)), price: MOST_PRICE, surcharge: MOST_PRICE }
  const next = {
    ...sold,
    startDate: '2031-01-01',
    endDate: '2031-12-31',
    offerStartDate: '2030-11-01',
    series: 'dyr',
    name: { da: 'Dyr 2031' },
  }
  const copies = { orgId, seasons: [{ configurationId: season.id, price: MOST_PRICE, offerStartDate: '2026-11-01' }] }
  const coupon = { ...cheapCoupon, amount: MOST_OFF }
  const kept = await app.call(officeCoupons.create, { orgId, ...coupon, code: null, count: 1 }, as())
  const most = MOST_PRICE
  return {
    'officeMemberships.create': { most, input: async () => ({ orgId, ...next }) },
    'officeMemberships.save': {
      most,
      input: async () => {
        const { version } = await seasonOf(orgId, season.id)
        return { ...sold, orgId, configurationId: season.id, version }
      },
    },
    'officeMemberships.previewCopies': { most, input: async () => copies },
    'officeMemberships.copy': { most, input: async () => copies },
    'operator.create': {
      most,
      input: async () => {
        const [first] = membershipsOf('sports', '2026-11-23')
        return { ...newClub(), memberships: [{ ...first!, price: most }] }
      },
    },
    'officeEvents.save': {
      most: MOST_EVENT_PRICE,
      input: async () => {
        const { fields, version } = await app.call(officeEvents.item, { orgId, eventId }, as())
        const price = { price: MOST_EVENT_PRICE, memberPrice: MOST_EVENT_PRICE }
        const until = fields.startsAt.replace(/T.*/, 'T00:00')
        const phase = { id: newId(), name: { da: 'Tidlig' }, until, places: null, ...price }
        const [category] = fields.categories
        return { ...fields, categories: [{ ...category!, ...price, phases: [phase] }], orgId, eventId, version }
      },
    },
    'officeRegistrations.add': {
      most: MOST_EVENT_PRICE,
      input: async () => ({
        orgId,
        eventId,
        memberId: anna!.memberId,
        categoryId: event.categories['adult']!.id,
        method: 'cash',
        amount: MOST_EVENT_PRICE,
        reason: 'Paid at the door',
      }),
    },
    'byHand.add': {
      most: MOST_BY_HAND,
      input: async () => ({
        orgId,
        token: newToken(),
        memberId: anna!.memberId,
        lines: [{ eventId: other.id, category: 'adult', price: MOST_BY_HAND }],
        pay: { how: 'taken', method: 'cash', receivedOn: copenhagenDate(new Date()), reference: '' },
        reason: 'With her boat',
      }),
    },
    'officeCoupons.create': { most: MOST_OFF, input: async () => ({ orgId, ...coupon, code: null, count: 1 }) },
    'officeCoupons.save': {
      most: MOST_OFF,
      input: async () => {
        const { coupons } = await app.call(officeCoupons.list, { orgId, search: kept.code }, as())
        return { orgId, couponId: kept.id, ...coupon, version: coupons[0]!.version }
      },
    },
  }
}

const seasonOf = async (orgId: string, configurationId: string) =>
  (await app.call(officeMemberships.list, { orgId }, as())).seasons.find(({ id }) => id === configurationId)!

const cheapCoupon = {
  name: { da: 'Rabat' },
  percent: null,
  eventId: null,
  categories: null,
  validFrom: null,
  validUntil: null,
  totalLimit: null,
  perMemberLimit: null,
  listed: false,
}

const newClub = () => ({
  token: newToken(),
  key: `K${newToken()
    .replace(/\W|\d|_/g, 'X')
    .slice(0, 8)}`.toUpperCase(),
  name: 'Sejlklubben Vestenvind',
  contactEmail: 'kontor@sejl.example',
  city: 'Kerteminde',
  address: 'Havnegade 12',
  cvr: null,
  colour: null,
  people: [],
  gatewayKey: null,
})

test('every call that takes a price refuses one below 0 or above its limit, and takes the limit', async () => {
  const inputs = await dearest()
  expect(prices.map(({ name }) => name).toSorted()).toEqual(Object.keys(inputs).toSorted())
  const answers: Record<string, string> = {}
  for (const { name, endpoint, paths } of prices) {
    const { most, input } = inputs[name]!
    const caller = { as: (name.startsWith('operator') ? operating : chair)!.token }
    const ask = async (body: unknown) => {
      await app.database.sql('delete from rate_windows')
      let said: unknown
      const code = await codeOf(
        app.call(endpoint, body as Record<string, unknown>, caller).then((answer) => (said = answer)),
      )
      // A preview answers with what hinders the copy.
      return code === 'ok' ? (/"price_(?:negative|too_high)"/.exec(JSON.stringify(said))?.[0] ?? code) : code
    }
    for (const path of paths)
      for (const price of [-1, -2_147_483_648, most + 1, 2_147_483_647, 2 ** 31, 2 ** 53, 1.5]) {
        const code = await ask(withValueAt(await input(), path, price))
        if (!/^(invalid_input|(season|event|coupon)_invalid|"price_\w+")$/.test(code))
          answers[`${name} ${path.join('.')} ${price}`] = code
      }
    const code = await ask(await input())
    if (code !== 'ok') answers[`${name} at its limit`] = code
  }
  expect(answers).toEqual({})
})
