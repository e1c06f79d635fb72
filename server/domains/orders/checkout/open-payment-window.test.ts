import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { changeClubState } from '#server/domains/organisations/index.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { startGatewayProxy } from '#server/testing/outside/gateway-proxy.ts'
import { handleOf, openWindow, payInWindow, paymentRequest, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { reconcilePayments } from '../settlement/reconcile-payments.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
let token: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

const open = (handle: string, amount = club.season.total, buyer = anna) =>
  app.call(
    orders.openPaymentWindow,
    { ...paymentRequest(app, token, amount), freepayauthtoken: handle },
    { as: buyer.token },
  )
const attempts = () =>
  app.database.sql<{ status: string }>('select status from payments where org_id = $1 order by id', [club.id])

test('a double click and a lost answer lead to the same window', async () => {
  const first = await openWindow(app, anna, club.season, token)
  expect(await openWindow(app, anna, club.season, token)).toBe(first)
  expect(await attempts()).toEqual([{ status: 'linked' }])
})

test('a pause quotes nothing and starts no payment; one whose window is open is paid and settled', async () => {
  const change = (to: 'paused' | 'live') => inTransaction(app.database.db, (tx) => changeClubState(tx, club.id, to))
  const link = await openWindow(app, anna, club.season, token)
  const own = await prepare(app, bo, [{ memberId: bo.memberId, season: club.season }])
  const line = { memberId: bo.memberId, orgId: club.id, membershipConfId: club.season.id }
  const quote = () => codeOf(app.call(orders.quote, { lines: [line] }, { as: bo.token }))
  const window = () => codeOf(openWindow(app, bo, club.season, own))
  await change('paused')
  expect([await quote(), await window()]).toEqual(['club_paused', 'club_paused'])
  expect(await attempts()).toEqual([{ status: 'linked' }])

  // A second click finds the window that was open before.
  expect(await openWindow(app, anna, club.season, token)).toBe(link)
  await visit((await payInWindow(link, '0000'))!)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  expect(await quote()).toBe('club_paused')

  await change('live')
  expect([await quote(), await window()]).toEqual(['ok', 'ok'])
})

test('two clicks at the same moment open one window, even with a slow gateway', async () => {
  const answers = Promise.withResolvers<void>()
  const proxy = await startGatewayProxy(inject('simulators').gatewayUrl, async (_path, _method, forward) => {
    await answers.promise
    return forward()
  })
  const slow = await createTestApp({ FREEPAY_GATEWAY_URL: proxy.url, DATABASE_URL: app.database.url })
  try {
    const freepayauthtoken = await handleOf(app, anna, club.id)
    const input = { ...paymentRequest(app, token, club.season.total), freepayauthtoken }
    const clicks = [1, 2, 3].map(() => slow.call(orders.openPaymentWindow, input, { as: anna.token }))
    let refused = 0
    for (const click of clicks) click.catch(() => refused++)
    await expect.poll(() => refused).toBe(2)
    answers.resolve()
    await Promise.any(clicks)
    expect(await attempts()).toEqual([{ status: 'linked' }])
  } finally {
    await slow.close()
    proxy.close()
  }
})

test('a link that arrives after its attempt was abandoned is not handed out', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const proxy = await startGatewayProxy(inject('simulators').gatewayUrl, async (_path, _method, forward) => {
    asked.resolve()
    await answer.promise
    return forward()
  })
  const slow = await createTestApp({ FREEPAY_GATEWAY_URL: proxy.url, DATABASE_URL: app.database.url })
  try {
    const freepayauthtoken = await handleOf(app, anna, club.id)
    const input = { ...paymentRequest(app, token, club.season.total), freepayauthtoken }
    const click = slow.call(orders.openPaymentWindow, input, { as: anna.token })
    const outcome = codeOf(click)
    await asked.promise
    await app.moveClock('2 minutes')
    await reconcilePayments(app.context.db)
    answer.resolve()
    expect(await outcome).toBe('payment_request_failed')
    expect(await attempts()).toEqual([{ status: 'voided' }])
  } finally {
    await slow.close()
    proxy.close()
  }
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})

test('a missing handle is answered like a wrong one', async () => {
  const [line] = (await stateOf(app, anna, token)).own!.lines
  const of = { authorizationIdentifier: newId(), membershipHistoryPaymentId: line!.id }
  const as = { as: anna.token }
  const calls = [
    () => app.call(orders.openPaymentWindow, paymentRequest(app, token, club.season.total), as),
    () => app.call(orders.capture, of, as),
    () => app.call(orders.decline, of, as),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 401, code: 'payment_handle_invalid' })
})

test('a malformed identifier never reaches the gateway', async () => {
  const freepayauthtoken = await handleOf(app, anna, club.id)
  const input = { authorizationIdentifier: '../../portal/secrets?x=', freepayauthtoken }
  await expect(app.call(orders.capture, input, { as: anna.token })).rejects.toMatchObject({ code: 'invalid_input' })
})

test("the gateway gets the server's values, whatever the client sends", async () => {
  const input = {
    ...paymentRequest(app, token, club.season.total),
    freepayauthtoken: await handleOf(app, anna, club.id),
    OrderNumber: 'ANOTHER',
    CustomerDeclineUrl: 'https://evil.example/',
    ServerCallbackUrl: 'https://evil.example/',
    Options: { TestMode: true },
  }
  const { paymentWindowLink } = await app.call(orders.openPaymentWindow, input, { as: anna.token })
  expect(await payInWindow(paymentWindowLink, '0001')).toContain(`${app.url}/ui/membership/decline?izytoken=${token}`)
  const [row] = await app.database.sql<{ order_number: string; test_mode: boolean }>(
    'select order_number, test_mode from payments where org_id = $1',
    [club.id],
  )
  expect(row).toMatchObject({ order_number: expect.stringMatching(`^${club.key}-M-`), test_mode: false })
})

test('an amount that differs is refused', async () => {
  const handle = await handleOf(app, anna, club.id)
  for (const amount of [-1, 0, 1, club.season.total - 1, club.season.total * 100]) {
    await expect(open(handle, amount)).rejects.toMatchObject({ code: 'amount_mismatch' })
  }
  for (const amount of [1.5, Number.NaN])
    await expect(open(handle, amount)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await attempts()).toEqual([])
})

test("the handle is checked: missing, forged, another member's, another club's, expired", async () => {
  const other = await buildClub(app)
  const mine = await handleOf(app, anna, club.id)
  for (const handle of [
    '',
    'psh_x.y',
    club.gatewayKey,
    await handleOf(app, bo, club.id),
    await handleOf(app, anna, other.id),
  ]) {
    await expect(open(handle)).rejects.toMatchObject({ status: 401, code: 'payment_handle_invalid' })
  }
  await app.moveClock('16 minutes')
  await expect(open(mine)).rejects.toMatchObject({ code: 'payment_handle_invalid' })
})

test("the handle reveals nothing of the gateway's key", async () => {
  const configuration = await app.call(
    organisations.paymentConfiguration,
    { orgId: club.id, paymentProviderId: club.payment.id },
    { as: anna.token },
  )
  expect(configuration).toMatchObject({ provider: 'freepay', testMode: false, currencySymbol: 'DKK' })
  expect(Buffer.from(configuration.clientSecret.slice(4), 'base64url').toString()).not.toContain(club.gatewayKey)
  expect(app.log.join('\n')).not.toContain(club.gatewayKey)
})

test('only the buyer opens the window', async () => {
  const handle = await handleOf(app, bo, club.id)
  await expect(open(handle, club.season.total, bo)).rejects.toMatchObject({ code: 'order_not_found' })
})

test('the hold is extended to 20 minutes, three times; then the order ends', async () => {
  for (let extension = 1; extension <= 3; extension++) {
    await app.moveClock('25 minutes')
    await openWindow(app, anna, club.season, token)
  }
  const { own } = await stateOf(app, anna, token)
  expect(own!.can.pay).toBe(true)
  await app.moveClock('21 minutes')
  await expect(openWindow(app, anna, club.season, token)).rejects.toMatchObject({ code: 'order_ended' })
})

test('a paid order opens no window', async () => {
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  await expect(openWindow(app, anna, club.season, token)).rejects.toMatchObject({ code: 'order_paid' })
})

test('with the gateway down the call says so, and the order can be paid later', async () => {
  const down = await createTestApp({ FREEPAY_GATEWAY_URL: 'http://127.0.0.1:9', DATABASE_URL: app.database.url })
  try {
    const input = {
      ...paymentRequest(app, token, club.season.total),
      freepayauthtoken: await handleOf(app, anna, club.id),
    }
    await expect(down.call(orders.openPaymentWindow, input, { as: anna.token })).rejects.toMatchObject({
      status: 502,
      code: 'payment_request_failed',
    })
  } finally {
    await down.close()
  }
  expect(await attempts()).toEqual([{ status: 'voided' }])
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'open', own: { can: { pay: true } } })
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})
