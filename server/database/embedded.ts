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
  /** Leaves; the last process that leaves stops the server. */
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Fast and forgetful: for tests only. */
  readonly test?: boolean
  /** Hears when the server ended by itself and was started again, or why it could not be yet. */
  readonly onRevival?: (failure?: unknown) => void
}

/** What the processes that share one server know of it. */
interface State {
  port: number
  users: Process[]
}

/**
 * Starts PostgreSQL in `dataDir`, or joins the one that another living process of ours started there. One that nobody
 * living uses any more is stopped and started anew; one that ends while it is used is started again at the same address by
 * whichever of its users sees it first. Throws an `EmbeddedProblem` that says what to do.
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
    // The port of last time where it is still free, so that open tools find it again.
    const free = await freePort(state?.port)
    await launch(folder, account, free, test)
    writeState(stateFile, { port: free, users: [thisProcess()] })
    return free
  }).catch((error: unknown) => {
    endGuard()
    throw error
  })

  const endCare = keepRunning(folder, () => alone(() => launch(folder, account, port, test)), onRevival)

  return {
    url: `postgres://portal:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await endCare()
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
 * Runs `leave` when the process ends before it could leave in order: by Ctrl-C while it starts, or an error. Whoever listens to signals
 * leaves by itself.
 * @returns a function that ends this
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
    // Root's PostgreSQL runs as another user, who has to reach its folder through this one.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (cause) {
    throw new EmbeddedProblem(`The folder ${dataDir} cannot be made: choose another with DATA_DIR`, { cause })
  }
}

/** The random password of a new server, readable by this user only. */
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

/** A server that was only half set up when its process died leaves nothing behind under the real name. */
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
