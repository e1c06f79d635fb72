import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailLedger } from './mailbox/index.ts'
import { createShop, type Shop } from './testing/shop.ts'
import { startSimulators, type Started } from './testing/start-simulators.ts'

let started: Started
let shop: Shop
beforeAll(async () => {
  started = await startSimulators({ timing: { callbackTimeScale: 0.05, lostAnswerAfter: 20 } })
  shop = await createShop(started)
})
afterAll(async () => {
  await started.stop()
  await shop.close()
})

type Simulator = 'card-gateway' | 'mailbox' | 'whatsapp' | 'identity-provider'
const send = (path: string, body: unknown) =>
  fetch(`${started.url}/simulators/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const script = async (simulator: Simulator, ...faults: object[]) => {
  const response = await send(`${simulator}/faults`, faults)
  expect(response.status).toBe(201)
}
const left = async (simulator: Simulator) =>
  (await (await fetch(`${started.url}/simulators/${simulator}/faults`)).json()) as object[]

const paid = '4100 0000 0000 0000'
const pay = async () => {
  shop.received.length = 0
  const made = await shop.pay(paid)
  const callbacks = await shop.callbacksOf(made.paymentIdentifier)
  const accepted = shop.received.map(({ body }) => body['authorizationAccepted'] === 'True')
  return { ...made, callbacks, accepted }
}

describe('the faults of a simulator', () => {
  test.each(['card-gateway', 'mailbox', 'whatsapp', 'identity-provider'] as const)(
    'of %s outlast a restart and end on request',
    async (simulator) => {
      await script(simulator, { endpoint: 'nothing', status: 500, times: 3 })
      await started.restart()
      expect(await left(simulator)).toMatchObject([{ endpoint: 'nothing', phase: 'before', status: 500, times: 3 }])
      await fetch(`${started.url}/simulators/${simulator}/faults`, { method: 'DELETE' })
      expect(await left(simulator)).toEqual([])
    },
  )

  test('are refused when they make no sense', async () => {
    for (const wrong of [
      {},
      { endpoint: 'link', phase: 'during' },
      { endpoint: 'link', dorp: true },
      { endpoint: 'link', delayMs: '1' },
    ])
      expect((await send('mailbox/faults', wrong)).status).toBe(400)
    expect(await left('mailbox')).toEqual([])
  })
})

describe('the payment window', () => {
  const window = { endpoint: 'pay' }

  test('may fail before anything is authorised', async () => {
    await script('card-gateway', { ...window, status: 502 })
    const { response, paymentIdentifier, send: again } = await shop.pay(paid)
    expect(response.status).toBe(502)
    expect(await shop.callbacksOf(paymentIdentifier)).toEqual([])
    expect((await again(paid)).status).toBe(303)
  })

  test('may lose the browser after authorising', async () => {
    await script('card-gateway', { ...window, phase: 'after', drop: true })
    const { paymentIdentifier, paymentWindowLink } = await shop.link()
    const form = { action: 'pay', cardNumber: paid, expiry: '12/39', cvc: '123' }
    await expect(fetch(paymentWindowLink, { method: 'POST', body: new URLSearchParams(form) })).rejects.toThrow()
    expect(await shop.callbacksOf(paymentIdentifier)).toMatchObject([{ kind: 'accepted', state: 'delivered' }])
  })
})

describe('callbacks', () => {
  const callback = { endpoint: 'callback' }

  test('never come', async () => {
    await script('card-gateway', { ...callback, drop: true })
    const { returned, callbacks } = await pay()
    expect(returned!.pathname).toBe('/ui/paid')
    expect(callbacks).toEqual([])
    expect((await pay()).callbacks).toHaveLength(1)
  })

  test('come after the browser', async () => {
    await script('card-gateway', { ...callback, delayMs: 4_000 })
    shop.received.length = 0
    const { returned, paymentIdentifier } = await shop.pay(paid)
    expect(returned!.pathname).toBe('/ui/paid')
    expect(shop.received).toEqual([])
    expect(await shop.callbacksOf(paymentIdentifier)).toMatchObject([{ state: 'delivered' }])
  })

  test('come many times at once', async () => {
    await script('card-gateway', { ...callback, copies: 5 })
    expect((await pay()).accepted).toEqual([true, true, true, true, true])
  })

  test.each(['before', 'after'] as const)('come with a forged one %s', async (forged) => {
    await script('card-gateway', { ...callback, forged })
    const { accepted, callbacks } = await pay()
    expect(accepted).toEqual(forged === 'before' ? [false, true] : [true, false])
    expect(callbacks.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'forged'])
  })

  test('are sent again when their answer gets lost', async () => {
    await script('card-gateway', { ...callback, phase: 'after', drop: true })
    const { accepted, callbacks } = await pay()
    expect(accepted).toEqual([true, true])
    expect(callbacks[0]!.tries).toMatchObject([{ status: null, error: 'answer lost' }, { status: 200 }])
  })

  test('are sent again on request, long after', async () => {
    const { paymentIdentifier } = await pay()
    shop.received.length = 0
    expect((await send('card-gateway/faults/callbacks', { paymentIdentifier, copies: 3 })).status).toBe(202)
    await send('card-gateway/faults/callbacks', { paymentIdentifier, forged: true })
    expect(await shop.callbacksOf(paymentIdentifier)).toHaveLength(5)
    const bodies = shop.received.map(({ body }) => body)
    expect(bodies.filter((body) => body['paymentIdentifier'] === paymentIdentifier)).toHaveLength(3)
    expect(bodies.filter((body) => body['authorizationAccepted'] === 'False')).toHaveLength(1)
    const { paymentIdentifier: unpaid } = await shop.link()
    await send('card-gateway/faults/callbacks', { paymentIdentifier: unpaid })
    expect(await shop.callbacksOf(unpaid)).toMatchObject([{ kind: 'declined' }])
    expect((await send('card-gateway/faults/callbacks', { paymentIdentifier: shop.key })).status).toBe(404)
  })
})

describe('mail', () => {
  let number = 0
  const mail = async () => {
    const messageId = `<fault-${++number}@portal>`
    const transport = nodemailer.createTransport(started.simulators.smtpUrl)
    const text = 'x'
    const outcome = await transport
      .sendMail({ from: 'portal@example.com', to: 'fault@example.com', messageId, subject: 'x', text })
      .then(
        () => 'sent',
        (error: Error & { responseCode?: number }) => error.responseCode ?? 'broken off',
      )
    transport.close()
    const ledger = (await (await fetch(`${started.url}/simulators/mailbox/ledger.json`)).json()) as MailLedger
    return [outcome, ledger.some((one) => one.messageId === messageId)]
  }

  test.each([
    [{ endpoint: 'connect', status: 421 }, 421, false],
    [{ endpoint: 'connect', drop: true }, 'broken off', false],
    [{ endpoint: 'message', status: 451 }, 451, false],
    [{ endpoint: 'message', drop: true }, 'broken off', false],
    [{ endpoint: 'message', phase: 'after', drop: true }, 'broken off', true],
    [{ endpoint: 'message', phase: 'after', status: 451 }, 451, true],
    [{ endpoint: 'message', delayMs: 10 }, 'sent', true],
  ])('with %o', async (fault, outcome, kept) => {
    await script('mailbox', fault)
    expect(await mail()).toEqual([outcome, kept])
    expect(await mail()).toEqual(['sent', true])
  })
})

describe('WhatsApp', () => {
  const body = { messaging_product: 'whatsapp', to: '+4520112299', type: 'text', text: { body: 'x' } }
  const write = () =>
    fetch(`${started.simulators.whatsappUrl}/v23.0/1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: JSON.stringify(body),
    }).then(
      (response) => response.status,
      () => 'broken off',
    )
  const kept = async () =>
    ((await (await fetch(`${started.simulators.whatsappUrl}/messages.json?to=4520112299`)).json()) as object[]).length

  test('refuses, disconnects, and disconnects after accepting the message', async () => {
    await script('whatsapp', { endpoint: 'message', status: 503 }, { endpoint: 'message', drop: true })
    expect([await write(), await write(), await kept()]).toEqual([503, 'broken off', 0])
    await script('whatsapp', { endpoint: 'message', phase: 'after', drop: true })
    expect([await write(), await kept()]).toEqual(['broken off', 1])
    expect([await write(), await kept()]).toEqual([200, 2])
  })
})

test('the identity provider fails by endpoint', async () => {
  await script('identity-provider', { endpoint: 'certs', status: 500, times: 2 }, { endpoint: 'token', drop: true })
  const { issuer } = started.simulators
  const certs = async () => (await fetch(`${issuer}/protocol/openid-connect/certs`)).status
  expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200)
  expect([await certs(), await certs(), await certs()]).toEqual([500, 500, 200])
  const token = () => fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body: new URLSearchParams() })
  await expect(token()).rejects.toThrow()
  expect((await token()).status).toBe(400)
})
