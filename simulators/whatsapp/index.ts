import type { FastifyInstance, FastifyReply } from 'fastify'
import { faultRoutes, openFaults, injectFaults } from '../faults.ts'
import { html } from '../html.ts'
import { chooseLanguage } from '../language.ts'
import { sendPage, workPage } from '../page.ts'
import { openStore } from '../store.ts'
import { metaError, schema, sendMessageRoute } from './send-message.ts'

const base = '/simulators/whatsapp'

interface Row {
  id: string
  version: string
  phone_number_id: string
  receiver: string
  kind: string
  body: string
  received_at: string
}

/** WhatsApp's Cloud API under `/simulators/whatsapp`, with a page of the sent messages. */
export function addWhatsapp(app: FastifyInstance, options: { dataDir: string; url: string; productName: string }) {
  const { productName: product } = options
  const store = openStore(options.dataDir, 'whatsapp', schema)
  const list = (receiver: string | undefined) => {
    const only = receiver?.replace(/\D/g, '') || null
    return store
      .all<Row>('select * from message where ? is null or receiver = ? order by number desc limit 500', only, only)
      .map(present)
  }
  type Query = { Querystring: { to?: string } }

  const faults = openFaults(store)
  const held = new Set<FastifyReply>()
  faultRoutes(app, faults, base)
  void app.register(async (api) => {
    injectFaults(api, faults, held, metaError('Scripted fault', 'OAuthException', 131_000))
    sendMessageRoute(api, store, base)
  })

  app.get<Query>(`${base}/messages.json`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return list(request.query.to)
  })

  app.get<Query>(base, async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    const da = language === 'da'
    const messages = list(request.query.to)
    const content = html`<h1>WhatsApp</h1>
      <p class="dim">
        ${da ? 'Hver besked portalen har sendt, nyeste først.' : 'Every message the portal has sent, newest first.'}
      </p>
      ${messages.length === 0 ? html`<p class="panel dim">${da ? 'Ingen beskeder endnu.' : 'No messages yet.'}</p>` : ''}
      ${messages.map(
        (one) =>
          html`<article class="panel">
            <div class="split">
              <h2>${one.template ?? one.type}</h2>
              <span class="tiny dim"
                >${new Date(one.receivedAt).toLocaleString(da ? 'da-DK' : 'en-GB', { timeZone: 'Europe/Copenhagen' })}</span
              >
            </div>
            <p class="small">
              ${da ? 'Til' : 'To'} +${one.to} ${one.language && html`<span class="badge">${one.language}</span>`}
            </p>
            ${one.text && html`<pre>${one.text}</pre>`}
          </article>`,
      )}`
    return sendPage(reply, { title: 'WhatsApp', language, product, body: workPage(language, product, base, content) })
  })

  return {
    whatsappUrl: options.url + base,
    stop() {
      for (const reply of held) reply.raw.destroy()
      store.close()
    },
  }
}

interface Sent {
  biz_opaque_callback_data?: string
  template?: {
    name: string
    language: { code: string }
    components?: { type: string; parameters?: { type: string; text?: string }[] }[]
  }
  text?: { body: string }
}

function present(row: Row) {
  const { template, text, biz_opaque_callback_data } = JSON.parse(row.body) as Sent
  const parameters = (template?.components ?? [])
    .flatMap((component) => component.parameters ?? [])
    .map((one) => one.text ?? null)
  return {
    id: row.id,
    to: row.receiver,
    type: row.kind,
    template: template?.name ?? null,
    language: template?.language.code ?? null,
    parameters,
    components: template?.components ?? [],
    text: text?.body ?? parameters.join('\n'),
    /** The sender's own id, which WhatsApp repeats in its reports. */
    callbackData: biz_opaque_callback_data ?? null,
    phoneNumberId: row.phone_number_id,
    version: row.version,
    receivedAt: row.received_at,
  }
}
