import { createServer } from 'node:net'

/** A free port on 127.0.0.1, the wanted one if possible. */
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
