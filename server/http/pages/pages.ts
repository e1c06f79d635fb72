import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressSource } from '#contract/address-source.ts'
import type { PortalConfig } from '#contract/portal-config.ts'
import { escaped, jsonInPage, withPreview, type Preview, type PreviewOf } from './page-preview.ts'
import { Problem, sendProblem } from '../problem.ts'
import { inlineScripts, pagePolicy, type Origins } from '../security-headers.ts'

export interface Pages extends Origins {
  /** The web app's page for an address; development makes it anew each time. */
  readonly index: (url: string) => string | Promise<string>
  /** What the page of a pattern loads beyond the first files: it is asked for at once. */
  readonly filesOf: (pattern: string) => readonly string[]
  /** Addresses of pages, `{name}` for one part. */
  readonly patterns: readonly string[]
  /** The status of the page at an address of such a pattern, by what stands in its parts; 200 where it is not known in time. */
  readonly statusOf: (pattern: string, parts: Readonly<Record<string, string>>) => number | Promise<number>
  readonly config: PortalConfig
  /** What others show when the address of a page is shared; each answers null where it has nothing to say. */
  readonly previews: readonly PreviewOf[]
}

/** How long a page waits for its status and its preview, in milliseconds. The page itself needs no database. */
const PATIENCE = 400

/**
 * Answers what no other route answers. An address of the web app gets its page; an unknown one too, with status 404, so that
 * the app says so in its own words; whoever did not ask for a page gets a problem.
 */
export function addPages(app: FastifyInstance, pages: Pages): void {
  const known = pages.patterns.map((pattern) => ({ pattern, matches: addressesOf(pattern) }))
  const config = embed(pages.config)

  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem('not_found')))
  app.get('/*', { config: { pattern: 'page' } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage = (address: string) => known.some(({ matches }) => matches.test(address))
    const isCall = /^\/([\w-]+-api|tools|assets)\//.test(path)
    if (isCall || !(isPage(path) || wantsHtml(request))) return sendProblem(reply, new Problem('not_found'))

    // Links in notices and mails carry /ui like the payment returns; the page itself lives without it.
    const bare = path.replace(/^\/ui(?=\/)/, '')
    if (bare !== path && isPage(bare))
      return reply
        .code(303)
        .header('location', bare + request.url.slice(path.length))
        .send()
    return app.limiters.web.run(() => sendPage(reply, request.url))
  })

  async function sendPage(reply: FastifyReply, url: string): Promise<FastifyReply> {
    const path = url.split('?', 1)[0]!
    const at = known.find(({ matches }) => matches.test(path))
    const [html, status, preview] = await Promise.all([
      pages.index(url),
      at ? inTime(() => pages.statusOf(at.pattern, partsOf(path, at.matches))) : 404,
      at ? previewOf(pages, path) : null,
    ])
    const files = at ? pages.filesOf(at.pattern) : []
    return send(reply, pages, { html, config, files, status: status ?? 200, preview })
  }
}

interface Answer {
  readonly html: string
  readonly config: string
  readonly files: readonly string[]
  readonly status: number
  readonly preview: Preview | null
}

function send(reply: FastifyReply, pages: Pages, { html, config, files, status, preview }: Answer): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = pagePolicy({ ...pages, nonce, scriptHashes: scriptHashes(html) })
  const page = html
    .replaceAll('__CSP_NONCE__', nonce)
    .replace('<!--portal-config-->', () => config)
    .replace('__PAGE_FILES__', () => escaped(files.join(' ')))
  return reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(preview && status === 200 ? withPreview(page, preview) : titled(page, pages.config.productName))
}

/** The page under the product's name; the app puts its own before it. */
const titled = (html: string, name: string) =>
  html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)

const previewOf = async ({ previews }: Pages, path: string): Promise<Preview | null> =>
  inTime(async () => {
    const all = await Promise.all(previews.map((of) => of(path).catch(() => null)))
    return all.find(Boolean) ?? null
  })

/** None when it cannot be told in time, whatever the reason: a page is worth more than what is said of it. */
async function inTime<T>(tell: () => T | Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const patience = wait(PATIENCE, null, { signal: late.signal, ref: false }).catch(() => null)
  const told = (async () => tell())().catch(() => null)
  const first = await Promise.race([told, patience])
  late.abort()
  return first
}

const hashed = new Map<string, string[]>()

/** Of the last page only: development makes another each time. */
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

/** What the sign-in provider says of itself comes beside the scripts, which ask for it first of all. */
const askProvider = ({ oidcIssuer }: PortalConfig): string =>
  `<link rel="preload" as="fetch" crossorigin href="${escaped(`${oidcIssuer}/.well-known/openid-configuration`)}">`

/** Every address of a pattern, with or without a slash at its end; its parts are the groups. */
const addressesOf = (pattern: string) => new RegExp(pattern === '/' ? '^/$' : `^${addressSource(pattern)}/?$`)

const partsOf = (path: string, addresses: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses.exec(path)?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
  )

const wantsHtml = (request: FastifyRequest) => /text\/html|application\/xhtml/.test(request.headers.accept ?? '')
