import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ACTING_FOR } from '#contract/endpoint.ts'
import type { VerifyToken } from '#server/identity/verify-token.ts'
import { identify } from '../authenticate.ts'
import { patternOf } from './gate.ts'
import type { Metrics } from '../metrics.ts'
import { bodyOf, type Problem } from '../problem.ts'
import type { Route } from '../route.ts'
import { securityHeaders } from '../security-headers.ts'

export interface KnownRefusalOptions {
  readonly product: string
  readonly publicUrl: string
  readonly hstsSubdomains?: boolean
  readonly verifyToken: VerifyToken
  readonly metrics: Pick<Metrics, 'observeRequest'>
  readonly requestId: (request: IncomingMessage) => string
}

/** Bytes of a body that is read here; a longer one is served as any other. */
const LONGEST = 16_000

/**
 * Stands before the framework: in a rush, whoever comes too late is refused for a fraction of what it costs to serve them.
 * Whatever is not certain to be such a refusal is served, with its body as it came, and refused there if need be.
 * @param serve serves everything else
 */
export function refuseWhatIsKnown(
  routes: readonly Route[],
  options: KnownRefusalOptions,
  serve: RequestListener,
): RequestListener {
  const { product, verifyToken, metrics, requestId } = options
  const refusing = routes.flatMap(({ endpoint, rules, refusedAlready }) =>
    refusedAlready ? { endpoint, rules, refusedAlready, pattern: patternOf(endpoint.path, product) } : [],
  )
  const common = { ...securityHeaders(options), 'content-type': 'application/problem+json; charset=utf-8' }
  const texts = new WeakMap<Problem, string>()
  const textOf = (problem: Problem) => {
    const text = texts.get(problem) ?? JSON.stringify(bodyOf(problem))
    texts.set(problem, text)
    return text
  }

  async function answer(
    { endpoint, rules, refusedAlready }: (typeof refusing)[number],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const begun = performance.now()
    const identity = await identify(request.headers.authorization, rules.may, verifyToken).catch(() => null)
    const body = identity && (await readBody(request))
    const problem = body && refusedAlready.refusalOf(identity, parsed(body))
    if (!problem) {
      if (body) request.unshift(body)
      serve(request, response)
      return
    }
    const text = textOf(problem)
    const { status } = problem
    response
      .writeHead(status, { ...common, 'content-length': Buffer.byteLength(text), 'x-request-id': requestId(request) })
      .end(text)
    request.resume()
    const seconds = (performance.now() - begun) / 1000
    metrics.observeRequest({ method: endpoint.method, route: endpoint.path, status }, seconds)
  }

  return (request, response) => {
    const { method, url = '' } = request
    const [path = ''] = url.split('?', 1)
    const found = refusing.find(
      ({ endpoint, refusedAlready, pattern }) =>
        endpoint.method === method && refusedAlready.knowsAny() && pattern.test(path),
    )
    if (found && isPlain(request)) void answer(found, request, response)
    else serve(request, response)
  }
}

/** A short body of JSON, by somebody who acts for nobody: whoever does is looked up. */
function isPlain({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  const isJson = /^application\/json(;|$)/.test(headers['content-type'] ?? '')
  return isJson && length > 0 && length <= LONGEST && headers[ACTING_FOR] === undefined
}

/** The whole body, without coming to its end, so that it can be put back; null when the caller went away. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const length = Number(request.headers['content-length'])
  return new Promise((resolve) => {
    const end = (body: Buffer | null) => {
      request.off('readable', take)
      request.off('close', leave)
      resolve(body)
    }
    const take = () => {
      const body = request.read(length) as Buffer | null
      if (body) end(body)
    }
    const leave = () => end(null)
    request.on('readable', take)
    request.on('close', leave)
  })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    // The framework says what is wrong with it.
    return null
  }
}
