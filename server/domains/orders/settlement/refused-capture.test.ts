import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildClub, signedIn, type Person } from '#server/testing/builders.ts'
import { startGatewayProxy } from '#server/testing/outside/gateway-proxy.ts'
import { ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { settlePayment } from './settle-payment.ts'

let proxy: Awaited<ReturnType<typeof startGatewayProxy>>
let captures: 'refused' | 'unanswered' | 'answer lost'
let app: TestApp
let anna: Person

beforeAll(async () => {
  proxy = await startGatewayProxy(
    inject('simulators').managementUrl.replace('/api/v2', ''),
    async (path, _method, forward) => {
      if (!path.endsWith('/capture')) return forward()
      if (captures === 'refused') return Response.json({ IsSuccess: false, GatewayStatusCode: 4 })
      if (captures === 'answer lost') await forward()
      return null
    },
  )
  app = await createTestApp({ FREEPAY_MANAGEMENT_URL: `${proxy.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
})
afterAll(async () => {
  await app.close()
  proxy.close()
})

async function authorise() {
  const club = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const back = await payInWindow(await openWindow(app, anna, club.season, token), '0011')
  await visit(back!)
  const { own } = await stateOf(app, anna, token)
  const authorizationIdentifier = new URL(back!).searchParams.get('authorizationIdentifier')!
  const trigger = { orderId: own!.id, authorizationIdentifier, device: '' }
  return { club, token, number: own!.number, trigger }
}

test('a capture that keeps being refused is voided, and the order can be paid again', async () => {
  captures = 'refused'
  const { club, token, number, trigger } = await authorise()
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'open', confirming: true })
  // However often it is tried, the gateway gets some minutes to change its mind.
  for (let tries = 0; tries < 4; tries++) expect(await settlePayment(app.context, trigger)).toBe('confirming')
  await app.moveClock('5 minutes')
  expect(await settlePayment(app.context, trigger)).toBe('returned')

  expect(await stateOf(app, anna, token)).toMatchObject({
    status: 'declined',
    confirming: false,
    own: { can: { pay: true } },
  })
  expect(await ledgerOf(number)).toMatchObject({ captures: [], voids: [expect.anything()] })
  const [term] = await app.database.sql<{ reserved_until: Date | null }>(
    'select reserved_until from membership_terms where org_id = $1',
    [club.id],
  )
  expect(term!.reserved_until).toBeInstanceOf(Date)
})

test('a capture with a lost answer is read, not repeated', async () => {
  captures = 'answer lost'
  const { token, number, trigger } = await authorise()
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'open', confirming: true })
  expect(await settlePayment(app.context, trigger)).toBe('paid')
  expect((await ledgerOf(number)).captures).toHaveLength(1)
})

test('an unanswered capture is not repeated before it is stale', async () => {
  captures = 'unanswered'
  const { token, number, trigger } = await authorise()
  expect(await settlePayment(app.context, trigger)).toBe('confirming')
  captures = 'answer lost'
  await app.database.sql(
    `update payments set capturing_since = capturing_since - interval '21 seconds' where order_id = $1`,
    [trigger.orderId],
  )
  await expect(settlePayment(app.context, trigger)).rejects.toThrow('gateway')
  expect(await settlePayment(app.context, trigger)).toBe('paid')
  expect((await ledgerOf(number)).captures).toHaveLength(1)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})
