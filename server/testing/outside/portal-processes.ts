import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import { unlockAll } from '../../database/job-tables.ts'
import { callAt, type TestApp } from '../test-app.ts'
import { freePort } from './free-port.ts'

type Program = 'server/main.ts' | 'server/worker.ts'

/** A worker or a server of an app's portal as a process of its own, until the test ends. */
function startProcess(app: TestApp, program: Program, env: Record<string, string>): ChildProcess {
  const simulators = inject('simulators')
  const child = spawn(process.execPath, [program], {
    env: {
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: path.resolve('dist/compile-cache'),
      PUBLIC_URL: app.url,
      DATABASE_URL: app.database.url,
      OIDC_ISSUER: simulators.issuer,
      FREEPAY_GATEWAY_URL: simulators.gatewayUrl,
      FREEPAY_MANAGEMENT_URL: simulators.managementUrl,
      SMTP_URL: simulators.smtpUrl,
      MAIL_FROM: `Klubportal <${app.sender}>`,
      ...env,
    },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const crashing = (crashAt?: string): Record<string, string> => (crashAt ? { CRASH_AT: crashAt } : {})

/** @param crashAt where it kills itself */
export const startWorker = (app: TestApp, crashAt?: string): ChildProcess =>
  startProcess(app, 'server/worker.ts', crashing(crashAt))

/** @param crashAt where it kills itself */
export async function startServer(
  app: TestApp,
  crashAt?: string,
): Promise<{ readonly child: ChildProcess; readonly call: TestApp['call'] }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startProcess(app, 'server/main.ts', {
    PORT: String(port),
    READS_PER_MINUTE: '1000000',
    ...crashing(crashAt),
  })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await wait(100)
  }
  return { child, call: callAt(url) }
}

/** @returns whether a process was killed, once it has ended */
export async function died(child: ChildProcess): Promise<boolean> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode === 'SIGKILL'
}

/** A worker works until it kills itself at a crash point. Its jobs are free at once. @returns whether it did */
export async function dieAt(app: TestApp, crashAt: string): Promise<boolean> {
  const isDead = await died(startWorker(app, crashAt))
  await app.database.sql(unlockAll)
  return isDead
}
