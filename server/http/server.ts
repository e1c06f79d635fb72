import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import formBody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { errors } from '#contract/errors.ts'
import { answerUnknown, rememberMethods } from './allowed-methods.ts'
import { addLoadShedding, createLimiters, recordShedding } from './limits/load-shedding.ts'
import { COMMON_BODY } from './body-size.ts'
import type { ProxyCount } from './proxy-count.ts'
import type { ComponentWatch } from './component-watch.ts'
import { addHealth, type Health } from './health.ts'
import { createMinuteLimit } from './limits/rate.ts'
import { languageOf } from './actor.ts'
import { addMetrics, measureLimiters, type Metrics } from './metrics.ts'
import { mount, type RouteServices } from './mount.ts'
import { waitPage, wantsPage } from './pages/wait-page.ts'
import { Problem, problemOf, sendProblem } from './problem.ts'
import type { Route } from './route.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { answerFirst, answerUnreadable, LONGEST_ADDRESS } from './unreadable-requests.ts'

/** Handles some requests before the portal: the simulators, and Vite in development. */
export interface Front {
  owns(url: string): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Called with the server before it listens. */
  attach?(server: Server): void
}

export interface HttpOptions extends Omit<RouteServices, 'countRead'> {
  readonly routes: readonly Route[]
  readonly metrics: Metrics
  readonly publicUrl: string
  readonly hstsSubdomains?: boolean
  /** Number of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: number
  /** How often one caller may read in a minute; 600 when left out. */
  readonly readsPerMinute?: number
  /** Serve `/metrics` on this port. */
  readonly metricsForAll: boolean
  readonly components: ComponentWatch
  readonly proxies?: ProxyCount
  readonly fronts?: readonly Front[]
  /** Addresses of pages, `{name}` for one part. */
  readonly pages?: readonly string[]
}

// English messages for invalid fields; without them zod/mini says "Invalid input" for everything.
z.config(z.locales.en())

/** The HTTP server with routes, problems, headers, logs, health and metrics, but without pages. */
export async function createHttp(options: HttpOptions): Promise<{ app: FastifyInstance; health: Health }> {
  const { routes, metrics, fronts = [], pages = [], trustProxy, readsPerMinute = 600 } = options
  const services = {
    ...options,
    countRead: createMinuteLimit(readsPerMinute, `At most ${readsPerMinute} reads a minute.`),
  }
  const health: Health = { draining: false }
  const limiters = createLimiters(recordShedding(options.reserved))
  // The monitoring port has no routes to limit.
  if (routes.length > 0) measureLimiters(metrics, limiters)
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: COMMON_BODY,
    forceCloseConnections: 'idle',
    // A connection that was accepted is answered.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < trustProxy,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id'], trustProxy),
    // As long as a URL can be: the contract refuses long parameters. Fastify would fall through to the pages.
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, problemOf(error)),
    serverFactory: (handler) =>
      serve(
        (request, response) =>
          answerFirst(request, response, (path) => app.allowedAt(path)) || handler(request, response),
        fronts,
      ),
  })
  rememberMethods(app, pages)
  app.setNotFoundHandler(answerUnknown)

  app.addHook('onRoute', requireRate)
  app.addHook('onRequest', (request, _reply, done) => {
    // Balancers ask the health checks themselves.
    if (request.routeOptions.config?.limiters?.length !== 0)
      options.proxies?.saw([request.headers['x-forwarded-for']].flat().join(','))
    done()
  })
  addLoadShedding(app, limiters)
  logRequests(app, options)
  await addSecurityHeaders(app, options)
  await addCompression(app)
  app.addHook('onSend', async (_request, reply) => {
    if (health.draining) reply.header('connection', 'close')
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500 && !isShed(problem)) {
      // The client has disconnected; nothing is wrong with the portal.
      const level = request.raw.socket.destroyed ? 'debug' : problem.code === 'internal' ? 'error' : 'warn'
      options.log[level](
        {
          err: error,
          title: errors[problem.code].title,
          requestId: request.id,
          route: request.routeOptions.config?.pattern,
        },
        'A call failed',
      )
    }
    const mayPass = problem.status >= 500 || problem.status === 429
    if (!mayPass || !wantsPage(request)) return sendProblem(reply, problem)
    const language = languageOf(request.headers['accept-language'] ?? '')
    const { text, headers } = waitPage(language, problem.options.retryAfter ?? 3)
    return reply.code(problem.status).headers(headers).send(text)
  })
  addContentTypes(app)
  addHealth(app, health, { ...options, reasonsForAll: options.metricsForAll })
  if (options.metricsForAll) addMetrics(app, metrics)
  for (const route of routes.filter(({ endpoint }) => !endpoint.form && !endpoint.upload)) mount(app, route, services)
  // Only endpoints that declare a form accept one: browsers send forms across origins without a preflight.
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    await forms.register(formBody, { parser: (text) => Object.fromEntries(new URLSearchParams(text)) })
    // One-click unsubscribe (RFC 8058) may send this.
    forms.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parseMultipart)
    for (const route of routes.filter(({ endpoint }) => endpoint.form)) mount(forms, route, services)
  })
  // A file is bytes, whatever its content type.
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of routes.filter(({ endpoint }) => endpoint.upload)) mount(uploads, route, services)
  })
  return { app, health }
}

/** No write is mounted without a rate, or the reason why it has none. */
function requireRate({ method, url, config }: RouteOptions): void {
  const isWrite = ![method].flat().every((one) => one === 'GET' || one === 'HEAD')
  if (isWrite && !config?.rate) throw new Error(`${String(method)} ${url} writes and has no rate`)
}

function serve(handler: RequestListener, fronts: readonly Front[]): Server {
  // Room for the longest address and its headers.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    const front = fronts.find((one) => one.owns(request.url ?? ''))
    if (front) front.handle(request, response)
    else handler(request, response)
  })
  server.headersTimeout = 30_000
  // A slow phone needs this long for a file of 5 MB.
  server.requestTimeout = 120_000
  // Longer than a proxy keeps an idle connection, so that the proxy is the one to close it.
  server.keepAliveTimeout = 75_000
  for (const front of fronts) front.attach?.(server)
  return server
}

/**
 * Compresses longer answers; files are compressed by the build. BREACH, which guesses a secret from the length of compressed answers,
 * does not apply: pages contain nothing of the caller and nothing of their address, and calls need a token in a header, which another
 * site cannot make a browser send. There are no session cookies.
 */
async function addCompression(app: FastifyInstance): Promise<void> {
  // Shorter answers fit into one packet. Compressed requests are not accepted: a few bytes could expand to any size.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1400, globalDecompression: false })
}

/** JSON only. An empty body counts as none. */
function addContentTypes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'remove')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** The text fields of a form. Files are ignored. */
async function parseMultipart({ headers }: FastifyRequest, body: string | Buffer): Promise<Record<string, string>> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Problem('invalid_input')
  })
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** One log line per request. It names the route's pattern, because addresses contain tokens. */
function logRequests(app: FastifyInstance, { log, metrics }: HttpOptions): void {
  app.decorateRequest('isKnownRefusal', false)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { pattern, lasting = false } = request.routeOptions.config ?? {}
    const route = pattern ?? request.routeOptions.url ?? 'page'
    const { method } = request
    const status = reply.statusCode
    if (!lasting) metrics.observeRequest({ method, route, status }, reply.elapsedTime / 1000)
    // Failed calls are logged by the error handler; shed and known refusals, which come by the thousand, are only counted.
    const quiet =
      status === 503 ||
      request.isKnownRefusal ||
      (status < 400 && (route === 'page' || /^\/(assets|healthz|readyz|metrics)/.test(route)))
    log[quiet ? 'debug' : 'info'](
      { requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

/** Refused by a limiter, not because something failed. */
const isShed = ({ code, options }: Problem) => code === 'unavailable' && options.cause === undefined

/** Keeps a trusted proxy's request id, so that its log can be matched with ours. */
function requestIdOf(given: string | string[] | undefined, trustProxy: number): string {
  return trustProxy > 0 && typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
