import fc from 'fast-check'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { clubStart } from '#contract/club-start.ts'
import { eventFigures } from '#contract/event-figures.ts'
import { exports } from '#contract/exports.ts'
import { MOST_EVENT_PRICE, officeEvents } from '#contract/office-events.ts'
import { MOST_PRICE, officeMemberships } from '#contract/office-memberships.ts'
import { officeRegistrations } from '#contract/office-registrations.ts'
import { officeToday } from '#contract/office-today.ts'
import { operator } from '#contract/operator.ts'
import { orders } from '#contract/orders.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
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

/** What no call may save, show or stumble over. */
const anyPrice = fc.oneof(
  fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  fc.constantFrom(
    -1,
    0,
    MOST_EVENT_PRICE,
    MOST_EVENT_PRICE + 1,
    MOST_PRICE,
    MOST_PRICE + 1,
    2_147_483_647,
    -2_147_483_648,
  ),
  fc.constantFrom(2 ** 31, 2 ** 53, 1.5, -(2 ** 40)),
)

test('every call with a price keeps its limit: it is refused, not answered by a fault', async () => {
  const season = await buildSeason(app, club, { name: 'Kopi 2026', series: 'kopi' })
  const [base] = (await app.call(officeMemberships.list, { orgId: club.id }, as())).seasons.filter(
    ({ id }) => id === season.id,
  )
  const draft = await app.call(
    officeEvents.create,
    { orgId: club.id, template: null, startsAt: '2027-07-05T10:00' },
    as(),
  )
  const within = (price: number, most: number) => Number.isInteger(price) && price >= 0 && price <= most
  const { parts: _p, state: _s, holders: _h, reserved: _r, income: _i, id: configurationId, ...fields } = base!
  let { version } = base!
  let at = draft.version
  await fc.assert(
    fc.asyncProperty(anyPrice, async (price) => {
      await app.database.sql('delete from rate_windows')
      const copy = { orgId: club.id, seasons: [{ configurationId, price, offerStartDate: '2026-11-01' }] }
      const answers = [
        await codeOf(app.call(officeMemberships.previewCopies, copy, as())),
        within(price, MOST_PRICE) ? 'ok' : await codeOf(app.call(officeMemberships.copy, copy, as())),
      ]
      for (const field of ['price', 'surcharge'] as const) {
        const saved = { orgId: club.id, configurationId, ...fields, [field]: price, version }
        const code = await codeOf(app.call(officeMemberships.save, saved, as()))
        if (within(price, MOST_PRICE)) version += 1
        else expect(['season_invalid', 'invalid_input']).toContain(code)
        answers.push(code)
      }
      // A draft may have a problem, and says so.
      const [category] = draft.fields.categories
      const event = { ...draft.fields, categories: [{ ...category!, price }] }
      const code = await codeOf(
        app.call(officeEvents.save, { orgId: club.id, eventId: draft.id, ...event, version: at }, as()),
      )
      const edited = await app.call(officeEvents.item, { orgId: club.id, eventId: draft.id }, as())
      at = edited.version
      if (!within(edited.fields.categories[0]!.price, MOST_EVENT_PRICE))
        expect(edited.problems.map(({ fault }) => fault)).toContain(
          edited.fields.categories[0]!.price < 0 ? 'price_negative' : 'price_too_high',
        )
      expect([...answers, code]).not.toContain('internal')
    }),
    { numRuns: inject('nightly') ? 200 : 8 },
  )
})
