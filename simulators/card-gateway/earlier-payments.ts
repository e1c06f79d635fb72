import type { FastifyInstance } from 'fastify'
import type { Gateway } from './gateway.ts'
import { merchantOfKey } from './merchants.ts'
import { insertMovement } from './movements.ts'
import { timestamp, type Authorization } from './schema.ts'

/** A payment that was captured before this gateway began, as a shop with demo data says. */
export interface EarlierPayment {
  apiKey: string
  authorizationIdentifier: string
  paymentIdentifier: string | null
  orderNumber: string
  /** Captured, in minor units. */
  amount: number
  /** Credited of it. */
  credited: number
  currency: string
  capturedAt: string
}

/**
 * `POST /payments`: adds payments that the gateway does not know, in the order given. A real gateway has no such call: there, money is
 * only captured by a card.
 */
export function earlierPaymentsRoute(app: FastifyInstance, { store }: Gateway) {
  app.post<{ Body: EarlierPayment[] }>('/payments', async (request, reply) => {
    if (!Array.isArray(request.body)) return reply.code(400).send({ Message: 'A list of payments is expected.' })
    const added = store.together(() => request.body.filter((payment) => add({ store }, payment)).length)
    return { added }
  })
}

function add({ store }: Pick<Gateway, 'store'>, payment: EarlierPayment): boolean {
  const { authorizationIdentifier, paymentIdentifier, orderNumber, amount, credited, currency } = payment
  const at = timestamp(new Date(payment.capturedAt))
  const id = authorizationIdentifier.toLowerCase()
  const { changes } = store.run(
    `insert into authorization (id, payment_id, merchant, amount, asked_amount, currency, order_number, card_tail, masked_pan,
       card_expiry, test_mode, created_at, captured_at, credited_at, capture_attempts)
     values (?, ?, ?, ?, ?, ?, ?, '0000', '410000XXXXXX0000', '9912', 0, ?, ?, ?, 1) on conflict (id) do nothing`,
    id,
    paymentIdentifier,
    merchantOfKey(store, payment.apiKey).number,
    amount,
    amount,
    currency,
    orderNumber,
    at,
    at,
    credited > 0 ? at : null,
  )
  if (changes === 0) return false
  const authorization = store.one<Authorization>('select * from authorization where id = ?', id)!
  insertMovement(store, authorization, { kind: 'capture', amount })
  if (credited > 0) insertMovement(store, authorization, { kind: 'credit', amount: credited })
  return true
}
