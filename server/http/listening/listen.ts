import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addAcceptors, requireFree, spreadsConnections } from './acceptors.ts'
import type { Health } from '../health.ts'

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
