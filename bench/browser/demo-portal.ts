import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#server/database/free-port.ts'
import { start, until } from '../support/processes.ts'

export interface DemoPortal {
  readonly url: string
  stop(): Promise<void>
}

/** The built portal with its demo world, as `npm start` runs it, on a port and in a folder of its own. */
export async function startDemoPortal(): Promise<DemoPortal> {
  const url = `http://localhost:${await freePort()}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-bench-'))
  const logFile = path.join(dataDir, 'portal.log')
  const env = { PORT: new URL(url).port, PUBLIC_URL: url, DATA_DIR: dataDir }
  const portal = start('scripts/start/everything.ts', { logFile, hosts: {}, env })
  const stop = async () => {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('The portal', isReady, 120)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}
