import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, Markup } from './html.ts'
import { backdropWaves, sailboat } from './icons.ts'
import type { Language } from './language.ts'
import { pageStyle } from './page-style.ts'

const styleHash = createHash('sha256').update(pageStyle).digest('base64')
// Never formatted or escaped, so that its hash holds.
const style = new Markup(`<style>${pageStyle}</style>`)

export interface Page {
  title: string
  language: Language
  product: string
  body: Markup
  /** Origins that forms may submit or redirect to. */
  formTargets?: string[]
  /** A script of the same origin, if the page needs one. */
  script?: string
  frames?: boolean
}

/** The document and its headers: not cached, and with nothing inline but the hashed style. */
export function documentOf(page: Page): { headers: Record<string, string>; text: string } {
  const policy = [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `font-src 'self'`,
    `img-src 'self' data:`,
    page.script && `script-src 'self'`,
    page.frames && `frame-src 'self'`,
    `form-action 'self' ${(page.formTargets ?? []).join(' ')}`.trim(),
    `frame-ancestors 'self'`,
    `base-uri 'none'`,
  ]
  const document = html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#083f55" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${page.title} · ${page.product}</title>
        ${style} ${page.script && html`<script src="${page.script}" defer></script>`}
      </head>
      <body>
        ${page.body}
      </body>
    </html>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy.filter(Boolean).join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    text: document.text,
  }
}

export function sendPage(reply: FastifyReply, page: Page, status = 200) {
  const { headers, text } = documentOf(page)
  return reply.code(status).headers(headers).send(text)
}

export const brand = (product: string) =>
  html`<div class="brand"><span class="logo">${sailboat}</span><span>${product}</span></div>`

/** A page with one card in the middle. */
export const stage = (card: Markup) =>
  html`<div class="stage">
    <div class="backdrop">${backdropWaves}</div>
    ${card}
  </div>`

const places = [
  ['/simulators', 'Overview', 'Oversigt'],
  ['/simulators/mailbox', 'Mail', 'Mail'],
  ['/simulators/card-gateway/ledger', 'Payments', 'Betalinger'],
  ['/simulators/whatsapp', 'WhatsApp', 'WhatsApp'],
] as const

/** A page with the simulators' menu. */
export const workPage = (language: Language, product: string, here: string, content: Markup) =>
  html`<header class="bar">
      <div>
        ${brand(product)}
        <nav aria-label="${language === 'da' ? 'Simulatorer' : 'Simulators'}">
          ${places.map(
            ([path, english, danish]) =>
              html`<a href="${path}" ${path === here && html` aria-current="page"`}
                >${language === 'da' ? danish : english}</a
              >`,
          )}
        </nav>
      </div>
    </header>
    <main class="wrap">${content}</main>`
