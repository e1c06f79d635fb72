import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { ACTING_FOR, commonErrors, type EventSource } from '#contract/endpoint.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { isImpersonating, viaOf, type Actor, type MemberActor, type OfficeCaller } from './actor.ts'
import {
  actorOf,
  heedsActingFor,
  identify,
  nameOf,
  officeCallerOf,
  type Authentication,
  type Wish,
} from './authenticate.ts'
import { sendEvents } from './event-stream.ts'
import { limitersOf } from './limits/load-shedding.ts'
import type { Logger } from './log.ts'
import { Problem } from './problem.ts'
import { countCall, networkOf } from './limits/rate.ts'
import type { Route } from './route.ts'
import { send } from './send-answer.ts'
import { uploadOptions } from './uploads.ts'
import { span } from '#server/telemetry/trace.ts'

/** What the routes need around them. */
export interface RouteServices extends Authentication {
  readonly product: string
  /** Writes down a call by which a super admin changed something as another member, unless its use case has. */
  readonly recordCall: (tx: Tx, actor: Actor, call: string) => Promise<void>
  /** Throws when somebody reads too much. */
  readonly countRead: (caller: string) => void
  readonly db: Db
  readonly reserved: Db
  readonly log: Logger
  /** Compare every answer with the contract. */
  readonly checkOutput: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's path, for logs and metrics. */
    pattern?: string
    /** A person's browser asks, and would show a problem as it stands. */
    isPage?: boolean
    /** The answer lasts as long as the caller listens: its time says nothing. */
    lasting?: boolean
  }
  interface FastifyRequest {
    /** Answered by the route's `precheck`, one of very many. */
    isKnownRefusal: boolean
  }
}

/** Puts one route of the contract on the server. */
export function mount(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint, rules } = route
  const output = typeof endpoint.output === 'object' ? endpoint.output : null
  const declared = new Set<string>([...endpoint.errors, ...commonErrors])
  if (rules.impersonator === 'refused' && !declared.has('impersonator_refused'))
    throw new Error(`${endpoint.method} ${endpoint.path} refuses impersonators and does not declare it`)

  const limiters = limitersOf(route)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace('{product}', services.product).replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: {
      pattern: endpoint.path,
      limiters,
      isPage: endpoint.output === 'redirect',
      lasting: endpoint.output === 'events',
    },
    ...(endpoint.upload ? uploadOptions(endpoint.upload.maxBytes, app.limiters[limiters.at(-1)!], admitUpload) : {}),
    handler: async (request, reply) => {
      // An upload has its place since before it was read.
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

  /** Whoever calls, as the use case is handed them. */
  const callerOf = async (actor: Actor, input: unknown): Promise<Actor | OfficeCaller> =>
    typeof rules.may === 'string' ? actor : officeCallerOf(store, rules.may, actor as MemberActor, input)

  /** @returns who holds its place */
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

  /** Who calls, when they may, and not too often. */
  async function admit(request: FastifyRequest): Promise<Actor> {
    const identity = await identify(request.headers.authorization, rules.may, services.verifyToken)
    const refusal = identity && request.headers[ACTING_FOR] === undefined && route.precheck?.(identity, request.body)
    if (refusal) {
      request.isKnownRefusal = true
      throw refusal
    }
    if (identity && endpoint.method === 'GET') services.countRead(nameOf(identity))
    if (rules.rate) {
      await countCall(store, endpoint.path, rules.rate, { ip: request.ip, identity: identity && nameOf(identity) })
    }
    const wish = heedsActingFor(rules) ? wishOf(request, endpoint.output !== 'events') : null
    const { findCaller } = services
    return actorOf(store, identity, viaOf(request.headers, request.ip), { rules, wish, findCaller })
  }

  /** @returns what goes on for as long as the caller listens, and must not keep its place for so long */
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
    }
    if (output && services.checkOutput) checkOutput(output, answer, endpoint.path)
    // What was done stands, and the caller never hears of it: `answer.payment-prepare`, `answer.link`.
    crashPoint(`answer.${endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)}`)
    if (endpoint.output === 'events') return () => sendEvents(reply, answer as EventSource)
    await send(request, reply, endpoint, answer)
  }

  async function work(actor: Actor, caller: Actor | OfficeCaller, input: unknown): Promise<unknown> {
    if (endpoint.method === 'GET') return route.handler(store, caller, input)
    const record = async (tx: Tx) => {
      if (isImpersonating(actor)) await services.recordCall(tx, actor, `${endpoint.method} ${endpoint.path}`)
    }
    if (rules.transaction === 'own') {
      const answer = await route.handler(store, caller, input)
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

/** Whoever went away while waiting for a place is spared the work. */
function requirePresent({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new Problem('unavailable')
}

/** A stream stays open by itself, so that it is no use of an impersonation. */
function wishOf({ headers }: FastifyRequest, isUse: boolean): Wish | null {
  const memberId = headers[ACTING_FOR]
  return memberId === undefined ? null : { memberId: String(memberId), isUse }
}

/** Query, body, headers and parameters, parsed and merged; parameters win, because a free-form query may repeat their names. */
function inputOf({ endpoint }: Route, request: FastifyRequest): Record<string, unknown> {
  const wrong: { path: string; message: string }[] = []
  const parse = (schema: ZodMiniType | undefined, value: unknown): object => {
    const result = schema?.safeParse(value ?? {})
    if (!result) return {}
    if (result.success) return result.data as object
    wrong.push(...result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
    return {}
  }
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body)
  const headers = parse(endpoint.headers, request.headers)
  const params = parse(endpoint.params, request.params)
  if (wrong.length) throw new Problem('invalid_input', { errors: wrong.slice(0, 50) })
  const bytes = endpoint.upload ? { bytes: (request.body as Buffer | undefined) ?? Buffer.alloc(0) } : {}
  return { ...query, ...body, ...headers, ...params, ...bytes }
}

function checkOutput(schema: ZodMiniType, answer: unknown, path: string): void {
  const result = schema.safeParse(answer)
  if (result.success) return
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new Error(`The answer of ${path} is not what the contract says: ${where}`)
}
