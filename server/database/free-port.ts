import { createServer } from 'node:net'

/** A port of the loopback that nobody listens on: the wanted one where it is free. */
export async function freePort(wanted = 0): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer()
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const { port: found } = server.address() as { port: number }
        server.close(() => resolve(found))
      })
    })
  return tryPort(wanted).catch(() => tryPort(0))
}
