import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Answers one call: `forward` asks the simulated gateway; null breaks the line without an answer. */
export type Intercept = (path: string, method: string, forward: () => Promise<Response>) => Promise<Response | null>

/** The simulated gateway as it is, but where the test steps between. @returns its address, and how to end it */
export async function startGatewayProxy(target: string, intercept: Intercept) {
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      const forward = () =>
        fetch(target + request.url!, {
          method: request.method!,
          headers: {
            authorization: request.headers.authorization!,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body } : {}),
        })
      const given = await intercept(request.url!, request.method!, forward)
      if (!given) return response.destroy()
      return response.writeHead(given.status).end(await given.text())
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
