import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from './gateway.ts'
import { readLinkRequest } from './link-request.ts'
import { merchantOf } from './merchants.ts'
import { timestamp, type Link } from './schema.ts'

const lifetime = 60 * 60 * 1000

/** `POST …/gw/api/payment`: creates a payment window. Unlike all others its answer is in camel case. */
export function createLinkRoute(app: FastifyInstance, { store, origins, base }: Gateway) {
  app.post('/gw/api/payment', { config: { endpoint: 'link' } }, (request) => {
    const merchant = merchantOf(store, request)
    const link = readLinkRequest(request.body, origins)
    const paymentIdentifier = randomUUID()
    store.run(
      `insert into link (payment_id, merchant, amount, currency, order_number, accept_url, decline_url, callback_url,
         language, save_card, recurring, test_mode, request, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      paymentIdentifier,
      merchant.number,
      link.amount,
      link.currency,
      link.order_number,
      link.accept_url,
      link.decline_url,
      link.callback_url,
      link.language,
      link.save_card,
      link.recurring,
      link.test_mode,
      JSON.stringify(request.body),
      timestamp(),
      timestamp(new Date(Date.now() + lifetime)),
    )
    return { paymentIdentifier, paymentWindowLink: `${base}/window/${paymentIdentifier}` }
  })
}

export const linkOf = (store: Gateway['store'], paymentId: string) =>
  store.one<Link>('select * from link where payment_id = ?', paymentId.toLowerCase())
