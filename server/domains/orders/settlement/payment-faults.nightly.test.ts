import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, type Club, type Person, signedIn, wantsWhatsapp } from '#server/testing/builders.ts'
import { freePort } from '#server/testing/outside/free-port.ts'
import { type Intercept, startGatewayProxy } from '#server/testing/outside/gateway-proxy.ts'
import {
  buy,
  handleOf,
  ledgerOf,
  mailsTo,
  openWindow,
  payInWindow,
  prepare,
  stateOf,
  visit,
} from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { expireOrders } from '../cancel-order.ts'

const forwarding: Intercept = (_path, _method, forward) => forward()

let link: Awaited<ReturnType<typeof startGatewayProxy>>
let management: Awaited<ReturnType<typeof startGatewayProxy>>
let linkFault: Intercept
let fault: Intercept
let app: TestApp
let anna: Person
let club: Club
let token: string
beforeAll(async () => {
  const { gatewayUrl, managementUrl } = inject('simulators')
  link = await startGatewayProxy(gatewayUrl, (...call) => linkFault(...call))
  management = await startGatewayProxy(managementUrl.replace('/api/v2', ''), (...call) => fault(...call))
  app = await createTestApp({ FREEPAY_GATEWAY_URL: link.url, FREEPAY_MANAGEMENT_URL: `${management.url}/api/v2` })
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  linkFault = fault = forwarding
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})
/** Whatever the fault was: once it is over and the jobs ran, every invariant holds. */
afterEach(async () => {
  linkFault = fault = forwarding
  await app.runJobs({ all: true, mayFail: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})
afterAll(async () => {
  await app.close()
  link.close()
  management.close()
})

const state = () => stateOf(app, anna, token)
const pay = async (tail: string) => (await payInWindow(await openWindow(app, anna, club.season, token), tail))!
const callback = (back: string) => {
  const authorizationIdentifier = new URL(back).searchParams.get('authorizationIdentifier')!
  return fetch(`${app.url}/tools/member/${club.key}/member/payment/callback?izytoken=${token}`, {
    method: 'POST',
    body: new URLSearchParams({ authorizationIdentifier, authorizationAccepted: 'True' }),
  })
}
const reads = (path: string, method: string) => method === 'GET' && /\/authorization\/[^/]+$/.test(path)
const captures = async () => (await ledgerOf((await state()).own!.number)).captures.filter((one) => one.isSuccess)

describe('the link', () => {
  test('its answer is lost: the buyer retries and pays the same order once', async () => {
    linkFault = async (_path, _method, forward) => {
      await forward()
      return null
    }
    await expect(openWindow(app, anna, club.season, token)).rejects.toMatchObject({
      code: 'payment_request_failed',
      status: 502,
    })
    linkFault = forwarding
    await visit(await pay('0000'))
    expect((await state()).status).toBe('paid')
    expect(await app.database.sql('select id from orders where org_id = $1', [club.id])).toHaveLength(1)
  })

  test('it takes longer than the portal waits: refused in time, and the next attempt works', async () => {
    const ended = Promise.withResolvers<void>()
    linkFault = async (_path, _method, forward) => {
      await ended.promise
      return forward()
    }
    await expect(openWindow(app, anna, club.season, token)).rejects.toMatchObject({
      code: 'payment_request_failed',
    })
    ended.resolve()
    linkFault = forwarding
    await visit(await pay('0000'))
    expect((await state()).status).toBe('paid')
  })
})

describe('the return', () => {
  test('the callback comes first: the page shows paid at once', async () => {
    const back = await pay('0011')
    expect((await callback(back)).status).toBe(200)
    expect((await state()).status).toBe('paid')
    expect(await visit(back)).toBe(`/membership/confirm?izytoken=${token}`)
  })

  test('the browser comes first while the gateway cannot be read: no false success', async () => {
    const back = await pay('0011')
    fault = async (path, method, forward) => (reads(path, method) ? new Response('', { status: 503 }) : forward())
    await visit(back)
    expect((await state()).status).toBe('open')
    fault = forwarding
    await callback(back)
    expect((await state()).status).toBe('paid')
  })

  test.each([2, 50])('%i callbacks at once are all answered with success and settle once', async (times) => {
    const back = await pay('0011')
    const answers = await Promise.all(Array.from({ length: times }, () => callback(back)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(async () => (await state()).status).toBe('paid')
    expect(await captures()).toHaveLength(1)
  })

  test('a callback that is repeated after three days changes nothing', async () => {
    const back = await pay('0000')
    await visit(back)
    const before = await state()
    await app.moveClock('3 days')
    expect((await callback(back)).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  test('the browser is closed after paying: membership and mail arrive', async () => {
    await pay('0010')
    await expect.poll(async () => (await state()).status).toBe('paid')
    await app.runJobs({ all: true })
    const mails = (await mailsTo(app, 'anna@example.com')).filter((mail) => mail.text.includes(`Club ${club.key}`))
    expect(mails).toMatchObject([{ copies: 1 }])
  })

  test('the browser returns and no callback ever comes', async () => {
    await visit(await pay('0011'))
    expect((await state()).status).toBe('paid')
  })
})

test.each(['the wire', 'a callback', 'the browser'])(
  'an authorisation made up by %s is looked up once, and leaves no job',
  async (way) => {
    await openWindow(app, anna, club.season, token)
    let looked = 0
    fault = async (path, method, forward) => {
      if (reads(path, method)) looked += 1
      return forward()
    }
    const authorizationIdentifier = randomUUID()
    const back = `${app.url}/ui/membership/confirm?izytoken=${token}&authorizationIdentifier=${authorizationIdentifier}`
    if (way === 'a callback') expect((await callback(back)).status).toBe(200)
    else if (way === 'the browser') await visit(back)
    else {
      const freepayauthtoken = await handleOf(app, anna, club.id)
      const { id } = (await state()).own!.lines[0]!
      const input = { authorizationIdentifier, membershipHistoryPaymentId: id, freepayauthtoken }
      expect(await codeOf(app.call(orders.capture, input, { as: anna.token }))).toBe('payment_not_found')
    }
    for (let tries = 0; tries < 3; tries++) await app.runJobs({ all: true, mayFail: true })
    expect(looked).toBe(1)
  },
)

describe('the capture', () => {
  test('twenty capture calls take the money once and answer alike', async () => {
    const authorizationIdentifier = new URL(await pay('0011')).searchParams.get('authorizationIdentifier')!
    const [payment] = await app.database.sql<{ id: string }>('select id from payments where org_id = $1', [club.id])
    const freepayauthtoken = await handleOf(app, anna, club.id)
    const input = { authorizationIdentifier, membershipHistoryPaymentId: payment!.id, freepayauthtoken }
    const call = () => app.call(orders.capture, input, { as: anna.token })
    await Promise.all(Array.from({ length: 20 }, call))
    await expect.poll(async () => (await state()).status).toBe('paid')
    await app.database.sql('delete from rate_windows')
    expect(await call()).toEqual({ status: 'paid' })
    expect(await captures()).toHaveLength(1)
  })

  test('it is made and its answer is lost: read, recorded and not repeated', async () => {
    const back = await pay('0011')
    fault = async (path, _method, forward) => {
      const answer = await forward()
      return path.endsWith('/capture') ? null : answer
    }
    await visit(back)
    expect(await state()).toMatchObject({ status: 'open', confirming: true })
    await visit(back)
    expect((await state()).status).toBe('paid')
    expect(await captures()).toHaveLength(1)
  })
})

describe('an authorisation that does not match', () => {
  test.each([
    ['the currency', { Currency: 'EUR' }],
    ['the order', { OrderID: 'ANOTHER-1' }],
    ['the amount', { AuthorizationAmount: 1 }],
    ['test mode', { Acquirer: 255 }],
  ])('%s differs: nothing is delivered, and it is refunded', async (_, altered) => {
    const back = await pay('0011')
    fault = async (path, method, forward) => {
      const answer = await forward()
      if (!reads(path, method) || !answer.ok) return answer
      return Response.json({ ...((await answer.json()) as object), ...altered })
    }
    await visit(back)
    expect(await state()).toMatchObject({
      status: 'declined',
      own: { givenBack: [{ cause: 'differs', status: 'done' }] },
    })
    expect(app.log.some((line) => line.includes('"level":"error"') && line.includes('differs'))).toBe(true)
  })
})

describe('money after the hold has expired', () => {
  test.each(['still free', 'bought meanwhile'])('the season is %s', async (season) => {
    const back = await pay('0011')
    await app.moveClock('31 minutes')
    await expireOrders(app.context)
    if (season === 'bought meanwhile') await buy(app, anna, club)
    await visit(back)
    const { status, own } = await state()
    if (season === 'still free') expect(status).toBe('paid')
    else expect(own!.givenBack).toMatchObject([{ status: 'done', method: 'void', cause: 'places_taken' }])
  })
})

test('mail and WhatsApp are down for an hour: the payment is unaffected, then each message arrives once', async () => {
  const closed = await freePort()
  const down = await createTestApp({
    DATABASE_URL: app.database.url,
    SMTP_URL: `smtp://127.0.0.1:${closed}`,
    WHATSAPP_URL: `http://127.0.0.1:${closed}/v23.0/1`,
    WHATSAPP_TOKEN: 'a-token',
  })
  const up = await createTestApp({
    DATABASE_URL: app.database.url,
    WHATSAPP_URL: inject('simulators').whatsappUrl,
    WHATSAPP_TOKEN: 'a-token',
  })
  try {
    const shop = await buildClub(down)
    await wantsWhatsapp(down, anna)
    const paid = await buy(down, anna, shop)
    expect((await stateOf(down, anna, paid)).status).toBe('paid')
    for (let hour = 0; hour < 5; hour++) await down.runJobs({ all: true, mayFail: true })
    const waiting = await app.database.sql(
      `select channel, messages.status from messages join orders on orders.id::text = data->>'orderId' where org_id = $1 order by 1`,
      [shop.id],
    )
    expect(waiting).toEqual([
      { channel: 'mail', status: 'waiting' },
      { channel: 'whatsapp', status: 'waiting' },
    ])
    await up.runJobs({ all: true, mayFail: true })
    expect(await brokenInvariants({ ...up, database: app.database }, shop)).toEqual([])
  } finally {
    await down.close()
    await up.close()
  }
})
