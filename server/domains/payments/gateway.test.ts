import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayRefused, GatewayUnavailable } from './gateway-call.ts'
import { freepayGateway, type Gateway } from './gateway.ts'

/** A server that answers as each test says: what the simulator, being well behaved, does not. */
let server: Server
let gateway: Gateway
let asked: { method: string; url: string; authorization: string; body: string }
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked = { method: request.method!, url: request.url!, authorization: request.headers.authorization!, body }
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = freepayGateway({ gatewayUrl: `${base}/gw`, managementUrl: `${base}/mw` })
})
afterAll(() => server.close())

const says = (status: number, body: unknown) => {
  answer = (response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const id = '0b7c1f52-6a3e-4c0e-9d55-3f1f0a6d1001'
const key = 'the-key'
const authorization = {
  AuthorizationIdentifier: id.toUpperCase(),
  paymentIdentifier: id,
  OrderID: 'ROKLU-M-1',
  AuthorizationAmount: 70_000,
  CURRENCY: 'DKK',
  IsCaptured: true,
  CaptureAmount: 70_000,
  TotalAmountCaptured: 0,
  Acquirer: 7,
  SomethingNew: true,
}
const link = {
  amount: 70_000,
  currency: 'DKK',
  orderNumber: 'ROKLU-M-1',
  acceptUrl: 'http://127.0.0.1/a',
  declineUrl: 'http://127.0.0.1/d',
  callbackUrl: 'http://127.0.0.1/c',
  billingAddress: {
    AddressLine1: 'Havnevej 1',
    AddressLine2: '',
    AddressLine3: '',
    City: 'Ribe',
    PostCode: '6760',
    Country: '208',
  },
  email: 'a@example.com',
  language: 'da' as const,
  testMode: false,
  saveCard: false,
}

test('an address with æ, ø or å in its domain is given in ASCII', async () => {
  says(200, { paymentWindowLink: 'https://gw.example/window', paymentIdentifier: id })
  await gateway.createLink(key, { ...link, email: 'anna@blåbær.dk' })
  expect(JSON.parse(asked.body)).toMatchObject({ CustomerEmail: 'anna@xn--blbr-roah.dk' })
})

test('an authorisation is read whatever the case of its keys, with unknown numbers', async () => {
  says(200, authorization)
  expect(await gateway.readAuthorization(key, id)).toEqual({
    authorizationIdentifier: id,
    paymentIdentifier: id,
    orderNumber: 'ROKLU-M-1',
    amount: 70_000,
    currency: 'DKK',
    captured: 70_000,
    test: false,
    merchant: null,
    acquirer: 7,
  })
  expect(asked).toMatchObject({ method: 'GET', url: `/mw/api/v2/authorization/${id}`, authorization: key })
})

test('acquirer 255 is a test', async () => {
  says(200, { ...authorization, Acquirer: 255 })
  expect(await gateway.readAuthorization(key, id)).toMatchObject({ test: true })
})

test.each([404, 406])('%i means that there is no such authorisation', async (status) => {
  says(status, 'No matching authorization found')
  expect(await gateway.readAuthorization(key, id)).toBeNull()
  expect(await gateway.cancel(key, id)).toBe(false)
})

test('a link is asked for in minor units with PascalCase keys', async () => {
  says(200, { paymentIdentifier: id, paymentWindowLink: 'https://gw.example/window/1' })
  expect(await gateway.createLink(key, link)).toEqual({
    paymentIdentifier: id,
    windowLink: 'https://gw.example/window/1',
  })
  expect(asked).toMatchObject({ method: 'POST', url: '/gw/api/payment' })
  expect(JSON.parse(asked.body)).toMatchObject({
    Amount: 70_000,
    Currency: 'DKK',
    OrderNumber: 'ROKLU-M-1',
    EnforceLanguage: 'da-DK',
    Options: { TestMode: false },
  })
})

test('a capture that is refused comes with 2xx and IsSuccess false', async () => {
  says(200, { IsSuccess: false, GatewayStatusCode: 4 })
  expect(await gateway.capture(key, id, 100)).toBe(false)
  says(200, { isSuccess: true })
  expect(await gateway.capture(key, id, 100)).toBe(true)
  expect(JSON.parse(asked.body)).toEqual({ Amount: 100 })
})

test('a void answers without a body', async () => {
  says(204, '')
  expect(await gateway.cancel(key, id)).toBe(true)
  expect(asked.method).toBe('DELETE')
})

test('4xx is a refusal; 5xx, an invalid body and a broken connection are unknown outcomes', async () => {
  says(401, { Message: 'no' })
  await expect(gateway.createLink(key, link)).rejects.toBeInstanceOf(GatewayRefused)
  for (const [status, body] of [
    [500, ''],
    [502, '<html>'],
    [429, ''],
    [200, '<html>'],
    [200, { IsSuccess: 'perhaps' }],
  ] as const) {
    says(status, body)
    await expect(gateway.capture(key, id, 1)).rejects.toBeInstanceOf(GatewayUnavailable)
  }
  answer = (response) => response.destroy()
  await expect(gateway.capture(key, id, 1)).rejects.toBeInstanceOf(GatewayUnavailable)
})

test('a redirect from the gateway is not followed, so the key goes nowhere else', async () => {
  answer = (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
  await expect(gateway.readAuthorization(key, id)).rejects.toBeInstanceOf(GatewayUnavailable)
})
