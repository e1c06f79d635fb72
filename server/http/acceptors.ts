import { createServer, type Server } from 'node:net'

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
  const acceptors = Array.from({ length: MORE }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
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
    await Promise.all(acceptors.map((acceptor) => new Promise((resolve) => acceptor.close(resolve))))
  }
}

export const spreadsConnections = process.platform === 'linux'

/** Throws `EADDRINUSE` when anybody listens there, which `reusePort` alone would not. */
export async function requireFree(at: { host: string; port: number }): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(at, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}
