import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseSilent } from './failure.ts'

const TICK = 100
/** Ticks without a byte while a statement waits, until the database is asked whether it lives. */
const QUIET = 4
/** Ticks it is given to answer that; with the former, a second in all. */
const PATIENCE = 5
/** Ticks until it is asked again after it answered: some statements take long. */
const CONTENT = 10

interface Line {
  bytes: number
  /** Ticks since the last byte came, while a statement waits for its answer. */
  quiet: number
}

export interface Watch {
  /** Milliseconds after which the server itself has ended a statement: whoever waits longer waits on a dead line. */
  readonly statementTimeout: number
  readonly url: string
}

/**
 * Ends the connections of a pool whose statements nobody will answer, because the network or the server's machine is gone:
 * TCP itself notices after a quarter of an hour. A statement that takes long is told from a dead line by knocking on a
 * new connection; a first byte back proves life. Time is counted in ticks of this process, so that one that was
 * too busy to listen does not take its own silence for the database's.
 * @returns a function that ends the watch
 */
export function watchForSilence(pool: pg.Pool, { statementTimeout, url }: Watch): () => void {
  const lines = new Map<pg.PoolClient, Line>()
  let calm = 0
  let asking = 0
  let ask: pg.Client | undefined

  pool.on('connect', (client) => lines.set(client, { bytes: 0, quiet: 0 }))
  pool.on('remove', (client) => lines.delete(client))

  const ticks = setInterval(() => {
    let heard = false
    const waiting: [pg.PoolClient, Line][] = []
    for (const [client, line] of lines) {
      const { bytesRead, destroyed } = socketOf(client)
      if (bytesRead !== line.bytes) heard = true
      const waits = statementWaits(client) && !destroyed
      line.quiet = waits && bytesRead === line.bytes ? line.quiet + 1 : 0
      line.bytes = bytesRead
      if (waits) waiting.push([client, line])
    }
    for (const [client, line] of waiting) if (line.quiet * TICK > statementTimeout + 2000) end(client)
    if (heard) return settle(0)
    if (ask && socketOf(ask).bytesRead > 0) return settle(CONTENT)
    if (asking > 0) {
      if (++asking <= PATIENCE) return
      for (const [client, line] of waiting) if (line.quiet >= PATIENCE) end(client)
      return settle(0)
    }
    if (--calm <= 0 && waiting.some(([, line]) => line.quiet >= QUIET)) begin()
  }, TICK)
  ticks.unref()

  function begin() {
    const knock = new pg.Client({
      connectionString: url,
      application_name: 'portal knocks',
      connectionTimeoutMillis: 5000,
    })
    asking = 1
    ask = knock
    knock.on('error', () => {})
    knock.connect(() => {
      // That nobody listens needs no patience: no connection survives that. An answer is counted by the next tick.
      if (ask === knock && socketOf(knock).bytesRead === 0) asking = PATIENCE
    })
  }

  function settle(calmTicks: number) {
    asking = 0
    calm = calmTicks
    if (ask) socketOf(ask).destroy()
    ask = undefined
  }

  return () => {
    clearInterval(ticks)
    settle(0)
  }
}

const end = (client: pg.PoolClient) => socketOf(client).destroy(new DatabaseSilent())

const socketOf = (client: pg.Client) => client.connection.stream as Socket

/** pg does not name this property in its types. */
const statementWaits = (client: pg.Client) => (client as { readyForQuery?: boolean }).readyForQuery === false
