import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HOSTS_VARIABLE, type Hosts } from './hosts.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface Started {
  readonly pid: number
  readonly logFile: string
  /** Stops it with SIGTERM and waits. */
  stop(): Promise<void>
  /** Ends it with SIGKILL and waits. */
  kill(): Promise<void>
}

export interface Launch {
  readonly logFile: string
  readonly hosts: Hosts
  readonly env?: Record<string, string>
  /** Files of the repository that are loaded before the program. */
  readonly preload?: readonly string[]
  readonly parameters?: readonly string[]
  /** Another version of the repository, of which the program is. */
  readonly folder?: string
}

const failure = Promise.withResolvers<never>()

/** Rejects when a process exits unexpectedly, which invalidates every figure, or on Ctrl-C. */
export const interrupted: Promise<never> = failure.promise
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => failure.reject(new Error('Interrupted')))

/** Starts a program of the repository. Its output goes to a file; it ends with this process. */
export function start(
  program: string,
  { logFile, hosts, env = {}, preload = [], parameters = [], folder = root }: Launch,
): Started {
  const log = openSync(logFile, 'w')
  const loaded = ['scripts/start/stop-with-parent.mjs', ...preload].flatMap((file) => [
    '--import',
    path.join(root, file),
  ])
  // As in `npm run server`.
  const flags = ['--max-semi-space-size=16', ...loaded]
  const child = spawn(process.execPath, [...flags, path.join(folder, program), ...parameters], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TZ: 'UTC', [HOSTS_VARIABLE]: JSON.stringify(hosts), ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let stopping = false
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      resolve()
      if (stopping) return
      failure.reject(new Error(`${program} ended (${signal ?? code}):\n${readFileSync(logFile, 'utf8').slice(-3000)}`))
    }),
  )
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    stopping = true
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid!,
    logFile,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Whether something is served at an address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits until a condition is true, half a minute at most. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, seconds = 30): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(50)) if (await holds()) return
  throw new Error(`${what}: not within ${seconds} s`)
}
