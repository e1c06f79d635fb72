import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepRunning, launch, runningPostmaster, stopPostmaster } from './embedded-postmaster.ts'
import { accountFor, EmbeddedProblem, findProgram, VERSION, type Account } from './embedded-program.ts'
import { freePort } from './free-port.ts'
import { isAlive, locked, thisProcess, type Process } from './process-lock.ts'

export interface Embedded {
  /** Connection string of its one database. */
  readonly url: string
  /** Stops using the server. The last process to do so shuts it down. */
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Fast but not crash-safe, for tests. */
  readonly test?: boolean
  /** Called after the server ended by itself and was restarted, or with the error when a restart failed. */
  readonly onRevival?: (failure?: unknown) => void
}

/** Shared by the processes that use one server. */
interface State {
  port: number
  users: Process[]
}

/**
 * Starts PostgreSQL in `dataDir`, or joins one that another process of ours started there. A server whose users are all dead is restarted.
 * One that ends while in use is restarted at the same address by the first user to notice. Throws an `EmbeddedProblem` that says what to
 * do.
 */
export async function startEmbedded({ dataDir, test = false, onRevival }: EmbeddedOptions): Promise<Embedded> {
  const program = await findProgram()
  createFolder(dataDir)
  const folder = path.join(dataDir, `pg${VERSION}`)
  const stateFile = `${folder}.json`
  const account = accountFor({ program, dataDir, folder })
  const password = passwordIn(`${folder}.password`)
  const others = () => readState(stateFile)?.users.filter((user) => user.pid !== process.pid && isAlive(user)) ?? []
  const endGuard = endWithProcess(() => {
    const running = runningPostmaster(folder)
    if (running !== undefined && others().length === 0) process.kill(running, 'SIGINT')
  })
  const alone = <T>(work: () => Promise<T>) => locked(`${folder}.lock`, work)

  const port = await alone(async () => {
    const state = readState(stateFile)
    const running = runningPostmaster(folder)
    const users = state?.users.filter(isAlive) ?? []
    if (state && users.length > 0) {
      if (running === undefined) await launch(folder, account, state.port, test)
      writeState(stateFile, { ...state, users: [...users, thisProcess()] })
      return state.port
    }
    if (running !== undefined) await stopPostmaster(running)
    if (!existsSync(path.join(folder, 'PG_VERSION'))) initialise(folder, account, password, test)
    // The previous port if it is free, so that open database tools reconnect.
    const free = await freePort(state?.port)
    await launch(folder, account, free, test)
    writeState(stateFile, { port: free, users: [thisProcess()] })
    return free
  }).catch((error: unknown) => {
    endGuard()
    throw error
  })

  const stopWatching = keepRunning(folder, () => alone(() => launch(folder, account, port, test)), onRevival)

  return {
    url: `postgres://portal:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await stopWatching()
      endGuard()
      await alone(async () => {
        const state = readState(stateFile)
        if (!state) return
        const users = state.users.filter((user) => user.pid !== process.pid && isAlive(user))
        const running = runningPostmaster(folder)
        if (users.length === 0 && running !== undefined) await stopPostmaster(running)
        writeState(stateFile, { ...state, users })
      })
    },
  }
}

/**
 * Runs `leave` when the process ends without calling `stop`: by an error, or by Ctrl-C during the start. A process with its own signal
 * handlers calls `stop` itself.
 * @returns a function that removes the handlers
 */
function endWithProcess(leave: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const endAlone = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) === 1) process.exit(1)
  }
  process.once('exit', leave)
  for (const signal of signals) process.on(signal, endAlone)
  return () => {
    process.off('exit', leave)
    for (const signal of signals) process.off(signal, endAlone)
  }
}

function createFolder(dataDir: string): void {
  try {
    // Started by root, PostgreSQL runs as another user, who must be able to enter this folder.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (cause) {
    throw new EmbeddedProblem(`The folder ${dataDir} cannot be made: choose another with DATA_DIR`, { cause })
  }
}

/** The server's password, generated once and readable only by this user. */
function passwordIn(file: string): string {
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw foreign(file, error)
  }
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw foreign(file, error)
  }
}

const foreign = (file: string, cause: unknown) =>
  new EmbeddedProblem(`${file} belongs to another user: start as that user, or choose another folder with DATA_DIR`, {
    cause,
  })

/** Runs initdb under a temporary name, so that a process that dies halfway leaves no broken folder. */
function initialise(folder: string, account: Account, password: string, test: boolean): void {
  const parent = path.dirname(folder)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new-`))
      rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const fresh = `${folder}.new-${randomBytes(6).toString('hex')}`
  const passwordFile = `${fresh}.password`
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
  if (account.ids) {
    for (const one of [fresh, passwordFile]) chownSync(one, account.ids.uid, account.ids.gid)
  }
  const [command, args] = account.command('initdb', [
    '-D',
    fresh,
    '-U',
    'portal',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(test ? ['--no-sync'] : []),
  ])
  const result = spawnSync(command, args, { ...account.ids, env: account.env, encoding: 'utf8' })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new EmbeddedProblem(`PostgreSQL could not be set up in ${folder}: ${result.stderr || String(result.error)}`)
  }
  renameSync(fresh, folder)
}

function readState(file: string): State | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch {
    return undefined
  }
}

function writeState(file: string, state: State): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
