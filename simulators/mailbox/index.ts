import type { FastifyInstance } from 'fastify'
import { faultRoutes, openFaults } from '../faults.ts'
import { chooseLanguage } from '../language.ts'
import type { AllowedOrigins } from '../origins.ts'
import { sendPage, workPage } from '../page.ts'
import { openStore } from '../store.ts'
import { catchMail } from './catch-mail.ts'
import { listPage, messagePage } from './mail-page.ts'
import { messagesIn, schema, type Attachment, type Message } from './messages.ts'

export interface MailboxOptions {
  dataDir: string
  url: string
  productName: string
  origins: AllowedOrigins
  smtpHost: string
  smtpPort: number
  log: (line: string) => void
}

/** A receiver's mails in order of arrival; `copies` counts deliveries of the same Message-ID. */
export type MailLedger = {
  id: string
  messageId: string | null
  to: string
  subject: string
  copies: number
  receivedAt: string
}[]

const base = '/simulators/mailbox'

/** Receives all mail by SMTP and shows it under `/simulators/mailbox`. */
export async function addMailbox(app: FastifyInstance, options: MailboxOptions) {
  const { productName: product } = options
  const store = openStore(options.dataDir, 'mailbox', schema)
  const messages = messagesIn(store)
  const faults = openFaults(store)
  const smtp = await catchMail({ ...options, messages, faults })
  faultRoutes(app, faults, base)
  type Id = { Params: { id: string; position: string }; Querystring: { to?: string; from?: string } }

  app.get<Id>(base, async (request, reply) => {
    const { to = '' } = request.query
    const language = chooseLanguage(request.headers['accept-language'])
    const body = workPage(language, product, base, listPage(messages.list(to), language, to))
    return sendPage(reply, { title: 'Mail', language, product, body })
  })

  app.get<Id>(`${base}/messages.json`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return messages
      .list(request.query.to, request.query.from)
      .map((message) => present(message, messages.attachments(message.id), options.url))
  })

  app.get(`${base}/ledger.json`, async (_request, reply): Promise<MailLedger> => {
    reply.header('cache-control', 'no-store')
    return messages.ledger().map(({ id, message_id, receiver, subject, copies, received_at }) => ({
      id,
      messageId: message_id,
      to: receiver,
      subject,
      copies,
      receivedAt: received_at,
    }))
  })

  app.get<Id>(`${base}/:id`, async (request, reply) => {
    const message = messages.one(request.params.id)
    if (!message) return reply.callNotFound()
    const language = chooseLanguage(request.headers['accept-language'])
    const content = messagePage(message, listed(message, messages.attachments(message.id)), language)
    const body = workPage(language, product, base, content)
    return sendPage(reply, { title: message.subject || 'Mail', language, product, body, frames: true })
  })

  app.get<Id>(`${base}/:id/html`, async (request, reply) => {
    const message = messages.one(request.params.id)
    if (!message) return reply.callNotFound()
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      // Mails need inline styles. Scripts, forms and external resources are blocked.
      'content-security-policy': `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${options.url} ${options.origins.portals.join(' ')} data:; frame-ancestors 'self'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    return `<!doctype html><base target="_blank">${withPictures(message, messages.attachments(message.id))}`
  })

  app.get<Id>(`${base}/:id/attachments/:position`, async (request, reply) => {
    const attachment = messages.attachment(request.params.id, Number(request.params.position))
    if (!attachment) return reply.callNotFound()
    const picture = /^image\/(png|jpeg|gif|webp)$/.test(attachment.content_type)
    return reply
      .headers({
        'content-type': attachment.content_type,
        'content-disposition': `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(attachment.file_name)}`,
        'content-security-policy': `sandbox; default-src 'none'`,
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(attachment.content))
  })

  return {
    smtpUrl: `smtp://${options.smtpHost === '0.0.0.0' ? new URL(options.url).hostname : options.smtpHost}:${smtp.port}`,
    async stop() {
      await smtp.stop()
      store.close()
    },
  }
}

const attachmentUrl = (message: Message, { position }: Attachment) => `${base}/${message.id}/attachments/${position}`

/** Inline pictures are loaded from the mail's attachments. */
const withPictures = (message: Message, attachments: Attachment[]) =>
  message.html.replace(/\bcid:([^"'\s)>]+)/gi, (whole, id: string) => {
    const picture = attachments.find((one) => one.content_id === decodeURIComponent(id))
    return picture ? attachmentUrl(message, picture) : whole
  })

/** Attachments that a reader lists below the mail: not the pictures it shows. */
const listed = ({ html }: Message, attachments: Attachment[]) =>
  attachments.filter(({ content_id: id }) => id === null || !html.includes(`cid:${id}`))

const present = (message: Message, attachments: Attachment[], url: string) => ({
  id: message.id,
  to: message.receiver,
  from: message.sender,
  subject: message.subject,
  text: message.text,
  html: message.html,
  attachments: listed(message, attachments).map((one) => ({
    fileName: one.file_name,
    contentType: one.content_type,
    size: one.size,
    url: url + attachmentUrl(message, one),
  })),
  copies: message.copies,
  receivedAt: message.received_at,
})
