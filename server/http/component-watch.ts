import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from './log.ts'

export interface ComponentWatch {
  /** What is wrong by name, as it was found lately. Only the first to ask waits, and not for long. */
  faults(): Promise<Record<string, string>>
}

export interface ComponentWatchOptions {
  /** Each tells what is wrong, or null. */
  readonly checks: Record<string, () => Promise<string | null>>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
}

/** Milliseconds until what was found is looked at again; sooner while it changes. */
const OLD = 30_000
const CHANGING = 5000
const FIRST_ANSWER = 2000

interface Part {
  fault: string | null
  /** What was found last is not what is told: once more, and it is. */
  differs: boolean
}

/**
 * Remembers whether the things elsewhere answer, and looks again when somebody asks and what it knows is old. One lost packet changes
 * nothing: a part is told to be degraded, or well again, when it was found so twice in a row.
 */
export function watchComponents({ checks, log, now = () => performance.now() }: ComponentWatchOptions): ComponentWatch {
  const parts = new Map<string, Part>()
  let lookAgainAt = -Infinity
  let first: Promise<unknown> | undefined

  async function look(name: string, check: () => Promise<string | null>) {
    const found = await check().catch((error: Error) => error.message)
    const part = parts.get(name)
    const isNews = part ? (found === null) !== (part.fault === null) : found !== null
    const told = !part || !isNews || part.differs
    parts.set(name, { fault: told ? found : part.fault, differs: isNews && !told })
    if (!told) lookAgainAt = Math.min(lookAgainAt, now() + CHANGING)
    else if (isNews && found !== null) log.warn({ part: name, reason: found }, 'Degraded')
    else if (isNews) log.info({ part: name }, 'No longer degraded')
  }

  return {
    async faults() {
      if (now() >= lookAgainAt) {
        lookAgainAt = now() + OLD
        const looked = Promise.all(Object.entries(checks).map(([name, check]) => look(name, check)))
        first ??= Promise.race([looked, wait(FIRST_ANSWER, undefined, { ref: false })])
      }
      await first
      return Object.fromEntries([...parts].flatMap(([name, { fault }]) => (fault === null ? [] : [[name, fault]])))
    },
  }
}
