import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments/payments.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { startGatewayProxy } from '#server/testing/outside/gateway-proxy.ts'
import { buy, ledgerOf, mailsTo, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { expireOrders } from '../cancel-order.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment } from './settle-payment.ts'

let proxy: Awaited<ReturnType<typeof startGatewayProxy>>
let refunding: 'works' | 'refused' | 'answer lost' | 'unanswered' = 'works'
/** The gateway's answer in place of its list of credits. */
let list: (() => Response) | null = null
let calls: string[] = []
let app: TestApp
let anna: Person
let club: Club
let token: string

const { managementUrl } = inject('simulators')
beforeAll(async () => {
  proxy = await startGatewayProxy(managementUrl.replace('/api/v2', ''), async (path, method, forward) => {
    if (list && method === 'GET' && path.endsWith('/credit')) return list()
    const undoes = method === 'DELETE' || (method === 'POST' && path.endsWith('/credit'))
    if (undoes) calls.push(method === 'DELETE' ? 'void' : 'credit')
    if (!undoes || refunding === 'works') return forward()
    if (refunding === 'refused') return Response.json({ IsSuccess: false, GatewayStatusCode: 4 }, { status: 400 })
    if (refunding === 'answer lost') await forward()
    return null
  })
  app = await createTestApp({ FREEPAY_MANAGEMENT_URL: `${proxy.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  refunding = 'works'
  list = null
  calls = []
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})
afterAll(async () => {
  await app.close()
  proxy.close()
})

/** Paid at the gateway, unheard of here until the order has ended and its season is bought anew. */
async function tooLate({ captured = false } = {}) {
  const back = (await payInWindow(await openWindow(app, anna, club.season, token), '0011'))!
  const authorizationIdentifier = new URL(back).searchParams.get('authorizationIdentifier')!
  await app.moveClock('31 minutes')
  await expireOrders(app.context)
  await buy(app, anna, club)
  if (captured) await captureInPortal(authorizationIdentifier)
  const { own } = await stateOf(app, anna, token)
  return { back, number: own!.number, trigger: { orderId: own!.id, authorizationIdentifier, device: '' } }
}

/** As the club's own staff can, in the gateway's portal. */
const captureInPortal = (authorizationIdentifier: string) =>
  fetch(`${managementUrl}/authorization/${authorizationIdentifier}/capture`, {
    method: 'POST',
    headers: { authorization: club.gatewayKey },
  })

const refund = async () => {
  const { own } = await stateOf(app, anna, token)
  return own!.givenBack.at(-1)
}
const mailsToAnna = async () =>
  (await mailsTo(app, 'anna@example.com')).filter((mail) => mail.text.includes(club.key.slice(0, 5)))

test('money that comes too late is voided, and the buyer is notified once', async () => {
  const { back, number } = await tooLate()
  await Promise.all(Array.from({ length: 5 }, () => visit(back)))
  await app.runJobs({ all: true, mayFail: true })
  expect(await refund()).toMatchObject({
    status: 'done',
    method: 'void',
    cause: 'places_taken',
    creditNoteNumber: null,
  })
  expect(calls).toEqual(['void'])
  expect((await ledgerOf(number)).voids).toHaveLength(1)
  const mails = (await mailsToAnna()).filter(
    (mail) => mail.subject.includes('released') || mail.subject.includes('frigivet'),
  )
  expect(mails).toMatchObject([{ copies: 1, attachments: [] }])
  const notices = await app.database.sql(
    `select title from notifications where data->>'refundId' is not null and data->>'orgId' = $1`,
    [club.id],
  )
  expect(notices).toHaveLength(1)
})

test("captured money is credited once, with a credit note in the receipts' series", async () => {
  const { number, trigger } = await tooLate({ captured: true })
  await Promise.all(Array.from({ length: 20 }, () => settlePayment(app.context, trigger)))
  const given = await refund()
  expect(given).toMatchObject({ status: 'done', method: 'credit', amount: { minor: club.season.total } })
  expect(given!.creditNoteNumber).toMatch(/^\d{4}-00002$/)
  expect(calls).toEqual(['credit'])
  expect((await ledgerOf(number)).credits).toMatchObject([{ amount: club.season.total, isSuccess: true }])

  const pdf = await app.call(orders.creditNotePdf, { refundId: given!.id, language: 'da' }, { as: anna.token })
  expect(pdf).toMatchObject({ contentType: 'application/pdf', fileName: `Kreditnota-${given!.creditNoteNumber}.pdf` })
  await app.runJobs({ all: true, mayFail: true })
  const mails = (await mailsToAnna()).filter((mail) =>
    mail.attachments.some(({ fileName }) => fileName.includes('0002')),
  )
  expect(mails).toMatchObject([{ copies: 1, attachments: [{ contentType: 'application/pdf' }] }])
})

test.each(['void', 'credit'] as const)('a %s whose answer is lost is read, not repeated', async (method) => {
  const { trigger } = await tooLate({ captured: method === 'credit' })
  refunding = 'answer lost'
  await expect(settlePayment(app.context, trigger)).rejects.toThrow('gateway')
  expect(await refund()).toMatchObject({ status: 'requested' })
  // The call may still be under way: nobody repeats it for some seconds.
  expect(await settlePayment(app.context, trigger)).toBe('confirming')
  refunding = 'works'
  await app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds' where order_id = $1`, [
    trigger.orderId,
  ])
  expect(await settlePayment(app.context, trigger)).toBe('returned')
  expect(calls).toEqual([method])
  expect(await refund()).toMatchObject({ status: 'done', method })
})

test.each([
  ['a 404', () => new Response('', { status: 404 })],
  ['a 500', () => new Response('', { status: 500 })],
  ['an object', () => Response.json({})],
  ['an empty list', () => Response.json([])],
])('a credit whose answer is lost waits for the office where the gateway lists %s', async (_, answer) => {
  const { trigger } = await tooLate({ captured: true })
  const settle = () => settlePayment(app.context, trigger).catch(() => 'lost')
  refunding = 'answer lost'
  await settle()
  list = answer
  refunding = 'works'
  for (let minute = 0; minute < 3; minute++) {
    await app.moveClock('1 minute')
    await app.database.sql(`update refunds set attempted_at = attempted_at - interval '61 seconds'`)
    await settle()
  }
  expect(calls).toEqual(['credit'])
  expect(await refund()).toMatchObject({ status: 'failed', method: 'credit' })
})

test('while the gateway is down the refund waits; reconciliation finishes it', async () => {
  const { trigger } = await tooLate()
  refunding = 'unanswered'
  await expect(settlePayment(app.context, trigger)).rejects.toThrow('gateway')
  await app.runJobs({ all: true, mayFail: true })
  refunding = 'works'
  await app.moveClock('2 minutes')
  await app.database.sql('update refunds set attempted_at = null')
  expect(await reconcilePayments(app.context.db)).toBeGreaterThan(0)
  await app.runJobs({ mayFail: true })
  expect(await refund()).toMatchObject({ status: 'done' })
})

test('a refund that keeps being refused waits for the office to retry', async () => {
  const { trigger } = await tooLate({ captured: true })
  refunding = 'refused'
  for (let tries = 0; tries < 5; tries++) expect(await settlePayment(app.context, trigger)).toBe('confirming')
  expect(await settlePayment(app.context, trigger)).toBe('returned')
  expect(await refund()).toMatchObject({ status: 'failed' })

  const admin = await signedIn(app, 'all-clubs@example.com')
  await app.moveClock('16 minutes')
  const listed = await app.call(payments.unresolved, { orgId: club.id }, { as: admin.token })
  expect(listed.payments).toMatchObject([
    { kind: 'not_given_back', refund: { status: 'failed', cause: 'places_taken' }, can: { retryRefund: true } },
  ])
  refunding = 'works'
  const asked = { orgId: club.id, refundId: listed.payments[0]!.refund!.id }
  expect(await app.call(payments.retryRefund, asked, { as: admin.token })).toEqual({ status: 'requested' })
  await app.runJobs({ all: true, mayFail: true })
  expect(await refund()).toMatchObject({ status: 'done', method: 'credit' })
  expect((await app.call(payments.unresolved, { orgId: club.id }, { as: admin.token })).payments).toEqual([])
})

test('an authorisation for another amount is voided, and the same order can be paid', async () => {
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0016'))!)
  expect(await stateOf(app, anna, token)).toMatchObject({
    status: 'declined',
    own: { can: { pay: true }, givenBack: [{ status: 'done', method: 'void', cause: 'differs' }] },
  })
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})

test('one window authorised twice: the first pays, the second is refunded', async () => {
  const back = (await payInWindow(await openWindow(app, anna, club.season, token), '0011'))!
  // The gateway has authorised another one before, which is settled already.
  await app.database.sql(
    `update payments set authorization_identifier = $2, status = 'captured', captured_at = now() where org_id = $1`,
    [club.id, randomUUID()],
  )
  await visit(back)
  expect(await refund()).toMatchObject({ status: 'done', method: 'void', cause: 'authorised_twice' })
  const [payment] = await app.database.sql('select status from payments where org_id = $1', [club.id])
  expect(payment).toEqual({ status: 'captured' })
})
