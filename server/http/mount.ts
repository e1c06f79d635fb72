import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { cutText } from '#contract/cut-text.ts'
import { ACTING_FOR, commonErrors, type Endpoint, type EventSource, onlyParameters } from '#contract/endpoint.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, onOneConnection, type Db, type Tx } from '#server/database/db.ts'
import type { Replica } from '#server/database/replica.ts'
import { isImpersonating, viaOf, type Actor, type MemberActor, type OfficeCaller } from './actor.ts'
import {
  actorOf,
  readsActingFor,
  identify,
  nameOf,
  officeCallerOf,
  type Authentication,
  type Wish,
} from './authenticate.ts'
import { bodyLimitOf } from './body-size.ts'
import { sendEvents } from './event-stream.ts'
import { limitersOf } from './limits/load-shedding.ts'
import type { Logger } from './log.ts'
import { Problem } from './problem.ts'
import { countCall, networkOf, type NoRate, type Rate } from './limits/rate.ts'
import { rateOf, type Route } from './route.ts'
import { send } from './send-answer.ts'
import { uploadOptions } from './uploads.ts'
import { span } from '#server/telemetry/trace.ts'

/** The services that routes use. */
export interface RouteServices extends Authentication {
  readonly product: string
  /** Records a call by an impersonating super admin in the audit log, unless its use case has. */
  readonly recordCall: (tx: Tx, actor: Actor, call: string) => Promise<void>
  /** Throws when a caller reads too often. */
  readonly countRead: (caller: string) => void
  readonly db: Db
  readonly reserved: Db
  readonly replica: Replica
  readonly log: Logger
  /** Check every answer against the contract. */
  readonly checkOutput: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's path, for logs and metrics. */
    pattern?: string
    /** How often it may be called. */
    rate?: Rate | NoRate | null
    /** A browser navigates here and would show the raw problem. */
    isPage?: boolean
    /** The answer is a stream, whose duration means nothing. */
    lasting?: boolean
  }
  interface FastifyRequest {
    /** Refused by the route's `precheck`; too many to log. */
    isKnownRefusal: boolean
  }
}

/** Adds one route of the contract to the server. */
export function mount(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint, rules } = route
  const output = typeof endpoint.output === 'object' ? endpoint.output : null
  const declared = new Set<string>([...endpoint.errors, ...commonErrors])
  if (rules.impersonator === 'refused' && !declared.has('impersonator_refused'))
    throw new Error(`${endpoint.method} ${endpoint.path} refuses impersonators and does not declare it`)

  if (endpoint.mayBeStale && endpoint.method !== 'GET' && rules.transaction !== 'own')
    throw new Error(`${endpoint.method} ${endpoint.path} may be stale, and has one transaction for reads and writes`)

  const limiters = limitersOf(route)
  const rate = rateOf(route)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace('{product}', services.product).replace(/\{(\w+)\}/g, ':$1'),
    // Not of a stream, which would begin.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.output !== 'events',
    config: {
      pattern: endpoint.path,
      limiters,
      rate,
      isPage: endpoint.output === 'redirect',
      lasting: endpoint.output === 'events',
    },
    bodyLimit: bodyLimitOf(endpoint.body),
    ...(endpoint.upload ? uploadOptions(endpoint.upload.maxBytes, app.limiters[limiters.at(-1)!], admitUpload) : {}),
    handler: async (request, reply) => {
      // An upload entered its limiter before its body was read.
      const { traceparent } = request.headers
      const parent = typeof traceparent === 'string' ? traceparent : null
      const answer = () =>
        span(`${endpoint.method} ${endpoint.path}`, { kind: 'server', parent }, () => serve(request, reply))
      const lasting = await (endpoint.upload ? answer() : app.limiters[limiters[0]].run(answer))
      return lasting?.()
    },
  })
  const store = rules.pool === 'reserved' ? services.reserved : services.db
  const admitted = new WeakMap<FastifyRequest, Actor>()

  /** The caller as the use case gets them. */
  const callerOf = async (actor: Actor, input: unknown): Promise<Actor | OfficeCaller> =>
    typeof rules.may === 'string'
      ? actor
      : officeCallerOf(store, rules.may, actor as MemberActor, input, endpoint.method === 'GET' ? 'read' : 'write')

  /** @returns the caller's key in the upload limiter */
  async function admitUpload(request: FastifyRequest, bytes: number): Promise<string> {
    const actor = await app.limiters[limiters[0]].run(async () => {
      requirePresent(request)
      const known = await admit(request)
      const input = inputOf(route, request)
      const caller = await callerOf(known, input)
      await route.admits?.(store, caller, input, bytes)
      return known
    })
    admitted.set(request, actor)
    return rules.may === 'public' ? networkOf(request.ip) : nameOf(actor.identity!)
  }

  /** Authenticates the caller and applies the rate limits. */
  async function admit(request: FastifyRequest): Promise<Actor> {
    const identity = await identify(request.headers.authorization, rules.may, services.verifyToken)
    const refusal = identity && request.headers[ACTING_FOR] === undefined && route.precheck?.(identity, request.body)
    if (refusal) {
      request.isKnownRefusal = true
      throw refusal
    }
    if (identity && endpoint.method === 'GET') services.countRead(nameOf(identity))
    const wish = readsActingFor(rules) ? wishOf(request, endpoint.output !== 'events') : null
    const { findCaller } = services
    const findActor = (db: Db) => actorOf(db, identity, viaOf(request.headers, request.ip), { rules, wish, findCaller })
    if (!rate || 'none' in rate) return findActor(store)
    const caller = { ip: request.ip, identity: identity && nameOf(identity) }
    const [counted, actor] = await onOneConnection(store, (db) =>
      Promise.allSettled([countCall(db, endpoint.path, rate, caller), findActor(db)]),
    )
    if (counted.status === 'rejected') throw counted.reason
    if (actor.status === 'rejected') throw actor.reason
    return actor.value
  }

  /** @returns for a stream, what starts it once the request has left its limiter */
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<(() => FastifyReply) | void> {
    requirePresent(request)
    const actor = admitted.get(request) ?? (await admit(request))
    const input = inputOf(route, request)
    let answer: unknown
    try {
      answer = await work(actor, await callerOf(actor, input), input)
    } catch (error) {
      if (!(error instanceof Problem) || declared.has(error.code)) throw error
      throw new Error(`${endpoint.method} ${endpoint.path} does not declare '${error.code}'`, { cause: error })
    } finally {
      // Also after a refusal: what writes in several transactions may have committed some.
      if (endpoint.method !== 'GET' && actor.identity) await services.replica.wrote(actor.identity)
    }
    if (output && services.checkOutput) checkOutput(output, answer, endpoint.path)
    // Committed, but the caller never gets the answer: `answer.payment-prepare`, `answer.link`.
    crashPoint(`answer.${endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)}`)
    if (endpoint.output === 'events') return () => sendEvents(reply, answer as EventSource)
    await send(request, reply, endpoint, answer)
  }

  async function work(actor: Actor, caller: Actor | OfficeCaller, input: unknown): Promise<unknown> {
    const handle = (db: Db) => route.handler(db, caller, input)
    const answerFrom = (db: Db) =>
      endpoint.mayBeStale ? services.replica.read(db, actor.wroteAt ?? null, handle) : handle(db)
    if (endpoint.method === 'GET') return answerFrom(store)
    const record = async (tx: Tx) => {
      if (isImpersonating(actor)) await services.recordCall(tx, actor, `${endpoint.method} ${endpoint.path}`)
    }
    if (rules.transaction === 'own') {
      const answer = await answerFrom(store)
      if (isImpersonating(actor)) await inTransaction(store, record)
      return answer
    }
    return inTransaction(store, async (tx) => {
      const answer = await route.handler(tx, caller, input)
      await record(tx)
      return answer
    })
  }
}

/** Skips the work for a client that has disconnected. */
function requirePresent({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new Problem('unavailable')
}

/** @param isUse whether the call extends an impersonation; a stream, which stays open by itself, does not */
function wishOf({ headers }: FastifyRequest, isUse: boolean): Wish | null {
  const memberId = headers[ACTING_FOR]
  return memberId === undefined ? null : { memberId: String(memberId), isUse }
}

/** Query, body, headers and path parameters, parsed and merged. Path parameters win: a query may contain any name. */
function inputOf({ endpoint }: Route, request: FastifyRequest): Record<string, unknown> {
  requireKnown(endpoint, request.query as object)
  const faults: { path: string; message: string }[] = []
  const parse = (schema: ZodMiniType | undefined, value: unknown): object => {
    const result = schema?.safeParse(value ?? {})
    if (!result) return {}
    if (result.success) return result.data as object
    faults.push(...result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    return {}
  }
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body)
  const headers = parse(endpoint.headers, request.headers)
  const params = parse(endpoint.params, request.params)
  if (faults.length) throw new Problem('invalid_input', { errors: faults.slice(0, 50) })
  const bytes = endpoint.upload ? { bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0) } : {}
  return { ...query, ...body, ...headers, ...params, ...bytes }
}

/** An ignored parameter would answer another question than was asked, such as the first page again. */
function requireKnown(endpoint: Endpoint, query: object): void {
  const known = onlyParameters(endpoint)
  const unknown = known ? Object.keys(query).filter((name) => !known.includes(name)) : []
  if (unknown.length > 0)
    throw new Problem('unknown_parameter', {
      data: { unknown: unknown.slice(0, 20).map((name) => cutText(name, 100)), known },
    })
}

function checkOutput(schema: ZodMiniType, answer: unknown, path: string): void {
  const result = schema.safeParse(answer)
  if (result.success) return
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new Error(`The answer of ${path} is not what the contract says: ${where}`)
}
