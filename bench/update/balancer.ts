import { createServer, request as send } from 'node:http'

/** Answers in a second, and those among them that were 5xx or none. */
export interface Second {
  answers: number
  refused: number
}

export interface Balancer {
  /** Where calls go from now on. */
  route(url: string): void
  /** By seconds since 1970. */
  readonly seconds: ReadonlyMap<number, Second>
  close(): void
}

/** Passes every call on to one server, as a proxy does that checks `/readyz`. */
export async function startBalancer(port: number): Promise<Balancer> {
  const seconds = new Map<number, Second>()
  let target = ''
  const count = (status: number) => {
    const at = Math.floor(Date.now() / 1000)
    const second = seconds.get(at) ?? { answers: 0, refused: 0 }
    seconds.set(at, second)
    second.answers++
    if (status >= 500) second.refused++
  }
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const call = send(new URL(url!, target), { method, headers, agent: false }, (answer) => {
      count(answer.statusCode!)
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    call.on('error', () => {
      count(502)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    request.pipe(call)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    route: (url) => (target = url),
    seconds,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
