import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { html } from './html.ts'
import { chooseLanguage } from './language.ts'
import { sendPage, workPage } from './page.ts'

/** The simulators' front page, and the font of their pages. */
export function addOverview(app: FastifyInstance, { product, productName }: { product: string; productName: string }) {
  const realm = `/realms/${product}`
  const tiles = [
    ['/simulators/mailbox', 'Mail', 'Every mail the portal sent.', 'Hver mail portalen har sendt.'],
    [
      '/simulators/card-gateway/ledger',
      'Card gateway',
      'Payments, captures, refunds and callbacks.',
      'Betalinger, hævninger, refusioner og tilbagekald.',
    ],
    ['/simulators/whatsapp', 'WhatsApp', 'Every message the portal sent.', 'Hver besked portalen har sendt.'],
    [
      `${realm}/account`,
      'Identity provider',
      'Who is signed in, and signing out.',
      'Hvem der er logget ind, og log ud.',
    ],
  ] as const

  app.get('/simulators', async (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    const da = language === 'da'
    const title = da ? 'Simulatorer' : 'Simulators'
    const content = html`<h1>${title}</h1>
      <p class="dim">
        ${
          da
            ? 'De står i stedet for betaling, mail, beskeder og login, mens portalen prøves af.'
            : 'They stand in for payment, mail, messages and sign-in while the portal is tried out.'
        }
      </p>
      <div class="tiles">
        ${tiles.map(
          ([path, name, english, danish]) =>
            html`<a class="tile" href="${path}"
              ><h2>${name}</h2>
              <p class="dim small">${da ? danish : english}</p></a
            >`,
        )}
      </div>`
    return sendPage(reply, {
      title,
      language,
      product: productName,
      body: workPage(language, productName, '/simulators', content),
    })
  })

  app.get('/simulators/figtree-latin.woff2', async (_request, reply) => {
    const file = fileURLToPath(
      import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    )
    return reply
      .type('font/woff2')
      .header('cache-control', 'max-age=86400')
      .send(await readFile(file))
  })
}
