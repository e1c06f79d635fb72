import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { Ledger } from '../card-gateway/ledger.ts'
import { openBrowser } from './browser.ts'
import type { Started } from './start-simulators.ts'

export const zeroGuid = '00000000-0000-0000-0000-000000000000'

/** A shop with its own API key. It answers callbacks with the given statuses, then with 200. */
export async function createShop(started: Started) {
  const key: string = randomUUID()
  const received: { path: string; body: Record<string, string>; type: string | undefined }[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      received.push({
        path: request.url!,
        body: Object.fromEntries(new URLSearchParams(text)),
        type: request.headers['content-type'],
      })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = (apiKey: string) => ({
    authorization: apiKey,
    'content-type': 'application/json',
    accept: 'application/json',
  })

  const createLink = (change: Record<string, unknown> = {}, apiKey = key) =>
    fetch(`${started.simulators.gatewayUrl}/api/payment`, {
      method: 'POST',
      headers: headers(apiKey),
      body: JSON.stringify({
        Amount: 70000,
        Currency: 'DKK',
        OrderNumber: 'ROKLU-M-12345678901',
        CustomerAcceptUrl: `${url}/ui/paid?token=abc`,
        CustomerDeclineUrl: `${url}/ui/declined?token=abc`,
        ServerCallbackUrl: `${url}/callback?token=abc`,
        BillingAddress: { AddressLine1: 'Havnevej 1', City: 'København', PostCode: '2100', Country: '208' },
        Options: { TestMode: false },
        ...change,
      }),
    })

  /** A management call. The body is undefined when empty. */
  const manage = async (method: string, path: string, body?: unknown, apiKey = key) => {
    const sent =
      body === undefined
        ? { headers: { authorization: apiKey } }
        : { headers: headers(apiKey), body: JSON.stringify(body) }
    const response = await fetch(`${started.simulators.managementUrl}/${path}`, { method, ...sent })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  return {
    url,
    key,
    /** The callbacks that the shop got. */
    received,
    answers,
    createLink,
    manage,

    async link(change: Record<string, unknown> = {}) {
      return (await (await createLink(change)).json()) as { paymentIdentifier: string; paymentWindowLink: string }
    },

    /** Pays in the window with a card number and returns the response. */
    async pay(number: string, change: Record<string, unknown> = {}) {
      const made = await this.link(change)
      const browser = openBrowser()
      const cvc = '123'
      const send = (cardNumber: string) =>
        browser.post(made.paymentWindowLink, { action: 'pay', cardNumber, expiry: '12/39', cvc })
      const response = await send(number)
      const location = response.headers.get('location')
      return { ...made, response, returned: location ? new URL(location) : undefined, send }
    },

    /** Pays and returns the authorization's identifier. */
    async authorised(tail: string, change: Record<string, unknown> = {}): Promise<string> {
      const { paymentIdentifier } = await this.pay(`4100 0000 0000 ${tail}`, change)
      const { authorizations } = await this.ledger()
      return authorizations.find((one) => one.paymentIdentifier === paymentIdentifier)!.authorizationIdentifier
    },

    async ledger(orderNumber = ''): Promise<Ledger> {
      const response = await fetch(
        `${started.url}/simulators/card-gateway/ledger.json?orderNumber=${encodeURIComponent(orderNumber)}`,
      )
      return (await response.json()) as Ledger
    },

    /** Waits until all callbacks of a payment have finished and returns them, oldest first. */
    async callbacksOf(paymentIdentifier: string) {
      return vi.waitFor(
        async () => {
          const callbacks = (await this.ledger()).callbacks
            .filter((one) => one.paymentIdentifier === paymentIdentifier)
            .toReversed()
          if (callbacks.some(({ state }) => state === 'pending')) throw new Error('callbacks are still pending')
          return callbacks
        },
        { timeout: 10_000 },
      )
    },

    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Shop = Awaited<ReturnType<typeof createShop>>
