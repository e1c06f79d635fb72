import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressSource } from '#contract/members/address-source.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newToken } from '#server/database/new-id.ts'
import { unsubscribeToken } from '#server/domains/notifications/preferences/unsubscribe.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildCoupon } from '#server/testing/builders/coupon-builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { calls } from '#server/testing/contract-fields.ts'
import { handleOf, membershipData, prepare, stateOf } from '#server/testing/purchase.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

/** A call that a guide names: with its headers, its body and its answer, where these stand below it. */
interface Named {
  readonly name: string
  readonly address: string
  readonly body: Record<string, unknown> | null
  readonly answer: string
}

/** Values that a call needs and the guide does not give. */
interface Given {
  readonly as?: Person
  /** For the names in braces. */
  readonly values?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly body?: Record<string, unknown>
  readonly form?: Record<string, string>
  /** An answer besides those of success. */
  readonly status?: number
}

const guides = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const mention =
  /(?<![A-Z])(GET|POST|PUT|DELETE) (?:\{PUBLIC_URL\})?((?:\/(?:izy|\{product\})-|\/tools\/|…\/)[^\s`"')|]+)/g

const named: readonly Named[] = guides.flatMap(({ text }) =>
  [...text.matchAll(mention)].flatMap(([whole, method = '', said = '']) => {
    const address = wholeAddress(method, said.replace('{product}', 'izy'))
    if (!address) return []
    const below = text.slice(text.indexOf(whole) + whole.length)
    const [, sent = '', answer = ''] =
      /^\n((?:[A-Z{"][^\n]*\n(?: .*\n)*)*?)(?:→ ((?:.|\n)*?)\n(?:\n|```))/.exec(below) ?? []
    return [{ name: `${method} ${address.split('?')[0]}`, address, body: jsonIn(sent), answer }]
  }),
)

/** Of a call whose address a guide shortens at its beginning; null for the simulators' own. */
function wholeAddress(method: string, said: string): string | null {
  if (!said.startsWith('…')) return said
  const ends = said.slice(1)
  const found = calls.find(({ endpoint }) => endpoint.method === method && endpoint.path.endsWith(ends))
  return found ? found.endpoint.path.replace('{product}', 'izy') : null
}

function jsonIn(sent: string): Record<string, unknown> | null {
  const begin = sent.indexOf('{')
  return begin < 0 ? null : (JSON.parse(sent.slice(begin)) as Record<string, unknown>)
}

const endpointOf = (method: string, address: string): Endpoint | undefined =>
  calls.find(
    ({ endpoint }) =>
      endpoint.method === method &&
      new RegExp(`^${addressSource(endpoint.path.replace('{product}', 'izy'))}$`).test(address.split('?')[0]!),
  )?.endpoint

let app: TestApp
let club: Club
let anna: Person
let office: Person
let event: Awaited<ReturnType<typeof buildEvent>>
let coupon: { code: string }
beforeAll(async () => {
  app = await createTestApp()
  club = await buildClub(app, { key: 'ROKLUB' })
  ;[anna, office] = [await signedIn(app, 'anna@example.com'), await signedIn(app, 'admin@roklub.example')]
  event = await buildEvent(app, club)
  coupon = await buildCoupon(app, club)
})
afterAll(() => app.close())

/** A place that Anna has: of a paid event that refunds, or of a free one. */
async function bought({ price = 20_000 } = {}) {
  const one = await buildEvent(app, club, { refundUntilHours: 1, categories: [{ category: 'adult', price }] })
  const lines = [{ memberId: anna.memberId, event: one }]
  const token = price === 0 ? await prepare(app, anna, lines) : await buyPlaces(app, anna, one, lines)
  const { own } = await stateOf(app, anna, token)
  const entryId = own!.lines[0]!.event!.entryId
  return { token, values: { entryId, historyId: entryId, token, eventId: one.id, orgKey: club.key, orgId: club.id } }
}

/** An order that Anna has not paid yet, and what its payment window is asked with. */
async function unpaid(kind: 'event' | 'membership') {
  const token = await prepare(
    app,
    anna,
    kind === 'event' ? [{ memberId: anna.memberId, event }] : [{ memberId: anna.memberId, season: club.season }],
  )
  return {
    values: { eventId: event.id },
    headers: { FreepayAuthToken: await handleOf(app, anna, club.id) },
    body: {
      Amount: kind === 'event' ? 20_000 : club.season.total,
      Currency: 'DKK',
      CustomerAcceptUrl: `${app.url}/ui/membership/confirm?izytoken=${token}`,
    },
  }
}

const memberApi = '/izy-member-api/api/v1'
const eventApi = '/izy-event-api/api/v1'
const orgApi = '/izy-org-api/api/v1'
const unknownId = '0199a1b2-0000-7000-8000-000000000000'

const given: Record<string, () => Promise<Given>> = {
  [`POST ${memberApi}/member/sign-in`]: async () => ({ as: anna }),
  [`GET ${memberApi}/family/people`]: async () => ({ as: anna }),
  [`GET ${eventApi}/eve/list`]: async () => ({ as: anna }),
  [`GET ${eventApi}/eve/{eventId}/item`]: async () => ({ as: anna, values: { eventId: event.id } }),
  [`POST ${memberApi}/member/order/quote`]: async () => ({
    as: anna,
    body: { lines: [{ memberId: anna.memberId, eventId: event.id, category: 'adult' }], coupon: coupon.code },
  }),
  [`POST ${memberApi}/member/payment-prepare`]: async () => ({
    as: anna,
    body: { token: newToken(), membershipData: membershipData([{ memberId: anna.memberId, event }]) },
  }),
  [`GET ${orgApi}/org/{orgId}/config/payment/freepay/active`]: async () => ({ as: anna, values: { orgId: club.id } }),
  [`POST ${eventApi}/payment/freepay/link`]: async () => ({ as: anna, ...(await unpaid('event')) }),
  [`POST ${memberApi}/payment/freepay/link`]: async () => ({ as: anna, ...(await unpaid('membership')) }),
  [`GET ${memberApi}/member/order/{token}`]: async () => ({ as: anna, ...(await bought()) }),
  [`GET ${eventApi}/ticket/{entryId}/item`]: async () => ({ as: anna, ...(await bought()) }),
  [`GET ${eventApi}/ticket/{entryId}/ticket.pdf`]: async () => ({ as: anna, ...(await bought()) }),
  [`POST ${eventApi}/ticket/{entryId}/give-up`]: async () => ({ as: anna, ...(await bought({ price: 0 })) }),
  [`POST ${eventApi}/ticket/{entryId}/refund`]: async () => ({ as: anna, ...(await bought()) }),
  [`GET ${memberApi}/membership/history/{historyId}/receipt.pdf`]: async () => ({ as: anna, ...(await bought()) }),
  [`GET ${eventApi}/public/ticket/keys`]: async () => ({}),
  [`GET ${memberApi}/member/notification/stream`]: async () => ({ as: anna }),
  [`GET ${memberApi}/member/notification/bell`]: async () => ({ as: anna }),
  ['POST /tools/member/{orgKey}/member/payment/callback']: async () => {
    const { values } = await bought()
    return { values, form: { izytoken: values.token } }
  },
  ['POST /tools/eve/{orgKey}/events/{eventId}/payment/callback']: async () => {
    const { values } = await bought()
    return { values, form: { izytoken: values.token } }
  },
  ['POST /tools/member/unsubscribe']: async () => ({
    values: { token: unsubscribeToken(app.context.secrets, { memberId: anna.memberId, kind: 'events' }) },
    form: { 'List-Unsubscribe': 'One-Click' },
  }),
  [`GET ${orgApi}/org/list`]: async () => ({ as: anna }),
  [`GET ${orgApi}/org/{orgId}/payments/unresolved`]: async () => ({ as: office, values: { orgId: club.id } }),
  // Unresolved payments are made in their own tests: here the office learns that there are none.
  [`POST ${orgApi}/org/{orgId}/payments/{paymentId}/resume`]: async () => ({
    as: office,
    values: { orgId: club.id, paymentId: unknownId },
    body: { authorizationIdentifier: unknownId },
    status: 404,
  }),
  [`POST ${orgApi}/org/{orgId}/refunds/{refundId}/retry`]: async () => ({
    as: office,
    values: { orgId: club.id, refundId: unknownId },
    status: 404,
  }),
}

/** Each name in braces by its value. */
const filled = (text: string, values: Record<string, string> = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

test.each(named)('$name, as a guide writes it, succeeds', async (call) => {
  const { as, values, headers, body, form, status } = await given[call.name]!()
  const [method = ''] = call.name.split(' ')
  const endpoint = endpointOf(method, filled(call.address, values))
  // Misspelt fields would be ignored, and so would parameters of the specification's calls.
  const fields = Object.keys(endpoint?.body?.def.shape ?? {})
  expect(fields).toEqual(expect.arrayContaining(Object.keys(call.body ?? {})))
  const parameters = Object.keys(endpoint?.query?.def.shape ?? {})
  expect(parameters).toEqual(expect.arrayContaining([...new URLSearchParams(call.address.split('?')[1]).keys()]))
  const query = values?.token && endpoint?.query?.def.shape['token'] ? `?token=${values.token}` : ''
  const abort = new AbortController()
  const response = await fetch(`${app.url}${filled(call.address, values)}${query}`, {
    method,
    signal: abort.signal,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify({ ...call.body, ...body }) } : {}),
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  const answer = endpoint?.output === 'events' ? '' : await response.text()
  abort.abort()
  expect(response.status, answer.slice(0, 300)).toBe(status ?? (answer === '' && response.status === 204 ? 204 : 200))
  const documented = [...call.answer.matchAll(/"(\w+)":/g)].map(([, name]) => `"${name!}":`)
  for (const name of documented) expect(answer).toContain(name)
})

const commands = guides.flatMap(({ text }) =>
  [...text.matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([command]) => ({ command: command.replace(/\\\n\s*/g, '') })),
)

test.skipIf(spawnSync('curl', ['--version']).status !== 0).each(commands)('$command', async ({ command }) => {
  await bought()
  const order = await newestOrder(app, office, club)
  const values = { orgId: club.id, orderId: order.id, lineId: order.lines[0]!.id }
  const quiet = filled(command, values).replace(
    /^curl /,
    "curl --silent --output /dev/null --write-out '%{http_code}' ",
  )
  const env = { PATH: process.env.PATH, PUBLIC_URL: app.url, TOKEN: office.token }
  expect((await promisify(execFile)('bash', ['-c', quiet], { env })).stdout).toBe('200')
})

test('every call that a guide names is one of these, and the guides name some', () => {
  expect([...new Set(named.map(({ name }) => name))].toSorted()).toEqual(Object.keys(given).toSorted())
  expect(commands.length).toBeGreaterThan(1)
})
