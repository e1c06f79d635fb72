import { Agent, request as send, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import { orders, type OrderState } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '#server/database/new-id.ts'
import { AMOUNT, type Offer, type PlaceOffer } from './world.ts'

/** A buyer's steps, in order. `settle`: from entering the card to the answer of the gateway's callback. */
export const STEPS = ['prepare', 'handle', 'link', 'settle', 'state'] as const
export type Step = (typeof STEPS)[number]

export interface Span {
  /** Milliseconds since 1970, with microseconds. */
  readonly from: number
  readonly to: number
}

export interface Purchase extends Span {
  readonly steps: Partial<Record<Step, Span>>
  /** Calls that were answered 503 and repeated after Retry-After. */
  readonly refused: number
}

export interface Buyer {
  readonly memberId: string
  readonly token: string
  /** The address of the buyer's calls. */
  readonly ip: string
}

export interface Shop {
  /** The portal's real address. */
  readonly url: string
  readonly publicUrl: string
}

const product = 'izy'
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

const billing = {
  name: 'Anna Holm',
  email: 'anna@mail.example',
  phone: '+4520112233',
  addressLine1: 'Havnevej 1',
  addressLine2: '',
  addressLine3: '',
  postCode: '4000',
  city: 'Roskilde',
  country: 'Denmark',
}

const now = () => performance.timeOrigin + performance.now()

/** Buys one season or place from the basket to the receipt and throws unless it is paid. `until: 'prepare'` leaves it unpaid. */
export async function buy(shop: Shop, buyer: Buyer, offer: Offer | PlaceOffer, until?: 'prepare'): Promise<Purchase> {
  const steps: Partial<Record<Step, Span>> = {}
  const from = now()
  let refused = 0
  async function step<T>(name: Step, work: () => Promise<T>): Promise<T> {
    const begun = now()
    const answer = await work()
    steps[name] = { from: begun, to: now() }
    return answer
  }
  async function call<T>(endpoint: Endpoint, params: object, body?: object, headers?: OutgoingHttpHeaders): Promise<T> {
    const url = shop.url + pathOf(endpoint.path, product, { ...params })
    for (;;) {
      const { status, text, retryAfter } = await ask(endpoint.method, url, buyer, body, headers)
      if (status === 200) return JSON.parse(text) as T
      if (status !== 503 || ++refused > MOST_REFUSALS) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`)
      }
      await wait(retryAfter * 1000)
    }
  }

  const { memberId } = buyer
  const line =
    'eventId' in offer
      ? { memberId, eventId: offer.eventId, category: offer.category }
      : { memberId, orgId: offer.orgId, membershipConfId: offer.configurationId }
  const selection = Buffer.from(
    JSON.stringify({ lines: [line], gdprAgreement: true, billing: { ...billing, email: `${memberId}@mail.example` } }),
  ).toString('base64')
  const { token } = await step('prepare', () =>
    call<{ token: string }>(orders.prepare, {}, { token: newToken(), membershipData: selection }),
  )
  if (until === 'prepare') return { from, to: now(), steps, refused }

  const { clientSecret } = await step('handle', () =>
    call<{ clientSecret: string }>(organisations.activePaymentConfiguration, { id: offer.orgId, provider: 'freepay' }),
  )
  const request = {
    Amount: 'eventId' in offer ? offer.price : AMOUNT,
    Currency: 'DKK',
    CustomerAcceptUrl: `${shop.publicUrl}/ui/membership/confirm?${product}token=${token}`,
  }
  const { paymentWindowLink } = await step('link', () =>
    call<{ paymentWindowLink: string }>(orders.openPaymentWindow, {}, request, { freepayauthtoken: clientSecret }),
  )
  const state = () => call<OrderState>(orders.state, { token })
  await step('settle', () => pay(paymentWindowLink))
  let found = await step('state', state)
  // The simulated gateway answers before its callback, and a busy portal settles after answering the callback.
  for (const end = Date.now() + PATIENCE; found.status === 'open' && Date.now() < end; await wait(PAUSE))
    found = await state()
  if (found.status !== 'paid' || !found.own?.receiptNumber)
    throw new Error(`An order is ${found.status} after its payment`)
  return { from, to: now(), steps, refused }
}

/** Milliseconds until an order has to be paid, and between two polls. */
const PATIENCE = 30_000
const PAUSE = 500

const MOST_REFUSALS = 20

/** Enters a valid card. */
async function pay(link: string): Promise<void> {
  const form = 'cardNumber=4100+0000+0000+0000&expiry=12%2F49&cvc=123'
  const { status } = await exchange('POST', link, { 'content-type': 'application/x-www-form-urlencoded' }, form)
  if (status > 399) throw new Error(`The payment window answered ${status}`)
}

function ask(method: string, url: string, buyer: Buyer, body?: object, more?: OutgoingHttpHeaders) {
  const headers = {
    authorization: `Bearer ${buyer.token}`,
    'x-forwarded-for': buyer.ip,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-language': 'da,en;q=0.8',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...more,
  }
  return exchange(method, url, headers, body && JSON.stringify(body))
}

function exchange(method: string, url: string, headers: OutgoingHttpHeaders, body = '') {
  return new Promise<{ status: number; text: string; retryAfter: number }>((resolve, reject) => {
    const length = body ? { 'content-length': Buffer.byteLength(body) } : {}
    const call = send(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      const retryAfter = Number(answer.headers['retry-after'] ?? 1)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, retryAfter }))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
