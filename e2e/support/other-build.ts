import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Portal } from './portal.ts'

/** A proxy between browser and portal that pretends that another build is deployed. */
export interface OtherBuild {
  /** The proxy's address. */
  readonly url: string
  /** The id of the real build. */
  readonly id: string
  /** The build ids of pages and service worker; null: the real one. */
  pages: string | null
  worker: string | null
  /** Another server that answers instead of the portal's. */
  server: string | null
  stop(): void
}

export async function startProxy(portal: Portal): Promise<OtherBuild> {
  const { id } = (await (await fetch(`${portal.url}/build.json`)).json()) as { id: string }
  const proxy = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url!, portal.url)
    const isPage = incoming.headers.accept?.includes('text/html') || pathname === '/' || pathname === '/build.json'
    const other = pathname === '/service-worker.js' ? between.worker : isPage ? between.pages : null
    // The identity provider and the gateway run in the portal's process.
    const simulated = /^\/(?:simulators|realms)\//.test(pathname)
    const to = new URL(pathname + search, simulated ? portal.url : (between.server ?? portal.url))
    pass(incoming, response, to, other === null ? null : (answer) => answer.replaceAll(id, other))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const between: OtherBuild = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    id,
    pages: null,
    worker: null,
    server: null,
    stop: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
  return between
}

function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  to: URL,
  change: ((answer: string) => string) | null,
): void {
  const headers = change ? without(incoming.headers, 'accept-encoding', 'if-none-match') : incoming.headers
  const onward = request(to, { method: incoming.method, headers, agent: false }, (answer) => {
    if (!change) {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.on('error', () => response.destroy())
      return void answer.pipe(response)
    }
    const rest = without(answer.headers, 'etag', 'content-length')
    void text(answer).then((body) => response.writeHead(answer.statusCode!, rest).end(change(body)))
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
  // A browser that disconnects must not leave its stream open.
  response.on('close', () => onward.destroy())
}

const without = (headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
