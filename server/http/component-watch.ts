import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from './log.ts'

export interface ComponentWatch {
  /** The components that are checked. */
  readonly names: readonly string[]
  /** Current faults by component, in the order of the checks, from the last one. Only the first caller waits, two seconds at most. */
  faults(): Promise<Record<string, string>>
}

export interface ComponentWatchOptions {
  /** Each returns what is wrong, or null. */
  readonly checks: Record<string, () => Promise<string | null>>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Milliseconds between checks; shorter while a component seems to change. */
const OLD = 30_000
const CHANGING = 5000
const FIRST_ANSWER = 2000

interface Part {
  fault: string | null
  /** The last check differed from `fault`; a second one in a row replaces it. */
  differs: boolean
}

/**
 * Remembers whether external components answer, and checks again when asked after a while. A component counts as degraded, or as
 * recovered, after two checks in a row, so that one lost packet changes nothing.
 */
export function watchComponents({ checks, log, now = () => performance.now() }: ComponentWatchOptions): ComponentWatch {
  const parts = new Map<string, Part>()
  let recheckAt = -Infinity
  let first: Promise<unknown> | undefined

  async function look(name: string, check: () => Promise<string | null>) {
    const found = await check().catch((error: Error) => error.message)
    const part = parts.get(name)
    const isNews = part ? (found === null) !== (part.fault === null) : found !== null
    const confirmed = !part || !isNews || part.differs
    parts.set(name, { fault: confirmed ? found : part.fault, differs: isNews && !confirmed })
    if (!confirmed) recheckAt = Math.min(recheckAt, now() + CHANGING)
    else if (isNews && found !== null) log.warn({ part: name, reason: found }, 'Degraded')
    else if (isNews) log.info({ part: name }, 'No longer degraded')
  }

  return {
    names: Object.keys(checks),
    async faults() {
      if (now() >= recheckAt) {
        recheckAt = now() + OLD
        const looked = Promise.all(Object.entries(checks).map(([name, check]) => look(name, check)))
        first ??= Promise.race([looked, wait(FIRST_ANSWER, undefined, { ref: false })])
      }
      await first
      const faults = Object.keys(checks).map((name) => [name, parts.get(name)?.fault ?? null] as const)
      return Object.fromEntries(faults.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])))
    },
  }
}
