import { readFileSync } from 'node:fs'

/** A process that may have ended, its number possibly taken by another since. */
export interface Process {
  readonly pid: number
  /** When it started, where the system tells (Linux). */
  readonly started?: string
  /** Its program's name, where the system tells. */
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
