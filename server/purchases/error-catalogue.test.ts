import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { startGatewayProxy, type Intercept } from '#server/testing/outside/gateway-proxy.ts'
import { handleOf, openWindow, payInWindow, paymentRequest, prepare, stateOf } from '#server/testing/purchase.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

// The refusals whose English words are fixed from outside, each met through the API as a client meets it.

const forwards: Intercept = (_path, _method, forward) => forward()
const breaksOff: Intercept = async () => null
const says =
  (status: number, body: object): Intercept =>
  async () =>
    Response.json(body, { status })

let gateway: Intercept = forwards
let link: Awaited<ReturnType<typeof startGatewayProxy>>
let management: Awaited<ReturnType<typeof startGatewayProxy>>
let app: TestApp
let anna: Person
let club: Club
let event: BuiltEvent
beforeAll(async () => {
  const { gatewayUrl, managementUrl } = inject('simulators')
  link = await startGatewayProxy(gatewayUrl, (...call) => gateway(...call))
  management = await startGatewayProxy(managementUrl.replace('/api/v2', ''), (...call) => gateway(...call))
  app = await createTestApp({ FREEPAY_GATEWAY_URL: link.url, FREEPAY_MANAGEMENT_URL: `${management.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  gateway = forwards
  club = await buildClub(app)
  event = await buildEvent(app, club)
})
afterAll(async () => {
  await app.close()
  link.close()
  management.close()
})

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${anna.token}`,
      freepayauthtoken: await handleOf(app, anna, club.id),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, title } = (await response.json()) as { status?: number; title?: string }
  return { status, title }
}

const memberPay = '/izy-member-api/api/v1/payment/freepay'
const eventPay = '/izy-event-api/api/v1/payment/freepay'
const ticket = () => ({ memberId: anna.memberId, event })
const season = () => ({ memberId: anna.memberId, season: club.season })

test.each([
  [
    'does not answer',
    breaksOff,
    'Failed to initiate event Freepay payment',
    'Failed to create Freepay payment request',
  ],
  [
    'refuses',
    says(400, { Message: 'no' }),
    'Failed to create Freepay payment request',
    'Failed to create Freepay payment request',
  ],
  [
    'sends no link',
    says(200, { paymentIdentifier: crypto.randomUUID(), paymentWindowLink: '' }),
    'Payment window link is missing.',
    'Payment window link is missing.',
  ],
])('a window that the gateway %s, for an event and for a membership', async (_, fault, atEvent, ofMembership) => {
  const forEvent = await prepare(app, anna, [ticket()])
  const forMembership = await prepare(app, anna, [season()])
  gateway = fault
  expect(await ask('POST', `${eventPay}/link?eventId=${event.id}`, paymentRequest(app, forEvent, 20_000))).toEqual({
    status: 502,
    title: atEvent,
  })
  expect(await ask('POST', `${memberPay}/link`, paymentRequest(app, forMembership, club.season.total))).toEqual({
    status: 502,
    title: ofMembership,
  })
  const logged = app.log.filter((line) => line.includes('"A call failed"') && line.includes('/freepay/link'))
  expect([atEvent, ofMembership].filter((title) => !logged.some((line) => line.includes(title)))).toEqual([])
  gateway = forwards
  expect(await openTicketWindow(app, anna, event, forEvent, 20_000)).toMatch(/^http/)
  expect(await openWindow(app, anna, club.season, forMembership)).toMatch(/^http/)
})

test('a payment that cannot be captured or declined now, for an event and for a membership', async () => {
  const tokens = [await prepare(app, anna, [ticket()]), await prepare(app, anna, [season()])]
  const windows = [
    await openTicketWindow(app, anna, event, tokens[0]!, 20_000),
    await openWindow(app, anna, club.season, tokens[1]!),
  ]
  const answers: unknown[] = []
  for (const [at, token] of tokens.entries()) {
    const back = await payInWindow(windows[at]!, '0011')
    const authorization = new URL(back!).searchParams.get('authorizationIdentifier')
    const { own } = await stateOf(app, anna, token)
    const id = own!.lines[0]!.id
    const base = `${at === 0 ? eventPay : memberPay}/${authorization}`
    const atEvent = at === 0 ? `eventId=${event.id}` : ''
    gateway = breaksOff
    answers.push(await ask('POST', `${base}/capture?${atEvent}`, { membershipHistoryPaymentId: id }))
    answers.push(await ask('POST', `${base}/decline?membershipHistoryPaymentId=${id}&${atEvent}`, {}))
    gateway = says(401, { Message: 'no' })
    answers.push(await ask('POST', `${base}/capture?${atEvent}`, { membershipHistoryPaymentId: id }))
    gateway = forwards
  }
  const captured = { status: 502, title: 'Failed to capture Freepay payment' }
  const declined = { status: 502, title: 'Failed to decline Freepay payment' }
  expect(answers).toEqual([captured, declined, captured, captured, declined, captured])
})

test('coupon calls name a missing parameter', async () => {
  const api = '/izy-event-api/api/v1'
  const code = { code: 'SUMMER', eveId: event.id }
  const answers = [
    await ask('GET', `${api}//coupon/validate?code=SUMMER&eveId=${event.id}`),
    await ask('POST', `${api}//coupon/apply`, code),
    await ask('GET', `${api}/public/coupon/available/by-type`),
    await ask('GET', `${api}/public/coupon/available/by-type?orgId=&eveId=${event.id}`),
    await ask('GET', `${api}//coupon/code/SUMMER/item`),
    await ask('GET', `${api}/${club.id}/coupon/code//item`),
    await ask('GET', `${api}/${club.id}/coupon/code/%20/item`),
  ]
  const listed = { status: 422, title: 'orgId is required for fetching available coupons' }
  const detailed = { status: 422, title: 'couponCode is required for fetching coupon details' }
  expect(answers).toEqual([
    { status: 422, title: 'orgId is required for coupon validation' },
    { status: 422, title: 'orgId is required for coupon application' },
    listed,
    listed,
    { status: 422, title: 'orgId is required for fetching coupon details' },
    detailed,
    detailed,
  ])
})
