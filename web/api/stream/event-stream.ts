import type { Endpoint, Input } from '#contract/endpoint.ts'
import { createEventParser, type ParsedEvent } from './event-parser.ts'
import { ApiProblem, problemOf, reported, requestOf, signedHeaders, type ClientOptions } from '../http-client.ts'

export interface Listener {
  readonly onEvent: (event: ParsedEvent) => void
  /** Something came, be it a comment: the line holds. */
  readonly onSign: () => void
  /** Ends the stream from this side. */
  readonly signal: AbortSignal
}

/** Follows endpoints that answer with server-sent events; a browser's own `EventSource` cannot send a token. */
export function createFollower(options: ClientOptions) {
  /** Resolves when the server ends the stream. Throws `ApiProblem` when it is refused or breaks. */
  return async function follow<E extends Endpoint & { output: 'events' }>(
    endpoint: E,
    input: Input<E>,
    { onEvent, onSign, signal }: Listener,
  ): Promise<void> {
    const { url, headers, init } = requestOf(endpoint, input ?? {}, options)
    const feed = createEventParser(onEvent)
    try {
      const accept = 'text/event-stream, application/problem+json'
      const response = await fetch(url, {
        ...init,
        headers: { ...(await signedHeaders(headers, options)), accept },
        signal,
        // It waits for what may come, while others fetch what the page shows.
        priority: 'low',
      })
      if (!response.ok || !response.body) throw await problemOf(response)
      await read(response.body, (text) => {
        onSign()
        feed(text)
      })
    } catch (error) {
      if (error instanceof ApiProblem) throw await reported(error, options)
      if (signal.aborted) throw error
      throw new ApiProblem('offline', 0, undefined, { cause: error })
    }
  }
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, take: (text: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) take(part.value)
  } finally {
    // What could not be taken ends the stream at its source too.
    await reader.cancel().catch(() => undefined)
  }
}
