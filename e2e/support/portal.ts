import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/testing/outside/free-port.ts'

export interface Portal {
  readonly url: string
  /** The data folder. */
  readonly dataDir: string
  stop(): Promise<void>
}

export interface PortalOptions {
  /** Any free one when left out. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** `dated`: on the day that PORTAL_MOMENT names. */
  readonly entry?: 'everything' | 'dated'
}

/** The whole portal as `npm start` runs it, with a data folder of its own. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-e2e-'))
  const forget = () => rmSync(dataDir, { recursive: true, force: true })
  // A story opens as many pages in a minute as nobody does.
  const limits = { READS_PER_MINUTE: '100000' }
  const env = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...limits, ...options.env }
  const end = await run(options.entry ?? 'everything', url, env).catch((error: unknown) => {
    forget()
    throw error
  })
  return { url, dataDir, stop: () => end().then(forget) }
}

/** One more server of a portal, with settings of its own, at an address of its own. */
export async function startServerBeside(portal: Portal, env: Record<string, string>) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const common = { PUBLIC_URL: portal.url, SIMULATORS_URL: portal.url, DATA_DIR: portal.dataDir }
  const stop = await run('server', url, { ...common, SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port), ...env })
  return { url, stop }
}

/** Starts an entry and waits until it answers. @returns a function that stops it */
async function run(entry: string, url: string, env: Record<string, string>): Promise<() => Promise<void>> {
  const script = path.resolve(import.meta.dirname, '../../scripts/start.mjs')
  const child = spawn(process.execPath, [script, entry], {
    env: { ...process.env, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const end = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  for (const patience = Date.now() + 60_000; Date.now() < patience; await wait(100)) {
    if (child.exitCode !== null) break
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return end
  }
  await end()
  throw new Error(`The portal did not start:\n${output}`)
}
