import type { Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'
import { createHttp, type HttpOptions } from './server.ts'

/** The port cannot be used. The message says what to do. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

export interface Listening {
  readonly port: number
  /**
   * Answers 503 on /readyz, waits `drainSeconds` for the load balancer to notice, then refuses new connections and finishes the requests
   * in flight.
   */
  close(): Promise<void>
}

/** The accept queue. A connection that does not fit is retried by the client only after seconds. */
const BACKLOG = 4096

export interface ListenAt {
  readonly host: string
  readonly port: number
  /** The variable that sets the port. */
  readonly variable?: string
  readonly drainSeconds?: number
}

/** Listens at an address. Throws `PortInUse` when the port is taken or not allowed. */
export async function listen(
  app: FastifyInstance,
  health: Health,
  { host, port, variable = 'PORT', drainSeconds = 0 }: ListenAt,
): Promise<Listening> {
  const at = { host, port }
  let stopAccepting: StopAccepting
  try {
    await requireFree(at)
    const options = { ...at, backlog: BACKLOG, reusePort: spreadsConnections }
    await app.listen(options)
    stopAccepting = await addAcceptors(app.server, BACKLOG)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    await app.close()
    if (code === 'EADDRINUSE')
      throw new PortInUse(`Port ${port} is in use: end the other program, or choose another port with ${variable}`)
    if (code === 'EACCES') throw new PortInUse(`Port ${port} is for root only: choose one above 1023 with ${variable}`)
    throw error
  }
  return {
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      health.draining = true
      await wait(drainSeconds * 1000)
      const finish = await stopAccepting()
      await Promise.all([finish(), app.close()])
    },
  }
}

type MonitoringOptions = Omit<HttpOptions, 'product' | 'findCaller' | 'recordCall' | 'routes' | 'metricsForAll'>

/**
 * Serves health and metrics, and nothing else, on a port of their own that is not public.
 * @returns null when the port is 0
 */
export async function listenForMonitoring(options: MonitoringOptions, at: ListenAt): Promise<Listening | null> {
  if (at.port === 0) return null
  const nobody = { product: '', findCaller: async () => null, recordCall: async () => {}, routes: [] }
  const { app, health } = await createHttp({ ...options, ...nobody, metricsForAll: true })
  return listen(app, health, at)
}

/** Takes no more connections. @returns a function that waits for the end of those that were taken */
type StopAccepting = () => Promise<() => Promise<void>>

/** Listening sockets beside the server's own. */
const MORE = 127

/**
 * Opens more listening sockets on the server's port and hands it their connections. Node accepts one connection for each socket and turn
 * of the event loop: under load a turn is long, and new clients would wait for seconds even to be refused. Only Linux spreads connections
 * over the sockets of a port, and only with `reusePort`.
 * @returns a function that closes them and the server's own
 */
async function addAcceptors(server: Server, backlog: number): Promise<StopAccepting> {
  const address = server.address()
  if (!spreadsConnections || !address || typeof address === 'string') return async () => async () => {}
  const { address: host, port } = address
  const sockets = new Map<Socket, number>()
  const acceptors = Array.from({ length: MORE }, () =>
    createSocketServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      sockets.set(
        socket.once('close', () => sockets.delete(socket)),
        performance.now(),
      )
      server.emit('connection', socket)
    }),
  )
  await Promise.all(
    acceptors.map(
      (acceptor) =>
        new Promise<void>((resolve, reject) => {
          acceptor.once('error', reject).listen({ host, port, backlog, reusePort: true }, resolve)
        }),
    ),
  )
  return async () => {
    const closed: Promise<unknown>[] = []
    for (const acceptor of [...acceptors, server]) {
      await shortTurn()
      closed.push(new Promise((resolve) => acceptor.close(resolve)))
    }
    return async () => {
      const closing = setInterval(closeUnused, UNUSED / 2)
      await Promise.all(closed).finally(() => clearInterval(closing))
    }
  }

  /** Browsers open connections that they may never use; Node does not count those as idle. */
  function closeUnused() {
    server.closeIdleConnections()
    const before = performance.now() - UNUSED
    for (const [socket, acceptedAt] of sockets) if (socket.bytesRead === 0 && acceptedAt < before) socket.destroy()
  }
}

/** Milliseconds without a first byte. A busy process may not have read it yet. */
const UNUSED = 500

/** A connection that waits at a socket when it closes is reset: each closes right after a turn that accepted what waited, and did little else. */
async function shortTurn(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    const began = performance.now()
    await nextTurn()
    if (performance.now() - began < 0.2) return
  }
}

const spreadsConnections = process.platform === 'linux'

/** Throws `EADDRINUSE` when another program has the port: with `reusePort` alone both would get connections. */
async function requireFree(at: { host: string; port: number }): Promise<void> {
  const probe = createSocketServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(at, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}
