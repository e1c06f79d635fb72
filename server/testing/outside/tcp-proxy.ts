import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpProxy {
  /** The proxy's port on the loopback; the same for its whole life. */
  readonly port: number
  /** The address with the proxy in place of what it leads to. */
  through(url: string): string
  /** Connections open now, client side. */
  readonly open: number
  /** As if it were not there; silent connections go on where they stopped, and no connection is broken any more. */
  forward(): Promise<void>
  /** Nobody listens, and open connections break, as when a machine's program is gone. */
  refuse(): Promise<void>
  /** Connections open and stay open, and not a byte passes either way, as when a cable is pulled: neither side hears of the other's end. */
  blackHole(): Promise<void>
  /** Breaks every open connection; new ones are as before. */
  cut(): void
  /**
   * Breaks the next connection whose client sends this text (its bytes read as Latin-1): `unsent` before the server hears
   * of it, `unanswered` when the server has answered, without passing the answer on. Resolves when it has happened.
   * @param nth 2: the first that sends it is let pass, and so on
   */
  cutAt(text: string, moment: 'unsent' | 'unanswered', nth?: number): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL's message that ends a transaction. */
export const COMMIT = 'Q\0\0\0\u000bcommit\0'

/** How far a text may reach back over, when TCP parts a message. */
const MEMORY = 200

interface Trap {
  readonly text: string
  readonly moment: 'unsent' | 'unanswered'
  readonly sprung: () => void
  left: number
}

/** Stands between a client and a server of this machine, and lets a test break the line as networks do. */
export async function startTcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let silent = false
  let trap: Trap | undefined
  const server = createServer({ pauseOnConnect: true }, accept)

  function accept(client: Socket) {
    const upstream = connect(target.port, target.host ?? '127.0.0.1')
    const pair = [client, upstream] as const
    pairs.add(pair)
    let seen = ''
    let caught: Trap | undefined
    client.on('data', (bytes) => {
      seen = (seen + bytes.toString('latin1')).slice(-bytes.length - MEMORY)
      // Earlier bytes count only as the beginning of the text in the new ones.
      if (trap && seen.includes(trap.text, Math.max(0, seen.length - bytes.length - trap.text.length + 1))) {
        if (--trap.left === 0) {
          caught = trap
          trap = undefined
          if (caught.moment === 'unsent') return spring(pair, caught)
        }
      }
      pass(client, upstream, bytes)
    })
    upstream.on('data', (bytes) => {
      if (caught) spring(pair, caught)
      else pass(upstream, client, bytes)
    })
    for (const socket of pair) socket.on('error', () => {}).on('close', () => silent || part(pair))
    if (!silent) client.resume()
  }

  /** One side is gone: the other gets what is still on its way, and its end. */
  function part(pair: readonly [Socket, Socket]) {
    pairs.delete(pair)
    for (const socket of pair) socket.destroySoon()
  }

  function pass(from: Socket, to: Socket, bytes: Buffer) {
    if (to.write(bytes)) return
    from.pause()
    to.once('drain', () => {
      if (!silent) from.resume()
    })
  }

  function spring(pair: readonly [Socket, Socket], { sprung }: Trap) {
    reset(pair)
    sprung()
  }

  /** With a reset, so that neither side takes it for an orderly end. */
  function reset(pair: readonly [Socket, Socket]) {
    pairs.delete(pair)
    for (const socket of pair) socket.resetAndDestroy()
  }

  const listen = async (port: number) => {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () => pairs.forEach(reset)
  const refuse = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    cut()
    await closed
  }

  return {
    port,
    through: (url) => {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    get open() {
      return pairs.size
    },
    forward: async () => {
      await listen(port)
      silent = false
      trap = undefined
      for (const pair of pairs) {
        if (pair.some((socket) => socket.destroyed)) part(pair)
        else for (const socket of pair) socket.resume()
      }
    },
    refuse,
    blackHole: async () => {
      await listen(port)
      silent = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    cut,
    cutAt: (text, moment, nth = 1) =>
      new Promise((resolve) => {
        trap = { text, moment, sprung: resolve, left: nth }
      }),
    close: refuse,
  }
}
