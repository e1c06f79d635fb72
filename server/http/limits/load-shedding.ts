import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { languageOf } from '../actor.ts'
import { waitPage, wantsPage } from '../pages/wait-page.ts'
import { bodyOf, Problem } from '../problem.ts'
import type { Route } from '../route.ts'
import { dataPolicy } from '../security-headers.ts'
import { busyPause, ConcurrencyLimiter } from './concurrency-limiter.ts'
import { count, keyOf } from './rate-windows.ts'

/** Each kind of request has its own limit, so that none can crowd out the others. */
export type LimiterName =
  | 'calls'
  | 'gateway'
  | 'payments'
  | 'documents'
  | 'files'
  | 'uploads'
  | 'strangers'
  | 'heads'
  | 'web'

export type Limiters = Readonly<Record<LimiterName, ConcurrencyLimiter>>

declare module 'fastify' {
  interface FastifyInstance {
    limiters: Limiters
  }
  interface FastifyContextConfig {
    /** The limiters that a request needs room in; `web` when left out, none for health checks. */
    limiters?: readonly LimiterName[]
  }
}

/**
 * Twice as many calls as the pool has connections: some compute while others query (docs/decisions/0007).
 * @param onRefusal called when a server has too little room for what people do
 */
export const createLimiters = (onRefusal = () => {}): Limiters => ({
  calls: new ConcurrencyLimiter({ places: 24, onRefusal }),
  // They wait for the gateway and hold nothing of ours meanwhile.
  gateway: new ConcurrencyLimiter({ places: 200, onRefusal }),
  // The gateway's callbacks, and browsers returning from it.
  payments: new ConcurrencyLimiter({ places: 100, onRefusal }),
  // One is drawn while another is read.
  documents: new ConcurrencyLimiter({ places: 2, longestWait: 2000 }),
  // A slow bucket keeps pictures and files waiting, and nothing else.
  files: new ConcurrencyLimiter({ places: 24, onRefusal }),
  // A file is held in memory until it is complete. A household shares one address.
  uploads: new ConcurrencyLimiter({ places: 24, perCaller: 4 }),
  strangers: new ConcurrencyLimiter({ places: 8, perCaller: 2 }),
  // Checks of visitors' uploads before their bodies are read.
  heads: new ConcurrencyLimiter({ places: 4 }),
  web: new ConcurrencyLimiter({ places: 64, onRefusal }),
})

const shedding = keyOf('refused for lack of room')

/** Records refusals for the workers, at most once a second. */
export function recordShedding(db: Db): () => void {
  let recordedAt = -Infinity
  return () => {
    if (performance.now() - recordedAt < 1000) return
    recordedAt = performance.now()
    count(db, [{ key: shedding, limit: Infinity }], 1).catch(() => {})
  }
}

/** Whether a server has refused something in the last seconds. */
export const isShedding = sql<boolean>`exists (
  select from rate_windows where key = ${shedding} and started_at > now() - interval '3 seconds')`

/** The limiters of a route. An upload has two: for its checks, then for its bytes. */
export function limitersOf({ endpoint, rules }: Route): [LimiterName, ...LimiterName[]] {
  if (endpoint.upload) return rules.may === 'public' ? ['heads', 'strangers'] : ['calls', 'uploads']
  if (rules.limiter) return [rules.limiter]
  return [rules.pool === 'reserved' ? 'payments' : rules.transaction === 'own' ? 'gateway' : 'calls']
}

/**
 * Refuses a request without room before its body is read and its caller looked up. The response bypasses all other hooks: at ten times
 * the load that a server can carry, refusals must cost almost nothing.
 */
export function addLoadShedding(app: FastifyInstance, limiters: Limiters): void {
  app.decorate('limiters', limiters)
  app.addHook('onRequest', (request, reply, done) => {
    const names = request.routeOptions.config?.limiters ?? ['web']
    if (names.every((name) => limiters[name].hasRoom())) return done()
    const { text, headers } = refusalFor(request)
    reply.hijack()
    reply.raw.writeHead(503, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
  })
}

function refusalFor(request: FastifyRequest) {
  const pause = busyPause()
  if (wantsPage(request)) return waitPage(languageOf(request.headers['accept-language'] ?? ''), pause)
  return { text: problem, headers: { ...problemHeaders, 'retry-after': String(pause) } }
}

const problem = JSON.stringify(bodyOf(new Problem('unavailable')))

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
}
