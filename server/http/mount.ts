import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { ACTING_FOR, commonErrors, type Download, type EventSource } from '#contract/endpoint.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { isImpersonating, viaOf, type Actor } from './actor.ts'
import { actorOf, heedsActingFor, identify, type Authentication, type Wish } from './authenticate.ts'
import { sendEvents } from './event-stream.ts'
import { laneOf } from './gate.ts'
import { serializerSchema } from './json-schema.ts'
import type { Logger } from './log.ts'
import { Problem } from './problem.ts'
import { countCall } from './rate.ts'
import type { Route } from './route.ts'

/** What the routes need around them. */
export interface RouteServices extends Authentication {
  readonly product: string
  /** Writes down a call by which a super admin changed something as another member, unless its use case has. */
  readonly recordCall: (tx: Tx, actor: Actor, call: string) => Promise<void>
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
    /** The answer lasts as long as the caller listens: its time says nothing. */
    lasting?: boolean
  }
}

/** Puts one route of the contract on the server. */
export function mount(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint, rules } = route
  const output = typeof endpoint.output === 'object' ? endpoint.output : null
  const declared = new Set<string>([...endpoint.errors, ...commonErrors])
  if (rules.impersonator === 'refused' && !declared.has('impersonator_refused'))
    throw new Error(`${endpoint.method} ${endpoint.path} refuses impersonators and does not declare it`)

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace('{product}', services.product).replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { pattern: endpoint.path, lasting: endpoint.output === 'events' },
    ...(endpoint.upload ? uploadOptions(route, services) : {}),
    ...(output ? { schema: { response: { 200: serializerSchema(output) } } } : {}),
    handler: async (request, reply) => {
      const lasting = await app.lanes[laneOf(route)].run(() => serve(request, reply))
      return lasting?.()
    },
  })

  /** @returns what goes on for as long as the caller listens, and must not keep the place in the lane for so long */
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<(() => FastifyReply) | void> {
    // Whoever went away while waiting for a place is spared the work.
    if (request.raw.socket.destroyed) throw new Problem('unavailable')
    const store = rules.pool === 'reserved' ? services.reserved : services.db
    const identity = await identify(request.headers.authorization, rules.may, services.verifyToken)
    // It may have become known while this one waited.
    const isPlain = identity && request.headers[ACTING_FOR] === undefined
    const known = isPlain && route.refusedAlready?.refusalOf(identity, request.body)
    if (known) throw known
    if (rules.rate) {
      const caller = { ip: request.ip, identity: identity && `${identity.issuer}\0${identity.subject}` }
      await countCall(store, endpoint.path, rules.rate, caller)
    }
    const wish = heedsActingFor(rules) ? wishOf(request, endpoint.output !== 'events') : null
    const { findCaller } = services
    const actor = await actorOf(store, identity, viaOf(request.headers, request.ip), { rules, wish, findCaller })
    const input = inputOf(route, request)
    let answer: unknown
    try {
      const run = (given: unknown) => work(store, actor, given)
      answer = await (route.around?.(store, actor, input, run) ?? run(input))
    } catch (error) {
      if (!(error instanceof Problem) || declared.has(error.code)) throw error
      throw new Error(`${endpoint.method} ${endpoint.path} does not declare '${error.code}'`, { cause: error })
    }
    if (output && services.checkOutput) checkOutput(output, answer, endpoint.path)
    // What was done stands, and the caller never hears of it: `answer.payment-prepare`, `answer.link`.
    crashPoint(`answer.${endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)}`)
    if (endpoint.output === 'events') return () => sendEvents(reply, answer as EventSource)
    await send(request, reply, endpoint.output, answer)
  }

  async function work(store: Db, actor: Actor, input: unknown): Promise<unknown> {
    if (endpoint.method === 'GET') return route.handler(store, actor, input)
    const record = async (tx: Tx) => {
      if (isImpersonating(actor)) await services.recordCall(tx, actor, `${endpoint.method} ${endpoint.path}`)
    }
    if (rules.transaction === 'own') {
      const answer = await route.handler(store, actor, input)
      if (isImpersonating(actor)) await inTransaction(store, record)
      return answer
    }
    return inTransaction(store, async (tx) => {
      const answer = await route.handler(tx, actor, input)
      await record(tx)
      return answer
    })
  }
}

/** A stream stays open by itself, so that it is no use of an impersonation. */
function wishOf({ headers }: FastifyRequest, isUse: boolean): Wish | null {
  const memberId = headers[ACTING_FOR]
  return memberId === undefined ? null : { memberId: String(memberId), isUse }
}

/** Who may send nothing at all is refused before anything of the file is read. */
const uploadOptions = ({ endpoint, rules }: Route, { verifyToken }: RouteServices) => ({
  bodyLimit: endpoint.upload!.maxBytes,
  onRequest: async ({ headers }: FastifyRequest) => {
    await identify(headers.authorization, rules.may, verifyToken)
  },
})

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

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  output: Route['endpoint']['output'],
  answer: unknown,
): FastifyReply {
  if (output === null) return reply.code(204).send()
  if (output === 'file') return sendFile(request, reply, answer as Download)
  if (output === 'redirect') {
    // Only a path of our own: whatever came in with the query must not lead elsewhere.
    if (typeof answer !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(answer))
      throw new Error('A redirect leaves the portal')
    return reply.code(303).header('location', answer).send()
  }
  return reply.code(200).send(answer)
}

/**
 * What a browser has kept is asked for again each time: whoever may no longer see it gets a refusal instead. Only what is
 * for anyone is kept for good.
 */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, bytes, version, isPublic }: Download,
): FastifyReply {
  if (version !== undefined) {
    const etag = `"${version}"`
    reply.header('etag', etag)
    if (isPublic) reply.header('cache-control', 'public, max-age=31536000, immutable')
    else reply.header('cache-control', 'private, no-cache').header('vary', 'authorization')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  }
  const ascii = fileName.normalize('NFKD').replace(/[^\w. -]/g, '_')
  return reply
    .code(200)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
