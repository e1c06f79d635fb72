import { request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { failStart } from '#server/context.ts'
import { startPortal } from './portal.ts'
import { welcome } from './welcome.ts'

const vite = new URL(process.env.VITE_URL ?? 'http://127.0.0.1:5173')

/** Vite serves its own paths and the files of the web app; the portal serves pages, calls and simulators. */
function isFile(url: string): boolean {
  const [address = ''] = url.split('?', 1)
  if (/^\/(@|node_modules\/)/.test(address)) return true
  return (
    /\.\w+$/.test(address) && !/^\/([\w-]+-api|tools|realms|simulators|docs)\/|^\/(openapi|build)\.json$/.test(address)
  )
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request
  const passed = forward({ host: vite.hostname, port: vite.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.writeHead(502).end())
  request.pipe(passed)
}

/** The web socket for hot updates. */
function passOnUpgrades(server: Server): void {
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => `${rawHeaders[at * 2]}: ${rawHeaders[at * 2 + 1]}`,
    )
    const there = connect(Number(vite.port), vite.hostname, () => {
      there.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      there.write(head)
      socket.pipe(there).pipe(socket)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
    // An open page must not delay the shutdown.
    server.once('close', () => there.destroy())
    process.once('SIGTERM', () => there.destroy())
  })
}

try {
  const portal = await startPortal(() => ({
    web: {
      build: null,
      folder: null,
      index: async () => (await fetch(new URL('/index.html', vite))).text(),
    },
    fronts: [{ owns: isFile, handle: passOn, attach: passOnUpgrades }],
  }))
  console.log(welcome(portal))
} catch (error) {
  failStart(error)
}
