import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A process that may have ended and whose pid may have been reused. */
export interface Process {
  readonly pid: number
  /** When it started; on Linux only. */
  readonly started?: string
  /** Its program's name; compared on Linux only. */
  readonly program?: string
}

export const thisProcess = (): Process => {
  const started = startOf(process.pid)
  return { pid: process.pid, ...(started ? { started } : {}) }
}

export function isAlive({ pid, started, program }: Process): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const [name, state, now] = statusOf(pid)
  if (state === 'Z') return false
  if (program && name && name !== program) return false
  return !started || !now || started === now
}

const startOf = (pid: number): string | undefined => statusOf(pid)[2]

/** Name, state and start time from /proc; empty on other systems. */
function statusOf(pid: number): [name?: string, state?: string, started?: string] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), rest[0], rest[19]]
  } catch {
    return []
  }
}

/** Runs `work` while holding a lock file. The lock of a dead process is taken over. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ ...thisProcess(), at: performance.now() })
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const before = read(file)
    await wait(30 + Math.random() * 40)
    // Two processes may find the same stale lock. Reading it twice keeps one from removing the other's new lock.
    if (before !== undefined && before === read(file) && !isAlive(holder(before))) rmSync(file, { force: true })
  }
  try {
    return await work()
  } finally {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function holder(text: string): Process {
  try {
    return JSON.parse(text) as Process
  } catch {
    // Truncated by a crash while writing: a pid that nobody has.
    return { pid: 2 ** 30 }
  }
}
