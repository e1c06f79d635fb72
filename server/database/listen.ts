import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Hears what PostgreSQL notifies on one channel. */
export interface Listener {
  close(): Promise<void>
}

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  readonly hear: (payload: string) => void
  /** It listens, from now on; what was said before, and since the connection was lost, it has not heard. */
  readonly onListening: () => void
  readonly onError: (error: Error) => void
}

/** Milliseconds between two questions whether the line still carries, and until the answer must be there. */
const KNOCK = 5000
const SILENCE = 2000

/** Listens on a connection of its own, and again after each loss of it. Needs a session, not a pooler's transaction. */
export function listenTo({ url, channel, hear, onListening, onError }: ListenOptions): Listener {
  const closing = new AbortController()
  let client: pg.Client | undefined

  async function listen() {
    client = new pg.Client({
      connectionString: url,
      application_name: 'portal listens',
      connectionTimeoutMillis: SILENCE,
      query_timeout: SILENCE,
    })
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('The connection that listens has ended')))
    client.on('notification', ({ payload = '' }) => hear(payload))
    const over = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onListening()
      while (!closing.signal.aborted) {
        await pause(KNOCK, over)
        lost.signal.throwIfAborted()
        if (!closing.signal.aborted) await client.query('select 1')
      }
    } finally {
      // A line that is dead keeps even its end waiting.
      void client.end().catch(() => {})
      client.connection.stream.destroy()
    }
  }

  async function keepListening() {
    while (!closing.signal.aborted) {
      await listen().catch((error: Error) => closing.signal.aborted || onError(error))
      await pause(200 + Math.random() * 300, closing.signal)
    }
  }

  const ended = keepListening()
  return {
    close: async () => {
      closing.abort()
      await ended
    },
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal, ref: false }).catch(() => {})
