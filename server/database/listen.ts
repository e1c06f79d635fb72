import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  close(): Promise<void>
}

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  readonly hear: (payload: string) => void
  /** Called after each connect. Notifications sent before, or while disconnected, were missed. */
  readonly onListening: () => void
  readonly onError: (error: Error) => void
}

/** Milliseconds between keep-alive queries, and until one must be answered. */
const KEEP_ALIVE = 5000
const TIMEOUT = 2000

/** LISTENs on a connection of its own and reconnects when it is lost. Needs session pooling. */
export function listenTo({ url, channel, hear, onListening, onError }: ListenOptions): Listener {
  const closing = new AbortController()
  let client: pg.Client | undefined

  async function listen() {
    client = new pg.Client({
      connectionString: url,
      application_name: 'portal listens',
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    })
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('Listening connection ended')))
    client.on('notification', ({ payload = '' }) => hear(payload))
    const over = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onListening()
      while (!closing.signal.aborted) {
        await pause(KEEP_ALIVE, over)
        lost.signal.throwIfAborted()
        if (!closing.signal.aborted) await client.query('select 1')
      }
    } finally {
      // On a dead connection `end` would wait, too.
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
