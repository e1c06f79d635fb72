import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * The header with the member that the caller acts for. It grants nothing by itself: every call checks that there is a participant, an
 * approved family link or a live impersonation.
 */
export const ACTING_FOR = 'acting-for'

type Shape = z.ZodMiniObject

/**
 * An endpoint. `path` contains `{product}` (the product key) and `{name}` parameters. Callers and handlers see parameters, query and body
 * as one flat input object; their names never overlap.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  /**
   * A call of the specification, whose clients are not ours: parameters that it does not have are ignored. Any other call refuses them,
   * unless its query is a loose object.
   */
  readonly specified?: true
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** Additional request headers, in lower case. */
  readonly headers?: Shape
  /**
   * `file`: a download. `redirect`: a path to redirect to. `events`: server-sent events until either side closes. `null`: nothing
   * (204).
   */
  readonly output: z.ZodMiniType | 'file' | 'redirect' | 'events' | null
  /** The content types that a file may have. */
  readonly files?: readonly string[]
  /** The body is a form instead of JSON. */
  readonly form?: true
  /** The body is one file, whatever its content type. */
  readonly upload?: { readonly maxBytes: number }
  /** Everybody gets the same in one language: browsers and proxies cache the answer for a minute (`ETag`, 304). */
  readonly sharedCache?: true
  /**
   * The answer may be a second old, but has all that the caller wrote: it is read from a replica where there is one. A write that declares it
   * reads first, and may run twice until its one transaction.
   */
  readonly mayBeStale?: true
  /** The web app sends no Acting-For header here, because it makes no difference. */
  readonly asOneself?: true
  /** Errors of this endpoint besides `commonErrors`; any other becomes a 500. */
  readonly errors: readonly ErrorCode[]
}

export const commonErrors = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'acting_for_ended',
  'impersonation_ended',
  'too_many_requests',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[]

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : unknown
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : unknown

/** The input as a caller passes it; a file as `bytes`. */
export type Input<E extends Endpoint> = InputOf<E['params']> &
  InputOf<E['query']> &
  InputOf<E['body']> &
  (E['upload'] extends object ? { bytes: Uint8Array } : unknown)

/** The parsed input that a handler gets. */
export type Parsed<E extends Endpoint> = OutputOf<E['params']> &
  OutputOf<E['query']> &
  OutputOf<E['body']> &
  OutputOf<E['headers']> &
  (E['upload'] extends object ? { bytes: Uint8Array } : unknown)

export interface Download {
  readonly contentType: string
  readonly fileName: string
  readonly bytes: Uint8Array
  /** The ETag. Without one the file is not cached. */
  readonly version?: string
  /** Everybody gets the same: browsers and proxies cache it for a minute. */
  readonly isPublic?: true
}

export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/** Writes to one open stream. */
export interface EventSink {
  send(event: ServerEvent): void
  /** Ends the stream. The client reconnects with a fresh token, perhaps to another server. */
  end(): void
}

/** Returned by a handler of `events`. Called once the stream is open; the function it returns is called when it has closed. */
export type EventSource = (sink: EventSink) => () => void

/** The result of a handler, and of a call: for a file a `Download`. */
export type Output<E extends Endpoint> = E['output'] extends z.ZodMiniType
  ? z.output<E['output']>
  : E['output'] extends 'file'
    ? Download
    : E['output'] extends 'redirect'
      ? string
      : E['output'] extends 'events'
        ? EventSource
        : void

export const memberApi = '/{product}-member-api/api/v1'
export const orgApi = '/{product}-org-api/api/v1'
export const eventApi = '/{product}-event-api/api/v1'

/** The parameters that a call takes in its address; null where it ignores others. */
export function onlyParameters({ specified, query }: Endpoint): readonly string[] | null {
  const takesAny = query?.def.catchall !== undefined
  return specified || takesAny ? null : Object.keys(query?.def.shape ?? {})
}

/** The path with the product key and the encoded parameters filled in. */
export function pathOf(path: string, product: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'product' ? product : encodeURIComponent(String(params[name])),
  )
}
