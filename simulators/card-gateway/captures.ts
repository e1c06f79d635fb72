import type { FastifyInstance, FastifyReply } from 'fastify'
import { loseAnswer } from '../faults.ts'
import { acquirerOf } from './authorise.ts'
import { presentResult } from './authorization-answers.ts'
import { storyOfTail } from './demo-cards.ts'
import type { Gateway } from './gateway.ts'
import { fieldsOf, wholeNumber } from './link-request.ts'
import { merchantOf } from './merchants.ts'
import { insertMovement, movementsOf, selectAuthorization, totalsOf } from './movements.ts'
import { GatewayRefusal } from './refusals.ts'
import { timestamp, type Authorization, type Movement } from './schema.ts'

type Params = { Params: { id: string; captureId?: string } }

/** Captures in one or several parts, up to the authorised amount. */
export function captureRoutes(app: FastifyInstance, gateway: Gateway, held: Set<FastifyReply>) {
  const { store, timing } = gateway

  app.post<Params>('/authorization/:id/capture', { config: { endpoint: 'capture' } }, async (request, reply) => {
    const merchant = merchantOf(store, request)
    const asked = amountIn(request.body)
    const { movement, acquirer } = store.together(() => {
      const authorization = selectAuthorization(store, merchant, request.params.id)
      return { movement: capture(gateway, authorization, asked), acquirer: acquirerOf(authorization) }
    })
    if (movement.answer === 'lost') return loseAnswer(reply, held, timing.lostAnswerAfter)
    return presentResult(movement, acquirer)
  })

  app.get<Params>('/authorization/:id/capture', { config: { endpoint: 'capture-list' } }, (request) =>
    movementsOf(store, selectAuthorization(store, merchantOf(store, request), request.params.id), 'capture').map(
      presentCapture,
    ),
  )

  app.get<Params>('/authorization/:id/capture/:captureId', { config: { endpoint: 'capture-list' } }, (request) => {
    const authorization = selectAuthorization(store, merchantOf(store, request), request.params.id)
    const found = movementsOf(store, authorization, 'capture').find(({ id }) => id === request.params.captureId)
    if (!found) throw new GatewayRefusal(406, 'No matching capture found')
    return presentCapture(found)
  })
}

function capture({ store }: Gateway, authorization: Authorization, asked: number | undefined): Movement {
  const remainder = authorization.amount - totalsOf(store, authorization).captured
  const amount = asked ?? remainder
  const first = authorization.capture_attempts === 0
  store.run('update authorization set capture_attempts = capture_attempts + 1 where id = ?', authorization.id)
  const failure =
    amount <= 0 || remainder === 0
      ? 'The authorization is captured already.'
      : amount > remainder
        ? `The amount is larger than the remainder of ${remainder}.`
        : undefined
  if (failure) return insertMovement(store, authorization, { kind: 'capture', amount, message: failure })

  const { firstCapture } = storyOfTail(authorization.card_tail)
  if (first && firstCapture === 'refused') {
    const message = 'The acquirer did not accept the capture. Try again.'
    return insertMovement(store, authorization, { kind: 'capture', amount, message })
  }
  store.run(
    'update authorization set captured_at = coalesce(captured_at, ?) where id = ?',
    timestamp(),
    authorization.id,
  )
  const answer = first && firstCapture === 'answer-lost' ? 'lost' : 'sent'
  return insertMovement(store, authorization, { kind: 'capture', amount, answer })
}

/** `{}` and an empty body mean the remaining amount. */
function amountIn(body: unknown): number | undefined {
  const value = fieldsOf(body ?? {})?.get('amount') ?? null
  if (value === null) return undefined
  const amount = wholeNumber(value)
  if (amount === undefined || amount <= 0)
    throw new GatewayRefusal(400, 'Amount must be a positive whole number of minor units.')
  return amount
}

const presentCapture = (movement: Movement) => ({
  Amount: movement.amount,
  DateCreated: movement.created_at,
  AuthorizationId: movement.authorization_id,
  Identifier: movement.id,
  IsSuccess: movement.success === 1,
  AcquirerStatusCode: movement.success ? 0 : 100,
})
