import { pathOf, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import type { ErrorCode, ProblemBody } from '#contract/errors.ts'
import type { Language } from '#contract/values.ts'

/** Error codes of the API, plus two for requests without a response. */
export type ClientCode = ErrorCode | 'timeout' | 'offline'

/** A refused or failed request. `problemText` turns it into text. */
export class ApiProblem extends Error {
  readonly code: ClientCode
  readonly status: number
  readonly title: string
  readonly data: Record<string, unknown>
  readonly errors: NonNullable<ProblemBody['errors']>

  constructor(code: ClientCode, status: number, body?: Partial<ProblemBody>, options?: ErrorOptions) {
    super(body?.title ?? code, options)
    this.code = code
    this.status = status
    this.title = body?.title ?? code
    this.data = body?.data ?? {}
    this.errors = body?.errors ?? []
  }
}

/** The row as it is now, where the error says that somebody else saved it; null for other errors. */
export const currentIn = <T>(error: unknown): T | null =>
  error instanceof ApiProblem && error.code === 'changed_meanwhile'
    ? ((error.data['current'] as T | undefined) ?? null)
    : null

export interface FileDownload {
  readonly blob: Blob
  readonly fileName: string
}

export type Result<E extends Endpoint> = E['output'] extends 'file' ? FileDownload : Output<E>

export interface CallOptions {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export interface ClientOptions {
  readonly origin: string
  readonly product: string
  readonly language: () => Language
  /** Null when signed out. */
  readonly accessToken: () => Promise<string | null>
  /** Names the member a request is for, when that is not the user. */
  readonly actingHeader?: (endpoint: Endpoint) => Record<string, string>
  readonly onUnauthenticated?: () => void
  /** Runs after a call that may have changed something, before its caller continues. */
  readonly onWritten?: (endpoint: Endpoint) => void
  /** Runs before the error reaches its caller. */
  readonly onProblem?: (problem: ApiProblem) => Promise<void>
  readonly timeoutMs?: number
  readonly retryAfterMs?: number
}

const retryable = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/** The typed client: one function for every endpoint of the contract. GETs are retried once. */
export function createClient(options: ClientOptions) {
  const { timeoutMs = 10_000, retryAfterMs = 400 } = options

  return async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    callOptions: CallOptions = {},
  ): Promise<Result<E>> {
    const request = requestOf(endpoint, input ?? {}, options)
    const attempt = async () => {
      const headers = { ...(await authorizedHeaders(request.headers, options)), ...callOptions.headers }
      return send<E>(endpoint, request.url, { ...request.init, headers }, { timeoutMs, signal: callOptions.signal })
    }
    try {
      const result = await attempt()
      if (endpoint.method !== 'GET') options.onWritten?.(endpoint)
      return result
    } catch (error) {
      const canRetry = endpoint.method === 'GET' && error instanceof ApiProblem && retryable.has(error.status)
      if (!canRetry || callOptions.signal?.aborted) throw await reportProblem(error, options)
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
      return await attempt().catch(async (repeated: unknown) => {
        throw await reportProblem(repeated, options)
      })
    }
  }
}

/**
 * Runs the error callbacks.
 * @returns the same error
 */
export async function reportProblem(error: unknown, options: ClientOptions): Promise<unknown> {
  if (!(error instanceof ApiProblem)) return error
  if (error.code === 'unauthenticated') options.onUnauthenticated?.()
  await options.onProblem?.(error)
  return error
}

/** Adds the user's token. */
export async function authorizedHeaders(headers: Record<string, string>, options: ClientOptions) {
  const token = await options.accessToken()
  return token ? { ...headers, authorization: `Bearer ${token}` } : headers
}

export function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { origin, product, language, actingHeader }: ClientOptions,
) {
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const inQuery = new Set(Object.keys(endpoint.query?.def.shape ?? {}))
  const url = new URL(origin + pathOf(endpoint.path, product, input))
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name) || value === undefined || (endpoint.upload && name === 'bytes')) continue
    if (inQuery.has(name)) url.searchParams.set(name, value as string)
    else body[name] = value
  }
  const headers: Record<string, string> = {
    accept: 'application/json, application/problem+json',
    'accept-language': language(),
    orgKey: 'ALL',
    ...actingHeader?.(endpoint),
  }
  if (endpoint.upload) {
    headers['content-type'] = 'application/octet-stream'
    return { url, headers, init: { method: endpoint.method, body: input['bytes'] as Uint8Array<ArrayBuffer> } }
  }
  if (!endpoint.body) return { url, headers, init: { method: endpoint.method } }
  // The browser sets the content type of a form itself.
  if (endpoint.form)
    return {
      url,
      headers,
      init: { method: endpoint.method, body: new URLSearchParams(body as Record<string, string>) },
    }
  headers['content-type'] = 'application/json'
  return { url, headers, init: { method: endpoint.method, body: JSON.stringify(body) } }
}

/** Like `fetch`, but fails at once without network: the browser would log every attempt as an error. */
export const fetchOnline: typeof fetch = (...request) => {
  const offline = 'onLine' in navigator && !navigator.onLine
  return offline ? Promise.reject(new TypeError('The browser is offline')) : fetch(...request)
}

async function send<E extends Endpoint>(
  endpoint: E,
  url: URL,
  init: RequestInit,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Result<E>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetchOnline(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    if (!response.ok) throw await problemOf(response)
    return (await answerOf(endpoint, response)) as Result<E>
  } catch (error) {
    if (error instanceof ApiProblem || signal?.aborted) throw error
    if (timeout.aborted) throw new ApiProblem('timeout', 0, undefined, { cause: error })
    throw new ApiProblem('offline', 0, undefined, { cause: error })
  }
}

async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.output === null || response.status === 204) return undefined
  if (endpoint.output !== 'file') return response.json()
  return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('content-disposition')) }
}

/** The error that a response carries. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? ''
  const body = type.includes('json') ? ((await response.json().catch(() => ({}))) as Partial<ProblemBody>) : {}
  const code = typeof body?.code === 'string' ? body.code : response.status >= 502 ? 'unavailable' : 'internal'
  const retryAfter = Number(response.headers.get('retry-after'))
  const data = { ...body?.data, ...(retryAfter > 0 && { retryAfter }) }
  return new ApiProblem(code as ClientCode, response.status, { ...body, data })
}

function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? 'download')
}
