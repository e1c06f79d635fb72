import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { createShop, zeroGuid, type Shop } from '../testing/shop.ts'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let shop: Shop
beforeAll(async () => {
  started = await startSimulators()
  shop = await createShop(started)
})
beforeEach(() => {
  shop.received.length = 0
  shop.answers.length = 0
})
afterAll(async () => {
  await started.stop()
  await shop.close()
})

const card = (tail: string) => `4100 0000 0000 ${tail}`

describe('an authorised card', () => {
  test('0000 calls back before the browser returns', async () => {
    const { returned, paymentIdentifier, response } = await shop.pay(card('0000'))
    expect(response.status).toBe(303)
    expect(shop.received).toHaveLength(1)
    const id = returned!.searchParams.get('authorizationIdentifier')
    expect(Object.fromEntries(returned!.searchParams)).toEqual({
      token: 'abc',
      authorizationIdentifier: id,
      savedCardIdentifier: zeroGuid,
    })
    expect(shop.received[0]).toEqual({
      path: '/callback?token=abc',
      type: 'application/x-www-form-urlencoded',
      body: {
        authorizationIdentifier: id,
        savedCardIdentifier: zeroGuid,
        paymentIdentifier,
        authorizationAccepted: 'True',
      },
    })
  })

  test('0010 never lets the browser return', async () => {
    const { returned, response } = await shop.pay(card('0010'))
    expect(returned).toBeUndefined()
    const page = await response.text()
    expect(page).toContain('You may close this window')
    expect(page).not.toContain(shop.url)
    expect(shop.received).toHaveLength(1)
  })

  test('0011 never calls back', async () => {
    const { returned, paymentIdentifier } = await shop.pay(card('0011'))
    expect(returned!.pathname).toBe('/ui/paid')
    expect(await shop.callbacksOf(paymentIdentifier)).toEqual([])
  })

  test('0012 calls back twice at once', async () => {
    const { paymentIdentifier } = await shop.pay(card('0012'))
    const [first, second] = await shop.callbacksOf(paymentIdentifier)
    expect(first!.body).toBe(second!.body)
    expect(shop.received).toHaveLength(2)
    expect(Math.abs(Date.parse(`${first!.tries[0]!.at}Z`) - Date.parse(`${second!.tries[0]!.at}Z`))).toBeLessThan(500)
  })

  test('0013 calls back after the browser has returned, also when restarted in between', async () => {
    const slow = await startSimulators({ timing: { callbackTimeScale: 0.1 } })
    const other = await createShop(slow)
    const { returned, paymentIdentifier } = await other.pay(card('0013'))
    expect(returned!.pathname).toBe('/ui/paid')
    expect(other.received).toEqual([])
    await slow.restart()
    expect(await other.callbacksOf(paymentIdentifier)).toMatchObject([{ state: 'delivered' }])
    expect(other.received).toHaveLength(1)
    await slow.stop()
    await other.close()
  })

  test('0016 authorises another amount', async () => {
    const { returned } = await shop.pay(card('0016'))
    const { body } = await shop.manage('GET', `authorization/${returned!.searchParams.get('authorizationIdentifier')}`)
    expect(body.AuthorizationAmount).toBe(69900)
  })

  test('0017 is followed by a forged decline', async () => {
    const { paymentIdentifier } = await shop.pay(card('0017'))
    const sent = await shop.callbacksOf(paymentIdentifier)
    expect(sent.map(({ kind }) => kind)).toEqual(['accepted', 'forged'])
    const [real, forged] = shop.received
    expect(real!.body['authorizationAccepted']).toBe('True')
    expect(forged!.body['authorizationAccepted']).toBe('False')
    expect(forged!.body['authorizationIdentifier']).not.toBe(real!.body['authorizationIdentifier'])
    expect(forged!.body['paymentIdentifier']).not.toBe(paymentIdentifier)
  })

  test('saves the card when asked to, also for nothing', async () => {
    const { returned } = await shop.pay(card('0000'), { Amount: 0, SaveCard: true })
    const id = returned!.searchParams.get('savedCardIdentifier')!
    expect(id).not.toBe(zeroGuid)
    expect(shop.received[0]!.body['savedCardIdentifier']).toBe(id)
  })
})

describe('a declined card', () => {
  test.each([
    ['4100000000000001', '6', 'Declined by issuer'],
    ['4100 0000 0000 0002', '7', 'Insufficient funds'],
    ['4100-0000-0000-0003', '11', 'Card expired'],
    ['4571 0000 0000 0000', '10', 'Invalid card'],
  ])('%s goes to the decline address with code %s', async (number, code, reason) => {
    const { returned, paymentIdentifier } = await shop.pay(number)
    expect(returned!.pathname).toBe('/ui/declined')
    expect(Object.fromEntries(returned!.searchParams)).toEqual({
      token: 'abc',
      acquirer: 'Clearhaus',
      gatewayreason: code,
      reason,
    })
    expect(shop.received.map(({ body }) => body)).toEqual([
      {
        authorizationIdentifier: zeroGuid,
        savedCardIdentifier: zeroGuid,
        paymentIdentifier,
        authorizationAccepted: 'False',
      },
    ])
  })

  test('can be tried again in the same window, but nothing is paid twice', async () => {
    const { send, paymentWindowLink } = await shop.pay(card('0002'))
    expect(await (await openBrowser().get(paymentWindowLink)).text()).toContain(
      'There is not enough money in the account.',
    )
    const paid = await send(card('0000'))
    expect(new URL(paid.headers.get('location')!).pathname).toBe('/ui/paid')
    const second = await send(card('0000'))
    expect(second.status).toBe(409)
    expect(await second.text()).toContain('This payment is already made')
    expect((await openBrowser('da').get(paymentWindowLink)).status).toBe(409)
  })

  test('two clicks at once make one authorisation', async () => {
    const { paymentWindowLink, paymentIdentifier } = await shop.link()
    const pay = () => openBrowser().post(paymentWindowLink, { cardNumber: card('0000'), expiry: '01/40', cvc: '1234' })
    const statuses = (await Promise.all([pay(), pay(), pay()]))
      .map(({ status }) => status)
      .toSorted((one, other) => one - other)
    expect(statuses).toEqual([303, 409, 409])
    const { authorizations } = await shop.ledger()
    expect(authorizations.filter((one) => one.paymentIdentifier === paymentIdentifier)).toHaveLength(1)
  })
})

describe('the window', () => {
  test('shows the payment, strictly, in the language that was asked for', async () => {
    const { paymentWindowLink } = await shop.link({
      EnforceLanguage: 'da-DK',
      Options: { TestMode: true },
      Amount: 125000,
    })
    const response = await openBrowser('en').get(paymentWindowLink)
    const page = await response.text()
    for (const text of [
      '<html lang="da">',
      '1.250,00 kr.',
      'ROKLU-M-12345678901',
      'Testtilstand',
      '>Kortnummer</label',
      '>Udløb</label',
      '>CVC</label',
      '4100 0000 0000 0018',
    ])
      expect(page).toContain(text)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain(`form-action 'self' ${shop.url}`)
    expect(policy).not.toContain('unsafe')
  })

  test('keeps what was typed beside the error', async () => {
    const { paymentWindowLink } = await shop.link()
    const response = await openBrowser().post(paymentWindowLink, {
      cardNumber: '4100 0000',
      expiry: '01/20',
      cvc: 'x"y',
    })
    const page = await response.text()
    expect(response.status).toBe(422)
    for (const text of [
      'Enter the card number',
      'This date has passed',
      'Enter 3 or 4 digits',
      'value="4100 0000"',
      'value="x&quot;y"',
    ])
      expect(page).toContain(text)
  })

  test('can be cancelled and opened again', async () => {
    const { paymentWindowLink } = await shop.link()
    const response = await openBrowser().post(paymentWindowLink, { action: 'cancel' })
    const returned = new URL(response.headers.get('location')!)
    expect(Object.fromEntries(returned.searchParams)).toEqual({
      token: 'abc',
      acquirer: 'Clearhaus',
      reason: 'Cancelled by cardholder',
    })
    expect((await openBrowser().get(paymentWindowLink)).status).toBe(200)
    expect(shop.received).toEqual([])
  })

  test('expires after an hour', async () => {
    const { paymentWindowLink } = await shop.link()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 })
    const response = await openBrowser().get(paymentWindowLink)
    vi.useRealTimers()
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('The payment window has expired')
  })

  test('does not know other payments', async () => {
    expect((await openBrowser().get(`${started.url}/simulators/card-gateway/window/${zeroGuid}`)).status).toBe(404)
  })
})
