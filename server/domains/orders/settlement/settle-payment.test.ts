import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, buildSeason, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { countQueries, sentBy } from '#server/testing/count-queries.ts'
import { buy, handleOf, ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { expireOrders } from '../cancel-order.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

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

const statuses = () =>
  app.database.sql<{ status: string }>('select status from payments where org_id = $1 order by id', [club.id])
const activeTerms = async () =>
  (await app.database.sql(`select id from membership_terms where org_id = $1 and status = 'active'`, [club.id])).length
const status = async () => (await stateOf(app, anna, token)).status

/** Authorises without a callback to the portal: the browser is at the gateway, its callback lost. */
async function authoriseUnseen(): Promise<{ back: string; authorizationIdentifier: string }> {
  const back = (await payInWindow(await openWindow(app, anna, club.season, token), '0011'))!
  return { back, authorizationIdentifier: new URL(back).searchParams.get('authorizationIdentifier')! }
}

const callback = (input: Record<string, string>, orgKey = club.key, izytoken = token) =>
  fetch(`${app.url}/tools/member/${orgKey}/member/payment/callback?izytoken=${izytoken}`, {
    method: 'POST',
    body: new URLSearchParams(input),
  })

test('thirty callbacks, returns and capture calls at once take the money once', async () => {
  const { back, authorizationIdentifier } = await authoriseUnseen()
  const [payment] = await app.database.sql<{ id: string }>('select id from payments where org_id = $1', [club.id])
  const freepayauthtoken = await handleOf(app, anna, club.id)
  const capture = () =>
    app.call(
      orders.capture,
      { authorizationIdentifier, membershipHistoryPaymentId: payment!.id, freepayauthtoken },
      { as: anna.token },
    )
  await Promise.all(
    Array.from({ length: 10 }, () => [
      callback({ authorizationIdentifier, authorizationAccepted: 'True' }),
      visit(back),
      capture(),
    ]).flat(),
  )

  await expect.poll(status).toBe('paid')
  const { own } = await stateOf(app, anna, token)
  expect((await ledgerOf(own!.number)).captures).toMatchObject([{ amount: club.season.total, isSuccess: true }])
  expect(await activeTerms()).toBe(1)
  expect(await app.database.sql('select order_id from receipts where org_id = $1', [club.id])).toHaveLength(1)
  expect(await app.database.sql(`select id from messages where data->>'orderId' = $1`, [own!.id])).toHaveLength(1)
  expect(await app.database.sql(`select id from notifications where data->>'orderId' = $1`, [own!.id])).toHaveLength(1)
})

test("callbacks with an order's token and a foreign authorisation change nothing", async () => {
  await openWindow(app, anna, club.season, token)
  const other = await buildClub(app)
  await buy(app, bo, other)
  const [foreign] = await app.database.sql<{ id: string }>(
    'select authorization_identifier as id from payments where org_id = $1',
    [other.id],
  )
  for (const authorizationIdentifier of [randomUUID(), foreign!.id]) {
    expect((await callback({ authorizationIdentifier, status: 'paid', authorizationAccepted: 'True' })).status).toBe(
      200,
    )
  }
  expect(await status()).toBe('open')
  expect(await activeTerms()).toBe(0)
})

test("a callback with an unknown token, or under another club's address, is refused", async () => {
  const { authorizationIdentifier } = await authoriseUnseen()
  const other = await buildClub(app)
  expect((await callback({ authorizationIdentifier }, other.key)).status).toBe(404)
  expect((await callback({ authorizationIdentifier }, club.key, newToken())).status).toBe(404)
  expect(await status()).toBe('open')
  expect((await callback({ authorizationIdentifier }, club.key.toLowerCase())).status).toBe(200)
  expect(await status()).toBe('paid')
})

test('an accepted return without a payment activates nothing, and no identifier reaches the page', async () => {
  await openWindow(app, anna, club.season, token)
  const went = await visit(
    `${app.url}/ui/membership/confirm?izytoken=${token}&authorizationIdentifier=${randomUUID()}&x=1`,
  )
  expect(went).toBe(`/membership/confirm?izytoken=${token}`)
  expect(await visit(`${app.url}/ui/membership/confirm?izytoken=${token}`)).toBe(
    `/membership/confirm?izytoken=${token}`,
  )
  expect(await visit(`${app.url}/ui/membership/confirm?izytoken=//evil.example`)).toBe('/memberships')
  expect(await status()).toBe('open')
})

test('a forged decline changes neither a paid order nor an authorised payment', async () => {
  const { back, authorizationIdentifier } = await authoriseUnseen()
  await callback({ authorizationAccepted: 'False' })
  expect(await status()).toBe('declined')
  await visit(back)
  expect(await status()).toBe('paid')
  await callback({ authorizationAccepted: 'False', authorizationIdentifier })
  await visit(`${app.url}/ui/membership/decline?izytoken=${token}&gatewayreason=6`)
  expect(await status()).toBe('paid')
  expect(await statuses()).toEqual([{ status: 'captured' }])
})

test('a return without a sign-in settles the order', async () => {
  const { back } = await authoriseUnseen()
  expect(await visit(back)).toBe(`/membership/confirm?izytoken=${token}`)
  expect(await status()).toBe('paid')
})

test('money for an ended order is honoured while the season is free', async () => {
  const { back } = await authoriseUnseen()
  await app.moveClock('31 minutes')
  await expireOrders(app.context)
  expect(await status()).toBe('expired')
  await visit(back)
  expect(await status()).toBe('paid')
  expect(await activeTerms()).toBe(1)
})

test('money for a season that was bought elsewhere is voided', async () => {
  const { back } = await authoriseUnseen()
  await app.moveClock('31 minutes')
  await expireOrders(app.context)
  await buy(app, anna, club)
  await visit(back)
  expect(await status()).toBe('expired')
  expect(await statuses()).toEqual([{ status: 'voided' }, { status: 'captured' }])
  expect(await activeTerms()).toBe(1)
})

test('when two windows of one order are paid, the second authorisation is voided', async () => {
  const first = await openWindow(app, anna, club.season, token)
  // The window is older than the gateway keeps it, so that the next click opens another.
  await app.database.sql(`update payments set created_at = created_at - interval '55 minutes' where org_id = $1`, [
    club.id,
  ])
  const second = await openWindow(app, anna, club.season, token)
  expect(second).not.toBe(first)
  const backs = await Promise.all([first, second].map((link) => payInWindow(link, '0011')))
  await Promise.all(backs.map((back) => visit(back!)))
  await app.runJobs({ all: true, mayFail: true })

  expect(await status()).toBe('paid')
  expect((await statuses()).map((row) => row.status).toSorted()).toEqual(['captured', 'voided'])
  const { own } = await stateOf(app, anna, token)
  expect((await ledgerOf(own!.number)).captures.filter((one) => one.isSuccess)).toHaveLength(1)
})

test('the job finishes what a crash left between intent and capture', async () => {
  const { authorizationIdentifier } = await authoriseUnseen()
  await app.database.sql(
    `update payments set status = 'capturing', authorization_identifier = $2, capturing_since = clock_timestamp() - interval '1 minute' where org_id = $1`,
    [club.id, authorizationIdentifier],
  )
  await callback({ authorizationIdentifier, authorizationAccepted: 'True' })
  await expect.poll(status).toBe('paid')
  expect(await statuses()).toEqual([{ status: 'captured' }])
})

test('a capture in flight elsewhere is not repeated', async () => {
  const { authorizationIdentifier } = await authoriseUnseen()
  await app.database.sql(
    `update payments set status = 'capturing', authorization_identifier = $2, capturing_since = clock_timestamp() where org_id = $1`,
    [club.id, authorizationIdentifier],
  )
  await callback({ authorizationIdentifier, authorizationAccepted: 'True' })
  expect(await stateOf(app, anna, token)).toMatchObject({
    status: 'open',
    confirming: true,
    own: { can: { pay: false } },
  })
  const { own } = await stateOf(app, anna, token)
  expect((await ledgerOf(own!.number)).captures).toEqual([])
  await expect(openWindow(app, anna, club.season, token)).rejects.toMatchObject({ code: 'payment_in_progress' })
})

test('round trips to settle do not grow with the lines of an order', async () => {
  const people = [anna.memberId]
  for (let child = 1; child < 8; child++) people.push(await buildParticipant(app, anna, `Child ${child}`))
  const counted = async (memberIds: readonly string[]) => {
    const { season } = await buildClub(app)
    const order = await prepare(
      app,
      anna,
      memberIds.map((memberId) => ({ memberId, season })),
    )
    const link = await openWindow(app, anna, season, order, season.total * memberIds.length)
    const back = await payInWindow(link, '0011')
    const count = await countQueries(() => visit(back!))
    expect((await stateOf(app, anna, order)).status).toBe('paid')
    return count
  }
  const one = await counted([anna.memberId])
  expect(await counted(people)).toBe(one)
  expect(one).toBeLessThanOrEqual(46)
})

test('an authorisation unknown to the gateway is abandoned after some attempts, and its hold is released', async () => {
  const { authorizationIdentifier } = await authoriseUnseen()
  const forgotten = randomUUID()
  await app.database.sql(
    `update payments set status = 'capturing', authorization_identifier = $2, capturing_since = null where org_id = $1`,
    [club.id, forgotten],
  )
  await app.database.sql('update orders set reserved_until = null where org_id = $1', [club.id])
  await app.database.sql('update membership_terms set reserved_until = null where org_id = $1', [club.id])
  const { own } = await stateOf(app, anna, token)
  const trigger = { orderId: own!.id, authorizationIdentifier: forgotten, device: '' }
  for (let tries = 0; tries < 3; tries++) expect(await settlePayment(app.context, trigger)).toBe('confirming')
  await app.moveClock('5 minutes')
  expect(await settlePayment(app.context, trigger)).toBe('returned')
  expect(await statuses()).toEqual([{ status: 'voided' }])
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'declined', own: { can: { pay: true } } })
  expect(authorizationIdentifier).not.toBe(forgotten)
})

test('payments whose jobs gave up are continued', async () => {
  const { authorizationIdentifier } = await authoriseUnseen()
  await app.database.sql(
    `update payments set status = 'authorised', authorization_identifier = $2, updated_at = updated_at - interval '1 hour' where org_id = $1`,
    [club.id, authorizationIdentifier],
  )
  expect(await reconcilePayments(app.context.db)).toBeGreaterThan(0)
  await app.runJobs({ all: true, mayFail: true })
  expect(await status()).toBe('paid')
})

test('an invalid return or callback neither fails nor makes a job', async () => {
  const jobs = async () =>
    (await app.database.sql(`select id from graphile_worker.jobs where task_identifier = 'orders.settle-payment'`))
      .length
  const before = await jobs()
  // No window was opened: nothing can be authorised.
  for (let call = 0; call < 5; call++) await callback({ authorizationIdentifier: randomUUID() })
  expect(await jobs()).toBe(before)
  const confirm = `/membership/confirm?izytoken=${token}`
  expect(await visit(`${app.url}/ui${confirm}&reason=1&reason=2&authorizationIdentifier=x%00`)).toBe(confirm)
  expect(await visit(`${app.url}/ui/membership/decline?izytoken=${token}&reason=a%00b`)).toBe(
    `/membership/decline?izytoken=${token}`,
  )
  await openWindow(app, anna, club.season, token)
  expect((await callback({ authorizationIdentifier: '11111111-1111-0111-0111-111111111111' })).status).toBe(200)
  expect(await status()).toBe('open')
})

test('an expired hold frees the season before any job runs', async () => {
  await app.moveClock('31 minutes')
  const other = await buildSeason(app, club, { name: 'Other' })
  const next = await prepare(app, anna, [{ memberId: anna.memberId, season: other }])
  expect((await stateOf(app, anna, next)).status).toBe('open')
})

test('the transaction that takes the receipt counter commits at once, because others wait for it', async () => {
  const { back } = await authoriseUnseen()
  const texts = await sentBy(() => visit(back))
  const counter = texts.findIndex((text) => text.includes('receipt_counters'))
  expect([counter > 0, texts[counter + 1]]).toEqual([true, 'commit'])
})
