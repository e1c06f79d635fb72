import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressSource } from '#contract/address-source.ts'
import { languageOf } from '../actor.ts'
import { pauseOfBusy, type Lane, type Lanes } from './admission.ts'
import { bodyOf, Problem } from '../problem.ts'
import { waitPage } from '../pages/wait-page.ts'
import type { Route } from '../route.ts'

/** The lane of files that are sent to a route, and before it that of what they say of themselves. */
export const uploadLanesOf = ({ rules }: Route) =>
  rules.may === 'public'
    ? ({ file: 'strangers', head: 'heads' } as const)
    : ({ file: 'uploads', head: 'calls' } as const)

/** The lane of a call of the contract. */
export function laneOf({ rules }: Route): 'calls' | 'gateway' | 'payments' | 'documents' {
  if (rules.lane) return rules.lane
  return rules.pool === 'reserved' ? 'payments' : rules.transaction === 'own' ? 'gateway' : 'calls'
}

/** Answered always: whoever watches a busy server must not take it for a dead one. */
const watched = /^\/(healthz|readyz|metrics)(\?|$)/
const call = /^\/([\w-]+-api|tools)\//

/**
 * Stands before the framework: a request whose lane is full is refused for a fraction of what it costs to look at it.
 * @returns whether it was refused, and answered
 */
export function createGate(routes: readonly Route[], product: string, lanes: Lanes) {
  const others = routes
    .filter((route) => route.endpoint.upload || laneOf(route) !== 'calls')
    .map((route) => ({ route, pattern: patternOf(route.endpoint.path, product) }))

  function lanesAt(method: string, url: string): Lane[] {
    if (watched.test(url)) return []
    const [path = ''] = url.split('?', 1)
    const found = others.find(({ route, pattern }) => route.endpoint.method === method && pattern.test(path))
    if (found?.route.endpoint.upload) {
      const { head, file } = uploadLanesOf(found.route)
      return [lanes[head], lanes[file]]
    }
    if (found) return [lanes[laneOf(found.route)]]
    return [call.test(path) ? lanes.calls : lanes.web]
  }

  return ({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (!lanesAt(method, url).some((lane) => lane.refuses())) return false
    const isPage = /text\/html/.test(headers.accept ?? '') && !call.test(url)
    const answer = isPage
      ? waitPage(languageOf(headers['accept-language'] ?? ''), pauseOfBusy())
      : { text: busyProblem, headers: { ...problemHeaders, 'retry-after': String(pauseOfBusy()) } }
    response
      .writeHead(503, {
        ...answer.headers,
        'content-length': String(Buffer.byteLength(answer.text)),
        'x-content-type-options': 'nosniff',
      })
      .end(answer.text)
    return true
  }
}

const busyProblem = JSON.stringify(bodyOf(new Problem('unavailable')))

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The paths of an endpoint. */
export const patternOf = (path: string, product: string) =>
  new RegExp(`^${addressSource(path.replace('{product}', product))}$`)
