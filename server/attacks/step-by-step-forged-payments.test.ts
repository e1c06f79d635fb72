import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { messages } from '#contract/notifications/messages.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buy, handleOf, openWindow, payInWindow, prepare, stateOf } from '../testing/purchase.ts'
import { changesNothing, none, writeSteps, type Steps } from '../testing/purchases/step-by-step.ts'
import { codeOf, createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let dan: Person
let club: Club
/** Anna's, before there is an order. */
let steps: Steps
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await signedIn(app, 'anna@example.com')
  dan = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  steps = await writeSteps(app, anna, anna.memberId, club.season)
})
afterAll(() => app.close())

const as = (person: Person) => ({ as: person.token })

/** An authorised payment of Anna's that nobody has settled. */
async function authorised(): Promise<{ token: string; authorizationIdentifier: string }> {
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const back = new URL((await payInWindow(await openWindow(app, anna, club.season, token), '0011'))!)
  return { token, authorizationIdentifier: back.searchParams.get('authorizationIdentifier')! }
}

async function capture(who: Person, changes: object) {
  await app.database.sql('delete from rate_windows')
  const input = {
    authorizationIdentifier: randomUUID(),
    membershipHistoryPaymentId: steps.paymentId,
    freepayauthtoken: await handleOf(app, who, club.id),
    ...changes,
  }
  return codeOf(app.call(orders.capture, input, as(who)))
}

async function decline(who: Person, changes: object = {}) {
  await app.database.sql('delete from rate_windows')
  const input = {
    authorizationIdentifier: none,
    membershipHistoryPaymentId: steps.paymentId,
    freepayauthtoken: await handleOf(app, who, club.id),
    gatewayreason: '6',
    ...changes,
  }
  return codeOf(app.call(orders.decline, input, as(who)))
}

test('only the buyer captures, with their handle for this club and an authorisation of this order', async () => {
  const other = await buildClub(app)
  const { token, authorizationIdentifier } = await authorised()
  const [attempt] = await app.database.sql<{ id: string }>('select id from payments where org_id = $1', [club.id])
  const foreignHandle = await handleOf(app, anna, other.id)
  const dansHandle = await handleOf(app, dan, club.id)
  const dansToken = await prepare(app, dan, [{ memberId: dan.memberId, season: club.season }])
  const dansBack = new URL((await payInWindow(await openWindow(app, dan, club.season, dansToken), '0011'))!)
  const dansAuthorization = dansBack.searchParams.get('authorizationIdentifier')!
  await changesNothing(app, async () => {
    expect(await capture(dan, { authorizationIdentifier })).toBe('payment_not_found')
    expect(await capture(dan, { authorizationIdentifier, membershipHistoryPaymentId: attempt!.id })).toBe(
      'payment_not_found',
    )
    expect(await capture(anna, { authorizationIdentifier, freepayauthtoken: foreignHandle })).toBe(
      'payment_handle_invalid',
    )
    expect(await capture(anna, { authorizationIdentifier, freepayauthtoken: dansHandle })).toBe(
      'payment_handle_invalid',
    )
    expect(await capture(anna, { authorizationIdentifier, freepayauthtoken: club.gatewayKey })).toBe(
      'payment_handle_invalid',
    )
    for (const amount of [0, 1, club.season.total - 1, -club.season.total])
      expect(await capture(anna, { authorizationIdentifier, amount })).toBe('amount_mismatch')
    for (const membershipHistoryPaymentId of [steps.historyId, steps.membershipId, randomUUID(), undefined])
      expect(await capture(anna, { authorizationIdentifier, membershipHistoryPaymentId })).toBe('payment_not_found')
    expect(await capture(anna, { authorizationIdentifier: dansAuthorization })).toBe('payment_not_found')
    expect(await capture(anna, { authorizationIdentifier: none })).toBe('payment_not_found')
    expect(await capture(anna, {})).toBe('payment_not_found')
  })
  expect(await capture(anna, { authorizationIdentifier, amount: club.season.total, testMode: true })).toBe('ok')
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})

test('nothing is captured or declined before there is an order', async () => {
  await changesNothing(app, async () => {
    expect(await capture(anna, {})).toBe('payment_not_found')
    expect(await decline(anna)).toBe('payment_not_found')
  })
})

test('only the buyer declines, and neither a paid nor an authorised payment', async () => {
  const { token, authorizationIdentifier } = await authorised()
  const dansHandle = await handleOf(app, dan, club.id)
  await changesNothing(app, async () => {
    expect(await decline(dan)).toBe('payment_not_found')
    expect(await decline(dan, { authorizationIdentifier })).toBe('payment_not_found')
    expect(await decline(anna, { freepayauthtoken: dansHandle })).toBe('payment_handle_invalid')
    for (const membershipHistoryPaymentId of [steps.historyId, randomUUID()])
      expect(await decline(anna, { membershipHistoryPaymentId })).toBe('payment_not_found')
  })
  expect(await capture(anna, { authorizationIdentifier })).toBe('ok')
  await changesNothing(app, async () => {
    for (const identifier of [none, authorizationIdentifier, randomUUID()])
      expect(await decline(anna, { authorizationIdentifier: identifier })).toBe('ok')
  })
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})

test("only templates 6 and 4 are sent, about the caller's own payment, once", async () => {
  const year = Number(club.season.startDate.slice(0, 4))
  const mail = (who: Person, changes: object) =>
    codeOf(
      app.call(
        messages.orderPaidMail,
        { memberId: anna.memberId, templateId: '6', ORG: club.key, YEAR: year, ...changes },
        as(who),
      ),
    )
  const whatsapp = (who: Person, changes: object) =>
    codeOf(
      app.call(
        messages.orderPaidWhatsapp,
        { memberId: anna.memberId, templateId: '4', '2': club.key, '3': year, ...changes },
        as(who),
      ),
    )
  await changesNothing(app, async () => {
    expect(await mail(anna, {})).toBe('not_found')
    expect(await whatsapp(anna, {})).toBe('not_found')
  })
  await buy(app, anna, club)
  await app.runJobs({ all: true, mayFail: true })
  await changesNothing(app, async () => {
    for (const templateId of ['1', '4', '5', '7', '66', ''])
      expect(await mail(anna, { templateId })).toBe('invalid_input')
    for (const templateId of ['1', '6', '44', '']) expect(await whatsapp(anna, { templateId })).toBe('invalid_input')
    for (const YEAR of [year - 1, 'all', '', -1]) expect(await mail(anna, { YEAR })).toBe('not_found')
    expect(await mail(anna, { ORG: 'OTHER' })).toBe('not_found')
    expect(await mail(dan, {})).toBe('not_found')
    expect(await whatsapp(dan, {})).toBe('not_found')
    expect(await mail(anna, { to: 'dan@example.com', email: 'dan@example.com', text: 'Buy now' })).toBe('ok')
  })
})
