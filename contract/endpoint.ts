import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * The header that names the person for whom the caller acts. It is checked at every call, and grants nothing by itself: a
 * participant, an approved family link or a live impersonation must stand behind it.
 */
export const ACTING_FOR = 'acting-for'

type Shape = z.ZodMiniObject

/**
 * One call of the wire. `path` holds `{product}` (the product key) and `{name}` parameters. Parameters, query and body
 * are one flat input object for callers and handlers; their names never overlap.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** Headers beyond those of every call, their names in lower case. */
  readonly headers?: Shape
  /**
   * `file`: a download. `redirect`: an address to go on to. `events`: server-sent events until either side ends them.
   * `null`: nothing (204).
   */
  readonly output: z.ZodMiniType | 'file' | 'redirect' | 'events' | null
  /** The content types that a file may have. */
  readonly files?: readonly string[]
  /** The body is a posted form instead of JSON. */
  readonly form?: true
  /** The body is the bytes of one file, whatever type it claims. */
  readonly upload?: { readonly maxBytes: number }
  /** For anyone alike: a browser keeps the answer and asks each time whether it still holds (`ETag`, 304). */
  readonly revalidated?: true
  /** For whom the caller acts is of no matter here: a browser leaves the name out. */
  readonly asOneself?: true
  /** What this call may answer besides `common` errors; anything else is a 500. */
  readonly errors: readonly ErrorCode[]
}

/** Errors that every call may answer. */
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

/** What a caller passes; a file as `bytes`. */
export type Input<E extends Endpoint> = InputOf<E['params']> &
  InputOf<E['query']> &
  InputOf<E['body']> &
  (E['upload'] extends object ? { bytes: Uint8Array } : unknown)

/** What a handler receives, parsed. */
export type Parsed<E extends Endpoint> = OutputOf<E['params']> &
  OutputOf<E['query']> &
  OutputOf<E['body']> &
  OutputOf<E['headers']> &
  (E['upload'] extends object ? { bytes: Uint8Array } : unknown)

/** A download: its bytes never pass through the JSON serialiser. */
export interface Download {
  readonly contentType: string
  readonly fileName: string
  readonly bytes: Uint8Array
  /** Names this content, so that a browser that has it need not load it again; left out: nobody keeps it. */
  readonly version?: string
  /** Anyone may have it, and under an address with its version it stays what it is: browsers and proxies keep it for good. */
  readonly isPublic?: true
}

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/** Writes to one caller as long as they listen. */
export interface EventSink {
  send(event: ServerEvent): void
  /** Ends the stream; the caller comes again, with a fresh token, perhaps to another server. */
  end(): void
}

/** What a handler of `events` returns: called once the stream is open; what it returns is called when it has ended. */
export type EventSource = (sink: EventSink) => () => void

/** What a handler returns. A caller gets a `Download` for a file. */
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

/** The path of a call for one product key, with its parameters filled in and encoded. */
export function pathOf(path: string, product: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'product' ? product : encodeURIComponent(String(params[name])),
  )
}
