import type { Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'
import { createHttp, type HttpOptions } from './server.ts'

/** Another program has the port; the message says what to do. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

export interface Listening {
  readonly port: number
  /**
   * Answers 503 on /readyz from now on; after `drainSeconds`, in which a balancer notices, takes no new connections and
   * finishes the calls in flight.
   */
  close(): Promise<void>
}

/** Connections that the system keeps until we take them: one that it drops tries again after seconds, not milliseconds. */
const BACKLOG = 4096

export interface ListenAt {
  readonly host: string
  readonly port: number
  /** The variable that says the port. */
  readonly variable?: string
  readonly drainSeconds?: number
}

/** Takes calls at an address. Throws `PortInUse`, in words for the operator, where the port is not to be had. */
export async function listen(
  app: FastifyInstance,
  health: Health,
  { host, port, variable = 'PORT', drainSeconds = 0 }: ListenAt,
): Promise<Listening> {
  const at = { host, port }
  let closeAcceptors: () => Promise<void>
  try {
    await requireFree(at)
    const options = { ...at, backlog: BACKLOG, reusePort: spreadsConnections }
    await app.listen(options)
    closeAcceptors = await addAcceptors(app.server, BACKLOG)
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
      await Promise.all([closeAcceptors(), app.close()])
    },
  }
}

type Watched = Omit<HttpOptions, 'product' | 'findCaller' | 'recordCall' | 'routes' | 'metricsForAll'>

/**
 * Health and metrics on a port that only whoever watches the process can reach, and nothing else there.
 * @returns null when the port is 0
 */
export async function watchPort(options: Watched, at: ListenAt): Promise<Listening | null> {
  if (at.port === 0) return null
  const nobody = { product: '', findCaller: async () => null, recordCall: async () => {}, routes: [] }
  const { app, health } = await createHttp({ ...options, ...nobody, metricsForAll: true })
  return listen(app, health, at)
}

/** How many more sockets take connections beside the server's own. */
const MORE = 127

/**
 * Opens more sockets on the server's port, whose connections are its own. Node takes one connection of a socket in each
 * turn of its event loop: a server whose turns are long, because it has much to do, would otherwise leave newcomers
 * waiting for seconds before it can even refuse them. Only Linux spreads connections over the sockets of one port; there
 * the server has to listen with `reusePort`.
 * @returns a function that closes them and waits for their connections
 */
async function addAcceptors(server: Server, backlog: number): Promise<() => Promise<void>> {
  const address = server.address()
  if (!spreadsConnections || !address || typeof address === 'string') return async () => {}
  const { address: host, port } = address
  const sockets = new Set<Socket>()
  const acceptors = Array.from({ length: MORE }, () =>
    createSocketServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)))
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
    const closed = Promise.all(acceptors.map((acceptor) => new Promise((resolve) => acceptor.close(resolve))))
    const closing = setInterval(closeUnused, 50)
    await closed.finally(() => clearInterval(closing))
  }

  /** A browser opens connections that it may never use; Node takes those for busy. */
  function closeUnused() {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

const spreadsConnections = process.platform === 'linux'

/** Throws `EADDRINUSE` when anybody listens there, which `reusePort` alone would not. */
async function requireFree(at: { host: string; port: number }): Promise<void> {
  const probe = createSocketServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(at, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}
