import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedProblem, type Account } from './embedded-program.ts'
import { isAlive } from './process-lock.ts'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
  timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  shared_buffers: '64MB',
  io_method: 'sync',
  log_min_messages: 'warning',
  log_parameter_max_length: '0',
  log_min_error_statement: 'panic',
}

const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
}

const TRIES = 5

/** Starts the postmaster unless it is running already. */
export async function launch(folder: string, account: Account, port: number, test: boolean): Promise<void> {
  if (runningPostmaster(folder) !== undefined) return
  const logFile = `${folder}.log`
  // Keeps the log of the previous run: it says why it ended.
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`)
  const options = Object.entries({ ...settings, ...(test ? testSettings : {}) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = account.command('postgres', ['-D', folder, '-p', String(port), ...options])
  // Children of a killed postmaster may take a moment to end; until then no other can start.
  for (let tries = 1; ; tries++) {
    const failure = await launchOnce(folder, account, command)
    if (failure === null) return
    if (tries === TRIES) throw new EmbeddedProblem(`PostgreSQL in ${folder} could not start: ${failure}`)
    await wait(200)
  }
}

/** Starts it in its own process group, so that Ctrl-C reaches only us. @returns why it ended; null once it is ready */
async function launchOnce(
  folder: string,
  account: Account,
  [command, args]: [string, string[]],
): Promise<string | null> {
  const logFile = `${folder}.log`
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(command, args, { ...account.ids, env: account.env, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(`it ended with ${code}`))
  })
  child.unref()
  // If this process ends during the start, so does PostgreSQL.
  const interrupt = () => child.kill('SIGINT')
  process.once('exit', interrupt)
  void ended.then(() => process.off('exit', interrupt))
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const failure = await Promise.race([ended, wait(10)])
    if (failure !== undefined) return `${failure}: ${readFileSync(logFile, 'utf8').trim()}`
    const [pid, , , , , , , status] = readPidFile(folder)
    // The pid file of a killed postmaster says 'ready', too.
    if (status?.trim() === 'ready' && Number(pid) === child.pid) {
      process.off('exit', interrupt)
      return null
    }
  }
  throw new EmbeddedProblem(`PostgreSQL in ${folder} is not ready after a minute; its log is ${logFile}`)
}

const readPidFile = (folder: string): string[] => {
  try {
    return readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The postmaster's pid, unless the pid file is stale and the pid belongs to another program. */
export function runningPostmaster(folder: string): number | undefined {
  const pid = Number(readPidFile(folder)[0])
  return pid > 0 && isAlive({ pid, program: 'postgres' }) ? pid : undefined
}

const CHECK_INTERVAL = 250
const RETRY_DELAY = 1000

/**
 * Checks four times a second that the server runs, and restarts it when it does not.
 * @param onRevival called after each restart, with the error when it failed and will be retried
 * @returns a function that stops checking and waits for a restart in progress
 */
export function keepRunning(
  folder: string,
  start: () => Promise<void>,
  onRevival: (failure?: unknown) => void = () => {},
) {
  const ended = new AbortController()
  async function watch() {
    const pause = (ms: number) => wait(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    while (!ended.signal.aborted) {
      await pause(CHECK_INTERVAL)
      if (ended.signal.aborted || runningPostmaster(folder) !== undefined) continue
      try {
        await start()
        onRevival()
      } catch (error) {
        onRevival(error)
        await pause(RETRY_DELAY)
      }
    }
  }
  const watching = watch()
  return () => {
    ended.abort()
    return watching
  }
}

export async function stopPostmaster(pid: number): Promise<void> {
  // SIGINT ends the sessions and shuts down cleanly. SIGQUIT only when that hangs; the next start then recovers.
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5000],
  ] as const) {
    process.kill(pid, signal)
    for (const until = Date.now() + patience; Date.now() < until; await wait(10)) if (!isAlive({ pid })) return
  }
  throw new EmbeddedProblem(`PostgreSQL (process ${pid}) does not stop: end it by hand`)
}
