import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import {
  ApiProblem,
  fetchOnline,
  problemOf,
  reportProblem,
  requestOf,
  authorizedHeaders,
  type ClientOptions,
} from './http-client.ts'

export interface EventStreamListener {
  readonly onEvent: (event: EventSourceMessage) => void
  /** The server's keep-alive. */
  readonly onComment: () => void
  readonly signal: AbortSignal
}

/** Reads endpoints that send server-sent events; the browser's `EventSource` cannot send a token. */
export function createEventStream(options: ClientOptions) {
  /** Resolves when the server ends the stream. Throws `ApiProblem` when it is refused or breaks. */
  return async function readEvents<E extends Endpoint & { output: 'events' }>(
    endpoint: E,
    input: Input<E>,
    { onEvent, onComment, signal }: EventStreamListener,
  ): Promise<void> {
    const { url, headers, init } = requestOf(endpoint, input ?? {}, options)
    try {
      const accept = 'text/event-stream, application/problem+json'
      const response = await fetchOnline(url, {
        ...init,
        headers: { ...(await authorizedHeaders(headers, options)), accept },
        signal,
        // Nobody waits for it, unlike for what the page shows.
        priority: 'low',
      })
      if (!response.ok || !response.body) throw await problemOf(response)
      await response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream({ onComment }))
        .pipeTo(new WritableStream({ write: onEvent }))
    } catch (error) {
      if (error instanceof ApiProblem) throw await reportProblem(error, options)
      if (signal.aborted) throw error
      throw new ApiProblem('offline', 0, undefined, { cause: error })
    }
  }
}
