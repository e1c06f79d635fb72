import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressSource } from '#contract/members/address-source.ts'
import type { Language } from '#contract/values.ts'
import type { PortalConfig } from '#contract/portal-config.ts'
import { escaped, jsonInPage, previewLanguage, withPreview, type Preview, type PreviewOf } from './page-preview.ts'
import { answerUnknown } from '../allowed-methods.ts'
import { inlineScripts, openerPolicy, pagePolicy, type Origins } from '../security-headers.ts'

export interface Pages extends Origins {
  /** The web app's page for an address. Vite builds it for each request in development. */
  readonly index: (url: string) => string | Promise<string>
  /** Names the build; empty where there is none, as in development. */
  readonly build: string
  /** Addresses of pages, `{name}` for one part. */
  readonly patterns: readonly string[]
  /** The status of a page, by its pattern and path parameters. 200 is sent when it is not known in time. */
  readonly statusOf: (pattern: string, parts: Readonly<Record<string, string>>) => number | Promise<number>
  readonly config: PortalConfig
  /** Previews for sharing; each returns null for pages it does not know. */
  readonly previews: readonly PreviewOf[]
}

/** Milliseconds that a page waits for its status and preview. The page itself needs no database. */
const PATIENCE = 400

/**
 * Answers everything that no other route answers. Browsers get the web app, with status 404 for an unknown address, and the app shows
 * its own page for that. Other clients get a problem.
 */
export function addPages(app: FastifyInstance, pages: Pages): void {
  const known = pages.patterns.map((pattern) => ({ pattern, matches: addressesOf(pattern) }))
  const config = embed(pages.config)

  app.get('/*', { config: { pattern: 'page' } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage = (address: string) => known.some(({ matches }) => matches.test(address))
    const isCall = /^\/([\w-]+-api|tools|assets)\//.test(path)
    if (isCall || !(isPage(path) || wantsHtml(request))) return answerUnknown(request, reply)

    // Links in notifications and mails start with /ui, like the payment returns; the pages do not.
    const bare = path.replace(/^\/ui(?=\/)/, '')
    if (bare !== path && isPage(bare))
      return reply
        .code(303)
        .header('location', bare + request.url.slice(path.length))
        .send()
    return app.limiters.web.run(() => sendPage(reply, request))
  })

  async function sendPage(reply: FastifyReply, { url, headers }: FastifyRequest): Promise<FastifyReply> {
    const language = previewLanguage(headers['accept-language'])
    const path = url.split('?', 1)[0]!
    const at = known.find(({ matches }) => matches.test(path))
    const [html, status, preview] = await Promise.all([
      pages.index(url),
      at ? inTime(() => pages.statusOf(at.pattern, partsOf(path, at.matches))) : 404,
      at ? previewOf(pages, path, language) : null,
    ])
    return send(reply, pages, { html, config, status: status ?? 200, preview })
  }
}

interface Answer {
  readonly html: string
  readonly config: string
  readonly status: number
  readonly preview: Preview | null
}

function send(reply: FastifyReply, pages: Pages, { html, config, status, preview }: Answer): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = pagePolicy({ ...pages, nonce, scriptHashes: scriptHashes(html) })
  const shown = status === 200 ? preview : null
  const page = (shown?.words ? html : html.replace(/<!--event-style-->.*<!--\/event-style-->/s, ''))
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('<!--portal-config-->', () => config)
    .replace('__BUILD_ID__', pages.build)
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      vary: 'accept-language',
      ...openerPolicy(pages),
    })
    .send(shown ? withPreview(page, shown) : titled(page, pages.config.productName))
}

/** The page titled with the product's name. */
const titled = (html: string, name: string) =>
  html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)

const previewOf = async ({ previews }: Pages, path: string, language: Language): Promise<Preview | null> =>
  inTime(async () => {
    const all = await Promise.all(previews.map((of) => of(path, language).catch(() => null)))
    return all.find(Boolean) ?? null
  })

/** Null on a failure or a timeout: the page is more important than its status and preview. */
async function inTime<T>(find: () => T | Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const patience = wait(PATIENCE, null, { signal: late.signal, ref: false }).catch(() => null)
  const found = (async () => find())().catch(() => null)
  const first = await Promise.race([found, patience])
  late.abort()
  return first
}

const hashed = new Map<string, string[]>()

/** Remembers only the last page: in development each one is different. */
function scriptHashes(html: string): string[] {
  let found = hashed.get(html)
  if (!found) {
    found = inlineScripts(html)
    hashed.clear()
    hashed.set(html, found)
  }
  return found
}

export const embed = (config: PortalConfig): string =>
  `<script type="application/json" id="portal-config">${jsonInPage(config)}</script>${askProvider(config)}`

/** Preloads the provider's discovery document, which the scripts request first. */
const askProvider = ({ oidcIssuer }: PortalConfig): string =>
  `<link rel="preload" as="fetch" crossorigin href="${escaped(`${oidcIssuer.replace(/\/$/, '')}/.well-known/openid-configuration`)}">`

/** Matches every address of a pattern, with or without a trailing slash; its parameters are named groups. */
const addressesOf = (pattern: string) => new RegExp(pattern === '/' ? '^/$' : `^${addressSource(pattern)}/?$`)

const partsOf = (path: string, addresses: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses.exec(path)?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
  )

const wantsHtml = (request: FastifyRequest) => /text\/html|application\/xhtml/.test(request.headers.accept ?? '')
