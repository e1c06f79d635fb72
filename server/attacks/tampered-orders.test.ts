import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '../database/new-id.ts'
import { jsonSchema } from '../http/json-schema.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { handleOf, membershipData, paymentRequest, prepare, stateOf } from '../testing/purchase.ts'
import { ApiProblem, sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
/** An order of Anna's that waits for its money. */
let token: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem && error.status < 500) return error.code
      throw error
    },
  )

const send = (data: string) => app.call(orders.prepare, { token: newToken(), membershipData: data }, { as: anna.token })

test('a tampered selection is refused, or costs the right price', async () => {
  const { season } = await buildClub(app)
  const whole = membershipData([{ memberId: anna.memberId, season }])
  const tampered = fc.oneof(
    fc
      .tuple(fc.nat(whole.length - 1), fc.constantFrom('A', 'z', '0', '+', '/', '=', '_', '-', '%', '\\0'))
      .map(([at, letter]) => whole.slice(0, at) + letter + whole.slice(at + 1)),
    fc.nat(whole.length).map((length) => whole.slice(0, length)),
    fc.tuple(fc.nat(whole.length), fc.base64String()).map(([at, more]) => whole.slice(0, at) + more + whole.slice(at)),
  )
  await fc.assert(
    fc.asyncProperty(tampered, async (data) => {
      await app.database.sql('delete from rate_windows')
      const answer = await outcomeOf(send(data).then((order) => stateOf(app, anna, order.token)))
      expect(answer).not.toBe('internal')
    }),
    { numRuns: 60 },
  )
  const sold = await app.database.sql('select distinct total::int, currency, test_mode from orders where org_id = $1', [
    season.orgId,
  ])
  expect(
    sold.length === 0 ||
      JSON.stringify(sold) === JSON.stringify([{ total: season.total, currency: 'DKK', test_mode: false }]),
  ).toBe(true)
})

test.each([-1, 0, 2, 1e9, null, 'NaN', '1; drop table orders', {}, [5]])(
  '%j as quantity, price, total or currency is not read',
  async (value) => {
    const { season } = await buildClub(app)
    const words = {
      quantity: value,
      count: value,
      price: value,
      amount: value,
      total: value,
      discount: value,
      currency: value,
      vatRate: value,
    }
    const line = { memberId: anna.memberId, orgId: season.orgId, membershipConfId: season.id, ...words }
    const { token: made } = await send(membershipData([], { ...words, lines: [line], testMode: true, status: 'paid' }))
    const { status, own } = await stateOf(app, anna, made)
    expect([status, own!.total, own!.lines.length, own!.testMode]).toEqual([
      'open',
      { minor: season.total, currency: 'DKK' },
      1,
      false,
    ])
  },
)

test("a payment window is opened for the order's price or not at all", async () => {
  const freepayauthtoken = await handleOf(app, anna, club.id)
  const right = { ...paymentRequest(app, token, club.season.total), freepayauthtoken }
  const open = async (changes: object) => {
    await app.database.sql('delete from rate_windows')
    return outcomeOf(app.call(orders.openPaymentWindow, { ...right, ...changes }, { as: anna.token }))
  }
  for (const Amount of [
    -1,
    0,
    1,
    1e9,
    club.season.total - 1,
    -club.season.total,
    0.5,
    null,
    '',
    'NaN',
    '0x159b4',
    '8.85e4',
    '-88500',
    ' 88500',
    '88500.0',
    [88500],
    { minor: 88500 },
  ]) {
    expect(['amount_mismatch', 'invalid_input'], JSON.stringify(Amount)).toContain(await open({ Amount }))
  }
  for (const Currency of ['EUR', 'dkk', 'DKK ', '', null, 208])
    expect(['amount_mismatch', 'invalid_input'], String(Currency)).toContain(await open({ Currency }))
  expect(await app.database.sql('select 1 from payments where org_id = $1', [club.id])).toEqual([])
  expect(await open({})).toBe('ok')
  expect(
    await app.database.sql('select amount::int, currency, test_mode from payments where org_id = $1', [club.id]),
  ).toEqual([{ amount: club.season.total, currency: 'DKK', test_mode: false }])
})

/** Prices and people are decided by the club and the operator, whose rights the matrix covers. */
const inOffices = /\/(office|operator)\//

test('no write of a member takes a mode, a status or a price', () => {
  const asked = Object.values(api).flatMap((domain) =>
    (Object.values(domain) as Endpoint[]).flatMap(({ method, path, params, query, body, headers }) =>
      [params, query, body, headers].flatMap((schema) =>
        schema && method !== 'GET'
          ? [...JSON.stringify(jsonSchema(schema, 'input')).matchAll(/"(\w+)":\{/g)].map(
              ([, name]) => `${path} ${name}`,
            )
          : [],
      ),
    ),
  )
  expect(asked.length).toBeGreaterThan(40)
  // Whether a family waits for places together is its own wish.
  const ofMembers = asked.filter((one) => !inOffices.test(one) && !one.endsWith('/eve/{eventId}/waiting mode'))
  expect(ofMembers.filter((one) => / \w*(test|mode|status|price|discount|enabled|role)/i.test(one))).toEqual([])
})
