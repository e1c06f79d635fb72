import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { acquirerOf, insertAuthorization, savedCardStory } from './authorise.ts'
import type { Gateway } from './gateway.ts'
import { fieldsOf, wholeNumber } from './link-request.ts'
import { merchantOf } from './merchants.ts'
import { GatewayRefusal, statusMessages } from './refusals.ts'
import { timestamp, zeroGuid, type Merchant, type SavedCard } from './schema.ts'

type Params = { Params: { id: string } }

/** Reads, charges and deletes saved cards. */
export function savedCardRoutes(app: FastifyInstance, { store }: Gateway) {
  const selectCard = (merchant: Merchant, id: string): SavedCard => {
    const card = store.one<SavedCard>(
      'select * from saved_card where id = ? and merchant = ? and deleted_at is null',
      id.toLowerCase(),
      merchant.number,
    )
    if (!card) throw new GatewayRefusal(406, 'No matching saved card found')
    return card
  }

  app.get<Params>('/recurring/:id', { config: { endpoint: 'recurring' } }, (request) =>
    presentCard(selectCard(merchantOf(store, request), request.params.id)),
  )

  app.delete<Params>('/recurring/:id', { config: { endpoint: 'recurring-delete' } }, async (request, reply) => {
    const card = selectCard(merchantOf(store, request), request.params.id)
    store.run('update saved_card set deleted_at = ? where id = ?', timestamp(), card.id)
    return reply.code(204).send()
  })

  app.post<Params>('/recurring/:id/authorize', { config: { endpoint: 'recurring-authorize' } }, (request) => {
    const card = selectCard(merchantOf(store, request), request.params.id)
    const fields = fieldsOf(request.body)
    const amount = wholeNumber(fields?.get('amount'))
    const order = fields?.get('orderid')
    const currency = fields?.get('currency') ?? card.currency
    if (amount === undefined || amount <= 0)
      throw new GatewayRefusal(400, 'Amount must be a positive whole number of minor units.')
    if (typeof order !== 'string' || !order || order.length > 20)
      throw new GatewayRefusal(400, 'OrderId must have 1 to 20 characters.')
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
      throw new GatewayRefusal(400, 'Currency must be an ISO 4217 alpha-3 code.')
    const failure = failureOf(card)
    const authorization = failure
      ? undefined
      : insertAuthorization(store, {
          payment_id: null,
          merchant: card.merchant,
          amount,
          asked_amount: amount,
          currency,
          order_number: order,
          card_tail: card.card_tail,
          masked_pan: card.masked_pan,
          card_expiry: card.card_expiry,
          saved_card_id: card.id,
          test_mode: card.test_mode,
        })
    return {
      IsSuccess: !failure,
      ErrorCode: failure ?? 0,
      AuthorizationIdentifier: authorization?.id ?? zeroGuid,
      OperationResult: {
        IsSuccess: !failure,
        GatewayStatusCode: failure ?? 0,
        GatewayStatusMessage: statusMessages[failure ?? 0],
        AcquirerStatusCode: failure ? '100' : '0',
        AcquirerStatusMessage: failure ? statusMessages[failure] : 'Approved',
        AcquirerName: acquirerOf(card),
        ErrorMessage: failure ? statusMessages[failure] : null,
        Identifier: randomUUID(),
      },
    }
  })
}

/** The gateway code a charge fails with, if it does. */
function failureOf(card: SavedCard): number | undefined {
  if (savedCardStory(card).savedChargesFail) return 6
  return card.card_expiry < timestamp().slice(2, 7).replace('-', '') ? 11 : undefined
}

const presentCard = (card: SavedCard) => ({
  AuthorizationIdentifier: card.id,
  PaymentIdentifier: card.payment_id ?? zeroGuid,
  MerchantNumber: card.merchant,
  DateCreated: card.created_at,
  DateAuthorized: card.created_at,
  DateSubscriptionExpires: expiryOf(card),
  Currency: card.currency,
  OrderID: card.order_number,
  AuthorizationAmount: 0,
  IsSubscription: true,
  CardType: 10,
  MaskedPan: card.masked_pan,
  CardExpiryDate: card.card_expiry,
  Acquirer: card.test_mode ? 255 : 1,
})

function expiryOf(card: SavedCard): string | null {
  const agreed = card.recurring && String(fieldsOf(JSON.parse(card.recurring))?.get('expiry'))
  return agreed ? `${agreed.slice(0, 4)}-${agreed.slice(4, 6)}-${agreed.slice(6)}T00:00:00` : null
}
