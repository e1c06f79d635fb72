import { cutText } from '#contract/cut-text.ts'
import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import { Problem } from '#server/http/problem.ts'
import { outgoing } from '#server/telemetry/outgoing.ts'

/** Milliseconds after which the gateway counts as unavailable. */
const TIMEOUT = 10_000

/** A GUID, in lower case. */
export const guid = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.toLowerCase()),
    z.guid(),
  ),
)

/** No usable answer: the call may have worked. Read before repeating it. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
}

/** The gateway refused the call; repeating it is pointless. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }

  /** The organisation's key is refused, not the payment. */
  get keyRefused(): boolean {
    return this.status === 401 || this.status === 403
  }
}

/** The gateway accepted the request without returning a payment window. */
export class WindowLinkMissing extends Error {
  override readonly name = 'WindowLinkMissing'
}

/** One call with an organisation's key. @returns the parsed body; `{}` if it is empty */
export const ask = (key: string, method: string, url: string, body?: unknown): Promise<unknown> =>
  outgoing('gateway', `${method} ${pathWithoutIds(url)}`, () => call(key, method, url, body))

const pathWithoutIds = (url: string): string => new URL(url).pathname.replace(/\/[^/]*\d[^/]{5,}(?=\/|$)/g, '/{id}')

async function call(key: string, method: string, url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: key,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((cause: unknown) => {
    throw new GatewayUnavailable('The gateway does not answer', { cause })
  })
  const answered = await response.text().catch((cause: unknown) => {
    throw new GatewayUnavailable('The gateway broke off its answer', { cause })
  })
  // A gateway that echoes our request must not bring the key into a log.
  const text = answered.replaceAll(key, '[key]')
  if (response.status >= 500 || response.status === 429)
    throw new GatewayUnavailable(`The gateway answered ${response.status}`)
  if (response.status > 299) throw new GatewayRefused(response.status, cutText(text, 200))
  return text === '' ? {} : parse(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new GatewayUnavailable('The gateway answered with something else than JSON', { cause })
  }
}

/** Reads an answer; keys differ in case between the gateway's services and versions. */
export function read<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const entries = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  const result = schema.safeParse(Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])))
  if (!result.success) throw new GatewayUnavailable('The gateway answered in an unknown form', { cause: result.error })
  return result.data
}

/** 404 and 406 both mean that the authorisation does not exist. */
export function absentIsNull(error: unknown): null {
  if (error instanceof GatewayRefused && (error.status === 404 || error.status === 406)) return null
  throw error
}

/** Error codes for a gateway that does not answer, and for one that refuses. */
interface GatewayCodes {
  readonly unavailable: ErrorCode
  readonly refused: ErrorCode
}

const inGeneral = { unavailable: 'payment_gateway_unavailable', refused: 'payment_gateway_refused' } as const

/** The problem for a failure of the gateway; any other error is returned as it is. */
export function problemOfGateway(error: unknown, { unavailable, refused }: GatewayCodes = inGeneral): unknown {
  if (error instanceof GatewayUnavailable) return new Problem(unavailable, { retryAfter: 5, cause: error })
  if (error instanceof GatewayRefused) return new Problem(refused, { cause: error })
  if (error instanceof WindowLinkMissing) return new Problem('payment_link_missing', { cause: error })
  return error
}
