import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface ChildOptions {
  readonly name: string
  /** The file that Node runs. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** Whether it works; polled until it does. */
  readonly isReady: (said: string) => boolean | Promise<boolean>
}

/** A process with a supervisor that restarts it, like an orchestrator. */
export interface Child {
  readonly name: string
  /** Whether it runs with a temporary environment. */
  readonly replaced: boolean
  /** How often it was ended by a signal, its own included. */
  readonly deaths: number
  /** The last lines of its output. */
  readonly log: readonly string[]
  /** Resolves when it works. */
  ready(): Promise<void>
  /** Resolves when the current process has ended. */
  ended(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /**
   * Replaces it by a process with this environment. The next one has the usual environment again; with `last` there is no
   * next one before another `replace`.
   */
  replace(env: Readonly<Record<string, string>>, last?: 'last'): Promise<void>
  /** Suspends it (SIGSTOP) until `goOn`. */
  pause(): void
  goOn(): void
  /** Stops it for good. */
  stop(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../..')
const LINES = 3000
const PAUSE = 150

/** All child processes, so that none outlives the harness. */
const living = new Set<ChildProcess>()
process.once('exit', () => living.forEach((child) => child.kill('SIGKILL')))

export function startChild({ name, file, env, isReady }: ChildOptions): Child {
  const log: string[] = []
  let child: ChildProcess
  let said = ''
  let deaths = 0
  let replaced = false
  let isLast = false

  function launch(more: Readonly<Record<string, string>> = {}) {
    replaced = Object.keys(more).length > 0
    said = ''
    // Ends by itself when the harness is killed.
    const args = ['--max-semi-space-size=4', '--import', path.join(root, 'scripts/start/stop-with-parent.mjs'), file]
    const common = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: path.join(root, 'dist/compile-cache') }
    child = spawn(process.execPath, args, { env: { ...common, ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    living.add(child)
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => {
        if (said.length < 20_000) said += part.toString()
        log.push(...part.toString().trimEnd().split('\n'))
        log.splice(0, log.length - LINES)
      })
    const mine = child
    mine.once('exit', (code, signal) => {
      living.delete(mine)
      log.push(`--- ${name} ended with ${signal ?? code}`)
      if (signal) deaths += 1
      if (isLast) replaced = false
      else setTimeout(() => isLast || child !== mine || launch(), signal ? 0 : PAUSE)
    })
  }
  launch()

  const ended = async (mine = child) => {
    if (mine.exitCode === null && mine.signalCode === null) await once(mine, 'exit')
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended()
  }
  const ready = async () => {
    for (const until = Date.now() + 60_000; Date.now() < until; await wait(30)) {
      const alive = child.exitCode === null && child.signalCode === null
      if (alive && (await isReady(said))) return
    }
    throw new Error(`${name} does not come up:\n${log.slice(-20).join('\n')}`)
  }

  return {
    name,
    get replaced() {
      return replaced
    },
    get deaths() {
      return deaths
    },
    log,
    ready,
    ended,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async replace(more, last) {
      isLast = true
      await kill()
      isLast = last !== undefined
      launch(more)
      await ready()
    },
    async stop() {
      isLast = true
      await kill()
    },
  }
}
