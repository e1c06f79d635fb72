import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'
import { EmbeddedProblem } from './embedded-program.ts'
import { isAlive } from './process.ts'

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

/** Starts the postmaster in a process group of its own, so that Ctrl-C reaches us first and it outlives us unharmed. */
export async function launch(folder: string, account: Account, port: number, test: boolean): Promise<void> {
  const logFile = `${folder}.log`
  const log = openSync(logFile, 'w', 0o600)
  const options = Object.entries({ ...settings, ...(test ? testSettings : {}) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command, args] = account.command('postgres', ['-D', folder, '-p', String(port), ...options])
  const child = spawn(command, args, { ...account.ids, env: account.env, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(`it ended with ${code}`))
  })
  child.unref()
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const failure = await Promise.race([ended, wait(10)])
    if (failure !== undefined)
      throw new EmbeddedProblem(
        `PostgreSQL in ${folder} could not start: ${failure}: ${readFileSync(logFile, 'utf8').trim()}`,
      )
    if (readPidFile(folder)[7]?.trim() === 'ready') return
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

/** The server's process, unless its file is a leftover whose number now belongs to another program. */
export function runningPostmaster(folder: string): number | undefined {
  const pid = Number(readPidFile(folder)[0])
  return pid > 0 && isAlive({ pid, program: 'postgres' }) ? pid : undefined
}

export async function stopPostmaster(pid: number): Promise<void> {
  // SIGINT: end the sessions and write everything down. SIGQUIT only when that hangs; the next start then recovers.
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5000],
  ] as const) {
    process.kill(pid, signal)
    for (const until = Date.now() + patience; Date.now() < until; await wait(10)) if (!isAlive({ pid })) return
  }
  throw new EmbeddedProblem(`PostgreSQL (process ${pid}) does not stop: end it by hand`)
}
