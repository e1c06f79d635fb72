import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageOf } from '../actor.ts'
import { waitPage, wantsPage } from '../pages/wait-page.ts'
import { bodyOf, Problem } from '../problem.ts'
import type { Route } from '../route.ts'
import { dataPolicy } from '../security-headers.ts'
import { busyPause, ConcurrencyLimiter } from './concurrency-limiter.ts'

/** So many requests of a kind are served at a time, so that no kind takes the server from the others. */
export type LimiterName = 'calls' | 'gateway' | 'payments' | 'documents' | 'uploads' | 'strangers' | 'heads' | 'web'

export type Limiters = Readonly<Record<LimiterName, ConcurrencyLimiter>>

declare module 'fastify' {
  interface FastifyInstance {
    limiters: Limiters
  }
  interface FastifyContextConfig {
    /** What the request takes a place of: `web` when left out, nothing for whoever watches the server. */
    limiters?: readonly LimiterName[]
  }
}

/** Places for calls are twice the pool's connections: some compute while the others have them (docs/decisions/0019). */
export const createLimiters = (): Limiters => ({
  calls: new ConcurrencyLimiter({ places: 24 }),
  // They wait for the gateway, and need nothing of ours meanwhile.
  gateway: new ConcurrencyLimiter({ places: 200 }),
  // The gateway's callbacks, and browsers that return from it.
  payments: new ConcurrencyLimiter({ places: 100 }),
  // One is drawn at a time, while another is looked up.
  documents: new ConcurrencyLimiter({ places: 2, longestWait: 2000 }),
  // The bytes of each file are held until they are all there. A house shares one address.
  uploads: new ConcurrencyLimiter({ places: 24, perCaller: 4 }),
  strangers: new ConcurrencyLimiter({ places: 8, perCaller: 2 }),
  // What strangers' files say of themselves, before a byte of them is read.
  heads: new ConcurrencyLimiter({ places: 4 }),
  web: new ConcurrencyLimiter({ places: 64 }),
})

/** What a call runs in; for a file first what judges it, then what reads it. */
export function limitersOf({ endpoint, rules }: Route): [LimiterName, ...LimiterName[]] {
  if (endpoint.upload) return rules.may === 'public' ? ['heads', 'strangers'] : ['calls', 'uploads']
  if (rules.limiter) return [rules.limiter]
  return [rules.pool === 'reserved' ? 'payments' : rules.transaction === 'own' ? 'gateway' : 'calls']
}

/**
 * A request that finds no room is refused before its body is read and its caller looked up. The answer goes out as it is, past all other
 * hooks: under ten times the load that a server carries, refusals must not take its time from those who are served.
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
