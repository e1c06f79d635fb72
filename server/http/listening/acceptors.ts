import { createServer as createSocketServer, type Socket } from 'node:net'
import type { Server } from 'node:http'

/** How many more sockets take connections beside the server's own. */
const MORE = 127

/**
 * Opens more sockets on the server's port, whose connections are its own. Node takes one connection of a socket in each
 * turn of its event loop: a server whose turns are long, because it has much to do, would otherwise leave newcomers
 * waiting for seconds before it can even refuse them. Only Linux spreads connections over the sockets of one port; there
 * the server has to listen with `reusePort`.
 * @returns a function that closes them and waits for their connections
 */
export async function addAcceptors(server: Server, backlog: number): Promise<() => Promise<void>> {
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

export const spreadsConnections = process.platform === 'linux'

/** Throws `EADDRINUSE` when anybody listens there, which `reusePort` alone would not. */
export async function requireFree(at: { host: string; port: number }): Promise<void> {
  const probe = createSocketServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(at, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}
