import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Store } from '../store.ts'

export const schema = `
create table if not exists message (
  number integer primary key, id text not null unique, version text not null, phone_number_id text not null, receiver text not null,
  kind text not null, body text not null, received_at text not null
);
create index if not exists message_receiver on message (receiver, number);
`

interface Body {
  messaging_product?: unknown
  to?: unknown
  type?: unknown
  template?: { name?: unknown; language?: { code?: unknown } }
  text?: { body?: unknown }
}

/** The Cloud API's endpoint for sending a template or a text. */
export function sendMessageRoute(app: FastifyInstance, store: Store, base: string) {
  app.post<{ Params: { version: string; phoneNumberId: string }; Body: Body | null }>(
    `${base}/:version/:phoneNumberId/messages`,
    { config: { endpoint: 'message' } },
    async (request, reply) => {
      if (!/^Bearer \S+$/.test(request.headers.authorization ?? ''))
        return refuse(reply, 401, 190, 'OAuthException', 'Invalid OAuth access token.')
      const { version, phoneNumberId } = request.params
      const body = request.body ?? {}
      const problem = problemOf(body)
      if (problem) return refuse(reply, 400, 100, 'OAuthException', `(#100) ${problem}`)
      const to = String(body.to)
      const receiver = to.replace(/\D/g, '')
      const id = `wamid.${randomBytes(24).toString('base64url')}`
      store.run(
        'insert into message (id, version, phone_number_id, receiver, kind, body, received_at) values (?, ?, ?, ?, ?, ?, ?)',
        id,
        version,
        phoneNumberId,
        receiver,
        body.type === 'template' ? 'template' : 'text',
        JSON.stringify(body),
        new Date().toISOString(),
      )
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: receiver }],
        messages: [{ id, message_status: 'accepted' }],
      }
    },
  )
}

function problemOf(body: Body): string | undefined {
  if (body.messaging_product !== 'whatsapp') return 'The parameter messaging_product is required.'
  if (typeof body.to !== 'string' || !/^\+?[\d\s-]{6,20}$/.test(body.to)) return 'The parameter to is required.'
  if (body.type === 'template') {
    if (typeof body.template?.name !== 'string' || !body.template.name)
      return 'The parameter template.name is required.'
    if (typeof body.template.language?.code !== 'string') return 'The parameter template.language.code is required.'
    return undefined
  }
  if (typeof body.text?.body !== 'string') return 'The parameter text.body is required.'
  return undefined
}

const refuse = (reply: FastifyReply, status: number, code: number, type: string, message: string) =>
  reply.code(status).send(metaError(message, type, code))

/** An error in the Cloud API's format. */
export const metaError = (message: string, type: string, code: number) => ({
  error: { message, type, code, fbtrace_id: randomBytes(8).toString('hex') },
})
