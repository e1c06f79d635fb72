import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * One address for several servers, like a load balancer: each connection goes to the next server that accepts it and
 * closes with it.
 */
export async function startBalancer() {
  let ports: readonly number[] = []
  let turn = 0
  const open = new Map<Socket, number | undefined>()
  const server = createServer({ pauseOnConnect: true }, (client) => {
    open.set(client, undefined)
    client.on('error', () => {}).on('close', () => open.delete(client))
    turn = (turn + 1) % Math.max(1, ports.length)
    offer(client, [...ports.slice(turn), ...ports.slice(0, turn)])
  })

  function offer(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.resetAndDestroy()
    const upstream = connect(port, '127.0.0.1')
    let taken = false
    upstream.on('error', () => (taken ? client.resetAndDestroy() : offer(client, others)))
    upstream.once('connect', () => {
      taken = true
      open.set(client, port)
      upstream.on('close', () => client.destroySoon())
      client.on('close', () => upstream.destroySoon())
      client.pipe(upstream).pipe(client)
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends connections to these servers, and closes those kept open to others. */
    to: (next: readonly number[]) => {
      ports = next
      for (const [client, port] of open) if (port !== undefined && !next.includes(port)) client.destroy()
    },
    close: () => {
      for (const socket of open.keys()) socket.destroy()
      server.close()
    },
  }
}
