import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PortalConfig } from '#contract/portal-config.ts'
import { escaped, jsonInPage, withPreview, type Preview, type PreviewOf } from './page-preview.ts'
import { Problem } from './problem.ts'
import { sendProblem } from './problems.ts'
import { inlineScripts, pagePolicy, type Origins } from './security-headers.ts'

export interface Pages extends Origins {
  /** The web app's page for an address; development makes it anew each time. */
  readonly index: (url: string) => string | Promise<string>
  /** Addresses of pages, `{name}` for one part. */
  readonly patterns: readonly string[]
  readonly config: PortalConfig
  /** What others show when the address of a page is shared; each answers null where it has nothing to say. */
  readonly previews: readonly PreviewOf[]
}

/** How long a page waits for its preview, in milliseconds. The page itself needs no database. */
const PATIENCE = 400

/**
 * Answers what no route answers. An address of the web app gets its page; an unknown one too, with status 404, so that
 * the app says so in its own words; whoever did not ask for a page gets a problem.
 */
export function addPages(app: FastifyInstance, pages: Pages): void {
  const known = pages.patterns.map(patternOf)
  const config = embed(pages.config)

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage = (address: string) => known.some((pattern) => pattern.test(address))
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const isCall = /^\/([\w-]+-api|tools|assets)\//.test(path)
    if (!reads || isCall || !(isPage(path) || wantsHtml(request))) return sendProblem(reply, new Problem('not_found'))

    // Links in notices and mails carry /ui like the payment returns; the page itself lives without it.
    const bare = path.replace(/^\/ui(?=\/)/, '')
    if (bare !== path && isPage(bare))
      return reply
        .code(303)
        .header('location', bare + request.url.slice(path.length))
        .send()
    return app.lanes.web.run(() => sendPage(reply, pages, config, request.url, isPage(path) ? 200 : 404))
  })
}

async function sendPage(
  reply: FastifyReply,
  pages: Pages,
  config: string,
  url: string,
  status: number,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const [html, preview] = await Promise.all([pages.index(url), status === 200 ? previewOf(pages, url) : null])
  const policy = pagePolicy({ ...pages, nonce, scriptHashes: scriptHashes(html) })
  const page = html.replaceAll('__CSP_NONCE__', nonce).replace('<!--portal-config-->', () => config)
  return reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(preview ? withPreview(page, preview) : page)
}

/** None when it cannot be told in time, whatever the reason: a page is worth more than what is said of it. */
async function previewOf({ previews }: Pages, url: string): Promise<Preview | null> {
  const late = new AbortController()
  const inTime = wait(PATIENCE, null, { signal: late.signal, ref: false }).catch(() => null)
  const path = url.split('?', 1)[0]!
  const found = Promise.all(previews.map((of) => of(path).catch(() => null))).then((all) => all.find(Boolean) ?? null)
  const first = await Promise.race([found, inTime])
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

function patternOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source === '/' ? '/' : `${source}/?`}$`)
}

const wantsHtml = (request: FastifyRequest) => /text\/html|application\/xhtml/.test(request.headers.accept ?? '')
