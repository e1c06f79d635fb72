import { beforeAll, expect, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { events } from '#contract/events/events.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { handleOf, ledgerOf, mailsTo, payInWindow, paymentRequest, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app, { currency: 'SEK' })
  event = await buildEvent(app, club, { categories: [{ category: 'adult', memberPrice: 15_000 }] })
})

/** Every currency that an answer names, wherever in it. */
const currenciesIn = (answer: unknown): string[] => [
  ...new Set([...JSON.stringify(answer).matchAll(/"currency(?:Symbol)?":"([^"]*)"/g)].map(([, found]) => found!)),
]

test("a club's offers are priced in its currency, wherever they are shown", async () => {
  const { code } = await buildCoupon(app, club, { amount: 5_000, listed: true })
  const lines = [{ memberId: anna.memberId, eventId: event.id, category: 'adult' }]
  const membership = { memberId: anna.memberId, orgId: club.id, membershipConfId: club.season.id }
  const as = { as: anna.token }
  const answers = {
    payment: await app.call(organisations.activePaymentConfiguration, { id: club.id, provider: 'freepay' }, as),
    seasons: await app.call(organisations.membershipConfigurations, { id: club.id }, as),
    pricing: await app.call(events.pricing, { eventId: event.id, category: 'adult' }, as),
    list: await app.call(events.list, { orgId: club.id }, as),
    event: await app.call(events.item, { eventId: event.id }, as),
    coupon: await app.call(coupons.validate, { orgId: club.id, code, eveId: event.id }, as),
    listed: await app.call(coupons.available, { orgId: club.id }, as),
    quote: await app.call(orders.quote, { lines: [membership, ...lines], coupon: code }, as),
    refused: await app.call(orders.quote, { lines: [{ ...lines[0]!, category: 'none' }] }, as),
  }
  const found = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, currenciesIn(answer)]))
  expect(found).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, ['SEK']])))
})

test("an order is quoted, paid and documented in its club's currency", async () => {
  const as = { as: anna.token }
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const request = {
    ...paymentRequest(app, token, club.season.total),
    freepayauthtoken: await handleOf(app, anna, club.id),
  }
  expect(await codeOf(app.call(orders.openPaymentWindow, { ...request, Currency: 'DKK' }, as))).toBe('amount_mismatch')
  const { paymentWindowLink } = await app.call(orders.openPaymentWindow, { ...request, Currency: 'SEK' }, as)
  await visit((await payInWindow(paymentWindowLink, '0000'))!)

  const { own, status } = await app.call(orders.state, { token }, as)
  expect(status).toBe('paid')
  expect(currenciesIn(own)).toEqual(['SEK'])
  expect(await ledgerOf(own!.number)).toMatchObject({ authorizations: [{ currency: 'SEK' }] })
  const { termId: historyId } = own!.lines[0]!
  expect(currenciesIn(await app.call(orders.receipt, { historyId: historyId! }, as))).toEqual(['SEK'])
  const [held] = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, as)
  expect(currenciesIn(held)).toEqual(['SEK'])
  await app.runJobs({ all: true })
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ text }) => text.includes(historyId!))
  expect(mail!.text).toMatch(/SEK.885\.00/)
  expect(mail!.text).not.toContain('DKK')
})
