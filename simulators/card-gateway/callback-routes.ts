import type { FastifyInstance } from 'fastify'
import { authorizationOf } from './authorise.ts'
import { acceptedBody, declinedBody, forgedBody } from './callback-plan.ts'
import { linkOf } from './create-link.ts'
import type { Gateway } from './gateway.ts'
import { fieldsOf, wholeNumber } from './link-request.ts'

/**
 * `POST …/faults/callbacks` with `{paymentIdentifier, copies, forged}`: sends a payment's callback at once, again or for the first time,
 * however old it is; or a forged one.
 */
export function repeatRoute(app: FastifyInstance, { store, callbacks }: Gateway) {
  app.post('/faults/callbacks', async (request, reply) => {
    const fields = fieldsOf(request.body)
    const link = linkOf(store, String(fields?.get('paymentidentifier')))
    if (!link?.callback_url) return reply.code(404).send({ Message: 'No such payment, or it wants no callbacks.' })
    const authorization = authorizationOf(store, link.payment_id)
    const forged = fields?.get('forged') === true
    const body = forged ? forgedBody() : authorization ? acceptedBody(link, authorization) : declinedBody(link)
    const kind = forged ? 'forged' : authorization ? 'accepted' : 'declined'
    const common = { paymentId: link.payment_id, url: link.callback_url, kind, body } as const
    const copies = wholeNumber(fields?.get('copies')) ?? 1
    return reply.code(202).send({ callbackIds: Array.from({ length: copies }, () => callbacks.add(common)) })
  })
}
