import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { freePort } from '#server/testing/outside/free-port.ts'
import type { Portal } from './portal.ts'

export interface ManyPortals extends Portal {
  /** Kills the server that answers next, or one by its number. The others go on. */
  killServer(number?: number): Promise<void>
  killWorker(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')

/** A browser with this header is served by server 0 or 1 while it lives. */
export const SERVER_HEADER = 'x-test-server'

/** Two servers, two workers and the simulators as processes of their own, on one PostgreSQL, behind one address. */
export async function startManyPortals(): Promise<ManyPortals> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-e2e-many-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const common = { NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: url, SIMULATORS_URL: url, HOST: '127.0.0.1' }
  const children: ChildProcess[] = []
  let output = ''

  function start(entry: 'server' | 'worker' | 'simulators' | 'seed', env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs'), entry], {
      env: { ...process.env, ...common, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-20_000)))
    }
    children.push(child)
    return child
  }
  const stop = async () => {
    balancer.close()
    balancer.closeAllConnections()
    await Promise.all(children.map((child) => end(child, 'SIGTERM')))
    rmSync(dataDir, { recursive: true, force: true })
  }

  const [simulatorsPort, smtpPort] = [await freePort(), await freePort()]
  start('simulators', { SIMULATORS_PORT: String(simulatorsPort), SIMULATORS_SMTP_PORT: String(smtpPort) })
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
  const servers: { port: number; child: ChildProcess }[] = []
  let turn = 0
  const balancer = createServer((incoming, response) => {
    // The simulators are under the portal's own address, as in one process.
    const simulated = /^\/(simulators|realms)(\/|$)/.test(incoming.url ?? '')
    const wanted = Number(incoming.headers[SERVER_HEADER] ?? turn++ % 2)
    const ports = wanted === 0 ? servers : servers.toReversed()
    void pass(incoming, response, simulated ? [simulatorsPort] : ports.map((server) => server.port))
  }).listen(port, '127.0.0.1')

  try {
    for (let number = 0; number < 2; number++) {
      const own = await freePort()
      const child = start('server', { ...mail, PORT: String(own) })
      await ready(`http://127.0.0.1:${own}/readyz`, child)
      servers.push({ port: own, child })
      if (number === 0) await finished(start('seed', mail))
    }
  } catch (error) {
    await stop()
    throw new Error(`The portals did not start:\n${output}`, { cause: error })
  }
  const workers = [start('worker', mail), start('worker', mail)]
  return {
    url,
    dataDir,
    stop,
    killServer: async (number = turn % 2) => end(servers[number]!.child, 'SIGKILL'),
    killWorker: async () => end(workers[0]!, 'SIGKILL'),
  }
}

/** Forwards a request to the first server that accepts the connection. */
async function pass(incoming: IncomingMessage, response: ServerResponse, ports: readonly number[]): Promise<void> {
  const body = await buffer(incoming)
  for (const port of ports) {
    if (await attempt(port)) return
  }
  response.writeHead(502).end()

  function attempt(port: number): Promise<boolean> {
    const { method, url, headers } = incoming
    return new Promise((resolve) => {
      const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        response.destroy()
        return resolve(true)
      })
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.on('error', () => response.destroy())
        answer.pipe(response)
        resolve(true)
      })
      onward.end(body)
      // A browser that disconnects must not leave its stream open.
      response.on('close', () => onward.destroy())
    })
  }
}

async function ready(address: string, child: ChildProcess): Promise<void> {
  for (const patience = Date.now() + 60_000; Date.now() < patience; await wait(50)) {
    if (child.exitCode !== null) break
    if ((await fetch(address).catch(() => null))?.ok) return
  }
  throw new Error(`${address} does not come up`)
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A process ended with ${code}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
