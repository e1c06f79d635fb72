import type { FastifyInstance } from 'fastify'
import { acquirerOf } from './authorise.ts'
import { presentAuthorization, presentResult } from './authorization-answers.ts'
import type { Gateway } from './gateway.ts'
import { fieldsOf, wholeNumber } from './link-request.ts'
import { merchantOf } from './merchants.ts'
import { insertMovement, movementsOf, selectAuthorization, totalsOf } from './movements.ts'
import { GatewayRefusal } from './refusals.ts'
import { timestamp, type Movement } from './schema.ts'

type Params = { Params: { id: string; creditId?: string } }

/** Reads, voids and credits authorizations. */
export function authorizationRoutes(app: FastifyInstance, { store }: Gateway) {
  app.get<Params>('/authorization/:id', { config: { endpoint: 'authorization' } }, (request) => {
    const authorization = selectAuthorization(store, merchantOf(store, request), request.params.id)
    return presentAuthorization(authorization, totalsOf(store, authorization))
  })

  app.delete<Params>('/authorization/:id', { config: { endpoint: 'void' } }, async (request, reply) => {
    const merchant = merchantOf(store, request)
    store.together(() => {
      const authorization = selectAuthorization(store, merchant, request.params.id)
      if (totalsOf(store, authorization).captured > 0)
        throw new GatewayRefusal(400, 'A captured authorization cannot be voided.')
      store.run('update authorization set voided_at = ? where id = ?', timestamp(), authorization.id)
      insertMovement(store, authorization, { kind: 'void', amount: authorization.amount })
    })
    return reply.code(204).send()
  })

  app.post<Params>('/authorization/:id/credit', { config: { endpoint: 'credit' } }, (request) => {
    const merchant = merchantOf(store, request)
    const fields = fieldsOf(request.body)
    const amount = wholeNumber(fields?.get('amount'))
    if (amount === undefined || amount <= 0)
      throw new GatewayRefusal(400, 'Amount must be a positive whole number of minor units.')
    const comment = fields?.get('comment')
    return store.together(() => {
      const authorization = selectAuthorization(store, merchant, request.params.id)
      const { captured, credited } = totalsOf(store, authorization)
      const remainder = captured - credited
      const message = amount > remainder ? `The amount is larger than the remainder of ${remainder}.` : undefined
      const credit = insertMovement(store, authorization, {
        kind: 'credit',
        amount,
        comment: typeof comment === 'string' ? comment : null,
        ...(message ? { message } : {}),
      })
      if (!message)
        store.run(
          'update authorization set credited_at = coalesce(credited_at, ?) where id = ?',
          timestamp(),
          authorization.id,
        )
      return presentResult(credit, acquirerOf(authorization))
    })
  })

  app.get<Params>('/authorization/:id/credit', { config: { endpoint: 'credit-list' } }, (request) =>
    movementsOf(store, selectAuthorization(store, merchantOf(store, request), request.params.id), 'credit').map(
      presentCredit,
    ),
  )

  app.get<Params>('/authorization/:id/credit/:creditId', { config: { endpoint: 'credit-list' } }, (request) => {
    const authorization = selectAuthorization(store, merchantOf(store, request), request.params.id)
    const found = movementsOf(store, authorization, 'credit').find(({ id }) => id === request.params.creditId)
    if (!found) throw new GatewayRefusal(406, 'No matching credit found')
    return presentCredit(found)
  })
}

const presentCredit = (movement: Movement) => ({
  Amount: movement.amount,
  Comment: movement.comment,
  DateCreated: movement.created_at,
  AuthorizationId: movement.authorization_id,
  Identifier: movement.id,
  IsSuccess: movement.success === 1,
  AcquirerStatusCode: movement.success ? 0 : 100,
})
