import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#server/database/free-port.ts'
import { answers, interrupted, start, until } from '../support/processes.ts'

/** Measures a running portal with the demo world, or the built one as `npm start` runs it, on a port and in a folder of its own, and exits. */
export async function onDemoPortal(running: string, measure: (url: string) => Promise<void>): Promise<never> {
  if (running) await measure(running)
  else await onOwnPortal(measure)
  process.exit()
}

async function onOwnPortal(measure: (url: string) => Promise<void>): Promise<void> {
  const url = `http://localhost:${await freePort()}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-bench-'))
  const logFile = path.join(dataDir, 'portal.log')
  const env = { PORT: new URL(url).port, PUBLIC_URL: url, DATA_DIR: dataDir }
  const portal = start('scripts/start/everything.ts', { logFile, hosts: {}, env })
  try {
    await until('The portal', () => answers(`${url}/readyz`), 120)
    await Promise.race([measure(url), interrupted])
  } finally {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
