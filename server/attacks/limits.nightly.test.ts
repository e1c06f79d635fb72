import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { newToken } from '../database/new-id.ts'
import type { LiveBells } from '../domains/notifications/index.ts'
import { bodyLimitOf } from '../http/body-size.ts'
import type { Rate } from '../http/limits/rate.ts'
import { nameRoutes } from '../http/openapi.ts'
import { rateOf } from '../http/route.ts'
import { routesOf } from '../routes.ts'
import { signedIn, type Person } from '../testing/builders.ts'
import { sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Sent as it stands; most are refused for what they lack, which counts like any other call. */
const ask = (endpoint: Endpoint, as: Person | null, more: Record<string, string> = {}, body = '{}') =>
  fetch(
    app.url +
      pathOf(endpoint.path, 'izy', {
        token: newToken(),
        authorizationIdentifier: randomUUID(),
        orgId: randomUUID(),
        paymentId: randomUUID(),
        threadId: randomUUID(),
      }),
    {
      method: endpoint.method,
      headers: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(endpoint.body && {
          'content-type': endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...more,
      },
      ...(endpoint.body ? { body } : {}),
    },
  )

const { acting, conversations, members, notifications, orders, payments } = api

/** Calls that could be used to guess, to flood or to cost others money: how many a minute one person has. */
const limits: [string, Endpoint, number][] = [
  ['signing in', members.signIn, 60],
  ['becoming a member', members.create, 60],
  ['searching people', members.searchEmail, 30],
  ['looking a person up', members.byEmail, 30],
  ['changing profiles', members.update, 60],
  ['looking among all members', members.list, 240],
  ['beginning to act as somebody', acting.impersonate, 60],
  ['making orders', orders.prepare, 30],
  ['asking about an order', orders.state, 120],
  ['opening payment windows', orders.openPaymentWindow, 20],
  ['capturing', orders.capture, 20],
  ['resuming payments', payments.resume, 30],
  ['asking clubs', conversations.ask, 20],
  ['writing to clubs', conversations.write, 20],
  ['notifying clubs', notifications.create, 20],
]

/** Calls by which an office has people mailed who did not ask for it. */
const writingToPeople = new Set([
  'bulk.grant',
  'bulk.leave',
  'bulk.offer',
  'byHand.add',
  'byHand.addPerson',
  'guestMessages.send',
  'imports.upload',
  'memberMessages.send',
  'officeAccess.invite',
  'officeRegistrations.add',
  'officeWaiting.message',
  'personDuplicates.ask',
  'personProfile.suggest',
])

describe.each(limits)('%s', (_, endpoint, most) => {
  test('stops after its number of calls, whatever addresses are made up, while others continue', async () => {
    const statuses: number[] = []
    for (let call = 0; call < most + 2; call++) {
      const forged = {
        'x-forwarded-for': `10.0.${call}.1`,
        forwarded: `for=10.0.${call}.1`,
        'x-real-ip': `10.0.${call}.1`,
        'x-request-id': randomUUID(),
      }
      statuses.push((await ask(endpoint, anna, forged)).status)
    }
    expect(statuses.indexOf(429)).toBe(most)
    expect(statuses.slice(most)).toEqual([429, 429])
    const refused = await ask(endpoint, anna)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect((await ask(endpoint, bo)).status).not.toBe(429)
  })
})

test('every write that is mounted has a rate, but what the gateway calls', async () => {
  const unlimited: string[] = []
  for (const { name, route } of nameRoutes(api, routesOf(app.context, {} as LiveBells))) {
    if (route.endpoint.method === 'GET') continue
    await ask(route.endpoint, anna)
    await app.database.sql('update rate_windows set hits = 1000000')
    if ((await ask(route.endpoint, anna)).status !== 429) unlimited.push(name)
    await app.database.sql('delete from rate_windows')
  }
  expect(unlimited).toEqual(['paymentReturns.membershipCallback', 'paymentReturns.eventCallback'])
})

test('an office writes to people of its choice so many times a day', () => {
  const found = nameRoutes(api, routesOf(app.context, {} as LiveBells)).filter(({ name }) => writingToPeople.has(name))
  expect(found).toHaveLength(writingToPeople.size)
  const unlimited = found.filter(({ route }) => !(rateOf(route) as Rate).daily)
  expect(unlimited.map(({ name }) => name)).toEqual([])
})

test('writes without a rate of their own are counted together', async () => {
  await ask(api.officeEvents.create, anna)
  await app.database.sql('update rate_windows set hits = 239')
  expect((await ask(api.officeCoupons.create, anna)).status).not.toBe(429)
  expect((await ask(api.notifications.markRead, anna)).status).toBe(429)
  expect((await ask(api.officeEvents.create, bo)).status).not.toBe(429)
})

test('60 messages a minute from one person cost others at their address nothing', async () => {
  const counts = new Map<number, number>()
  for (let call = 0; call < 60; call++) {
    const { status } = await ask(call % 2 ? conversations.ask : conversations.write, anna)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  expect(counts.get(429)).toBe(40)
  for (const endpoint of [conversations.ask, conversations.write, notifications.create])
    expect((await ask(endpoint, bo)).status).not.toBe(429)
})

test('order look-ups without a sign-in are counted by address', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 121; call++)
    statuses.push((await ask(api.orders.state, null, { 'x-forwarded-for': `10.0.0.${call}` })).status)
  expect(statuses.indexOf(429)).toBe(120)
})

test.each([
  ['asks a club', api.visitors.ask, 5],
  ['writes on by a link', api.visitors.write, 5],
  ['wants passes', api.visitors.pass, 10],
  ['wants challenges', api.visitors.challenge, 30],
] as const)('an address that %s without signing in is limited, signed in or not', async (_, endpoint, most) => {
  const statuses: number[] = []
  for (let call = 0; call < most + 20; call++)
    statuses.push((await ask(endpoint, call % 2 ? anna : null, { 'x-forwarded-for': `10.0.0.${call}` })).status)
  expect(statuses.indexOf(429)).toBe(most)
  expect(new Set(statuses.slice(most))).toEqual(new Set([429]))
  expect((await ask(api.conversations.ask, anna)).status).not.toBe(429)
})

test('no call accepts a body above its limit, whoever sends it and whatever its headers say', async () => {
  const writing = Object.values(api).flatMap((domain) =>
    (Object.values(domain) as Endpoint[]).filter(({ body, form }) => body && !form),
  )
  expect(writing.length).toBeGreaterThan(5)
  for (const endpoint of writing) {
    const large = JSON.stringify({ membershipData: 'a'.repeat(bodyLimitOf(endpoint.body)) })
    for (const as of [anna, null])
      expect([endpoint.path, (await ask(endpoint, as, {}, large)).status]).toEqual([endpoint.path, 413])
    await app.database.sql('delete from rate_windows')
  }
  // Without a length, piece by piece.
  const pieces = bodyLimitOf(api.orders.prepare.body) / 10_000 + 1
  const streamed = await fetch(`${app.url}/izy-member-api/api/v1/member/payment-prepare`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${anna.token}` },
    body: new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < pieces; piece++) controller.enqueue(Buffer.from('a'.repeat(10_000)))
        controller.close()
      },
    }),
    duplex: 'half',
  })
  expect(streamed.status).toBe(413)
  const callback = await fetch(`${app.url}/tools/member/ROKLUB/member/payment/callback`, {
    method: 'POST',
    body: new URLSearchParams({ a: 'a'.repeat(100_001) }),
  })
  expect(callback.status).toBe(413)
})
