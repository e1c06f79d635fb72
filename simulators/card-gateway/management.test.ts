import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShop, zeroGuid, type Shop } from '../testing/shop.ts'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let shop: Shop
beforeAll(async () => {
  started = await startSimulators()
  shop = await createShop(started)
})
afterAll(async () => {
  await started.stop()
  await shop.close()
})

describe('creating a link', () => {
  test('answers in camel case', async () => {
    const response = await shop.createLink({ Amount: '70000', ShippingAddress: null })
    expect(response.status).toBe(200)
    const body = (await response.json()) as Record<string, string>
    expect(Object.keys(body)).toEqual(['paymentIdentifier', 'paymentWindowLink'])
    expect(body['paymentWindowLink']).toBe(`${started.url}/simulators/card-gateway/window/${body['paymentIdentifier']}`)
  })

  test.each([
    ['no amount', { Amount: undefined }],
    ['half an amount', { Amount: 1.5 }],
    ['a negative amount', { Amount: -1 }],
    ['nothing to pay', { Amount: 0 }],
    ['a currency in words', { Currency: 'kroner' }],
    ['no order number', { OrderNumber: '' }],
    ['a long order number', { OrderNumber: 'x'.repeat(21) }],
    ['no accept address', { CustomerAcceptUrl: undefined }],
    ['a foreign accept address', { CustomerAcceptUrl: 'https://evil.example/' }],
    ['a foreign callback', { ServerCallbackUrl: 'http://169.254.169.254/latest' }],
    ['a callback with user info', { ServerCallbackUrl: 'http://127.0.0.1@evil.example/' }],
    ['a script as decline address', { CustomerDeclineUrl: 'javascript:alert(1)' }],
    ['a long street', { BillingAddress: { AddressLine1: 'x'.repeat(51), City: 'y' } }],
    ['a country in letters', { BillingAddress: { AddressLine1: 'x', City: 'y', Country: 'DK' } }],
    ['a long language', { EnforceLanguage: 'danish' }],
    [
      'a payment every ten years',
      { SaveCard: true, RecurringPayment: { Expiry: '20300101', PaymentFrequencyDays: 3650 } },
    ],
  ])('refuses %s', async (_what, change) => {
    const response = await shop.createLink(change)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ Message: expect.any(String) })
  })

  test.each(['', 'secret', zeroGuid, `Bearer ${zeroGuid}`])('refuses the key %j', async (key) => {
    const response = await shop.createLink({}, key)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ Message: expect.any(String) })
  })
})

describe('an authorization', () => {
  test('reads as the gateway writes it, in both versions', async () => {
    const id = await shop.authorised('0000', { Options: { TestMode: true }, OrderNumber: 'KOR-1' })
    const { body } = await shop.manage('GET', `authorization/${id}`)
    expect(body).toMatchObject({
      AuthorizationIdentifier: id,
      AuthorizationAmount: 70000,
      Currency: 'DKK',
      OrderID: 'KOR-1',
      Acquirer: 255,
      IsCaptured: false,
      DateCaptured: null,
      TotalAmountCaptured: 0,
      MaskedPan: '410000XXXXXX0000',
      CardExpiryDate: '3912',
      Status: 1,
    })
    expect(body.DateAuthorized).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+$/)
    const v1 = await fetch(`${started.simulators.managementUrl.replace('/v2', '')}/authorization/${id}`, {
      headers: { authorization: shop.key },
    })
    expect(await v1.json()).toEqual(body)
  })

  test('belongs to the key that made its link', async () => {
    const id = await shop.authorised('0000')
    const other: string = randomUUID()
    for (const [method, path, body] of [
      ['GET', `authorization/${id}`],
      ['POST', `authorization/${id}/capture`, {}],
      ['POST', `authorization/${id}/credit`, { Amount: 1 }],
      ['DELETE', `authorization/${id}`],
      ['GET', `authorization/${randomUUID()}`],
    ] as const)
      expect(await shop.manage(method, path, body, other)).toEqual({
        status: 406,
        body: { Message: expect.any(String) },
      })
    expect((await shop.manage('GET', `authorization/${id}`)).body.IsCaptured).toBe(false)
  })

  test('is captured in parts up to its amount', async () => {
    const id = await shop.authorised('0000')
    const capture = async (body: object) => (await shop.manage('POST', `authorization/${id}/capture`, body)).body
    expect(await capture({ Amount: 70001 })).toMatchObject({ IsSuccess: false, ErrorMessage: expect.any(String) })
    expect(await capture({ Amount: 20000 })).toMatchObject({
      IsSuccess: true,
      GatewayStatusCode: 0,
      Identifier: expect.any(String),
    })
    expect(await capture({ Amount: 50001 })).toMatchObject({ IsSuccess: false })
    expect(await capture({})).toMatchObject({ IsSuccess: true })
    expect(await capture({})).toMatchObject({ IsSuccess: false })
    const { body } = await shop.manage('GET', `authorization/${id}`)
    expect(body).toMatchObject({
      IsCaptured: true,
      CaptureAmount: 20000,
      TotalAmountCaptured: 70000,
      Status: 2,
      DateCaptured: expect.any(String),
    })
    expect((await shop.manage('GET', `authorization/${id}/capture`)).body).toHaveLength(5)
  })

  test('is voided once, and only before it is captured', async () => {
    const id = await shop.authorised('0000')
    expect((await shop.manage('DELETE', `authorization/${id}`)).status).toBe(204)
    expect((await shop.manage('DELETE', `authorization/${id}`)).status).toBe(406)
    expect((await shop.manage('GET', `authorization/${id}`)).status).toBe(406)
    const captured = await shop.authorised('0000')
    await shop.manage('POST', `authorization/${captured}/capture`)
    expect((await shop.manage('DELETE', `authorization/${captured}`)).status).toBe(400)
  })

  test('is credited up to what was captured', async () => {
    const id = await shop.authorised('0000')
    const credit = async (Amount: number) =>
      (await shop.manage('POST', `authorization/${id}/credit`, { Amount, Comment: 'half' })).body
    expect(await credit(1)).toMatchObject({ IsSuccess: false })
    await shop.manage('POST', `authorization/${id}/capture`, { Amount: 40000 })
    const first = await credit(30000)
    expect(first).toMatchObject({ IsSuccess: true })
    expect(await credit(10001)).toMatchObject({ IsSuccess: false })
    const { body } = await shop.manage('GET', `authorization/${id}/credit`)
    expect(body).toHaveLength(3)
    expect(body[1]).toMatchObject({ Amount: 30000, Comment: 'half', AuthorizationId: id, IsSuccess: true })
    expect((await shop.manage('GET', `authorization/${id}/credit/${first.Identifier}`)).body).toEqual(body[1])
    expect((await shop.manage('POST', `authorization/${id}/credit`, { Amount: 0 })).status).toBe(400)
  })

  test('0014 refuses its first capture only', async () => {
    const id = await shop.authorised('0014')
    expect(await shop.manage('POST', `authorization/${id}/capture`, {})).toMatchObject({
      status: 200,
      body: { IsSuccess: false },
    })
    expect((await shop.manage('GET', `authorization/${id}`)).body.TotalAmountCaptured).toBe(0)
    expect(await shop.manage('POST', `authorization/${id}/capture`, {})).toMatchObject({
      status: 200,
      body: { IsSuccess: true },
    })
  })

  test('0015 loses the answer of its first capture, which succeeded', async () => {
    const id = await shop.authorised('0015')
    await expect(shop.manage('POST', `authorization/${id}/capture`, {})).rejects.toThrow()
    expect((await shop.manage('GET', `authorization/${id}`)).body.TotalAmountCaptured).toBe(70000)
    expect(await shop.manage('POST', `authorization/${id}/capture`, {})).toMatchObject({ body: { IsSuccess: false } })
  })
})

describe('a saved card', () => {
  const saved = async (tail: string) =>
    (await shop.pay(`4100 0000 0000 ${tail}`, { SaveCard: true })).returned!.searchParams.get('savedCardIdentifier')!
  const charge = { Amount: 12300, OrderId: 'RENEW-1' }

  test('is read, charged, captured and deleted', async () => {
    const id = await saved('0000')
    expect((await shop.manage('GET', `recurring/${id}`)).body).toMatchObject({
      IsSubscription: true,
      MaskedPan: '410000XXXXXX0000',
    })
    const { body } = await shop.manage('POST', `recurring/${id}/authorize`, charge)
    expect(body).toMatchObject({ IsSuccess: true, ErrorCode: 0, OperationResult: { IsSuccess: true } })
    const { body: authorization } = await shop.manage('GET', `authorization/${body.AuthorizationIdentifier}`)
    expect(authorization).toMatchObject({ AuthorizationAmount: 12300, OrderID: 'RENEW-1', Currency: 'DKK' })
    expect(
      (await shop.manage('POST', `authorization/${body.AuthorizationIdentifier}/capture`, {})).body.IsSuccess,
    ).toBe(true)
    expect((await shop.manage('GET', `recurring/${id}`, undefined, randomUUID())).status).toBe(406)
    expect((await shop.manage('DELETE', `recurring/${id}`)).status).toBe(204)
    expect((await shop.manage('POST', `recurring/${id}/authorize`, charge)).status).toBe(406)
  })

  test('0018 fails when it is charged', async () => {
    const id = await saved('0018')
    const { status, body } = await shop.manage('POST', `recurring/${id}/authorize`, charge)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      IsSuccess: false,
      ErrorCode: 6,
      AuthorizationIdentifier: zeroGuid,
      OperationResult: { GatewayStatusCode: 6 },
    })
  })
})

describe('the ledger', () => {
  test('filters by order and never shows a key', async () => {
    await shop.authorised('0000', { OrderNumber: 'ONLY-THIS' })
    const ledger = await shop.ledger('ONLY-THIS')
    expect(ledger.links).toHaveLength(1)
    expect(ledger.authorizations).toHaveLength(1)
    expect(ledger.callbacks).toHaveLength(1)
    await shop.authorised('0000', { OrderNumber: 'ONLY-THAT' })
    expect((await shop.ledger('ONLY-TH*')).links).toHaveLength(2)
    expect((await shop.ledger('ONLY*')).callbacks).toHaveLength(2)
    expect((await shop.ledger('*-THIS')).links).toHaveLength(0)
    const page = await (await fetch(`${started.url}/simulators/card-gateway/ledger`)).text()
    expect(page).toContain('ONLY-THIS')
    for (const text of [page, JSON.stringify(await shop.ledger())]) {
      expect(text).not.toContain(shop.key)
      expect(text).toContain(shop.key.slice(-4))
      expect(text).not.toContain('token=abc')
    }
  })
})

describe('scripted faults', () => {
  const script = (rule: object) =>
    fetch(`${started.url}/simulators/card-gateway/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    })

  test('apply before or after the work, a number of times', async () => {
    const before = (await shop.ledger()).links.length
    await script({ endpoint: 'link', status: 503, times: 2 })
    expect([(await shop.createLink()).status, (await shop.createLink()).status]).toEqual([503, 503])
    expect((await shop.ledger()).links).toHaveLength(before)
    await script({ endpoint: 'link', drop: true, phase: 'after' })
    await expect(shop.createLink()).rejects.toThrow()
    expect((await shop.ledger()).links).toHaveLength(before + 1)
    await script({ endpoint: 'authorization', drop: true })
    await expect(shop.manage('GET', `authorization/${randomUUID()}`)).rejects.toThrow()
    expect((await shop.createLink()).status).toBe(200)
  })
})

test('a payment of before is there once, credited in part, and only its merchant can credit the rest', async () => {
  const id = randomUUID()
  const payment = {
    apiKey: shop.key,
    authorizationIdentifier: id,
    paymentIdentifier: null,
    orderNumber: 'EARLIER-1',
    amount: 50_000,
    credited: 20_000,
    currency: 'DKK',
    capturedAt: '2026-01-02T10:00:00Z',
  }
  const addPayments = async () => {
    const response = await fetch(`${started.url}/simulators/card-gateway/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([payment]),
    })
    return response.json()
  }
  expect([await addPayments(), await addPayments()]).toEqual([{ added: 1 }, { added: 0 }])
  const { body } = await shop.manage('GET', `authorization/${id}`)
  expect(body).toMatchObject({ AuthorizationAmount: 50_000, TotalAmountCaptured: 50_000, OrderID: 'EARLIER-1' })
  const credit = async (amount: number) =>
    (await shop.manage('POST', `authorization/${id}/credit`, { Amount: amount })).body
  expect(await credit(30_001)).toMatchObject({ IsSuccess: false })
  expect(await credit(30_000)).toMatchObject({ IsSuccess: true })
  expect((await shop.manage('GET', `authorization/${id}`, undefined, randomUUID())).status).not.toBe(200)
})
