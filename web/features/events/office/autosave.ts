import { useEffect, useEffectEvent } from 'react'
import type { ApiProblem } from '#web/api/client.ts'
import type { EventValues } from './event-values.ts'

/** The last save that did not succeed. */
export interface FailedSave {
  readonly values: EventValues
  /** The server refused these values. */
  readonly refused: boolean
  /** Failures in a row. */
  readonly count: number
}

export const isSame = (one: EventValues, other: EventValues): boolean => JSON.stringify(one) === JSON.stringify(other)

/** How long after the last key a draft is saved. */
const pauseMs = 1500
const longestPauseMs = 60_000

interface Options {
  /** Unsaved values; null for none. */
  readonly unsaved: EventValues | null
  readonly failed: FailedSave | null
  readonly failure: ApiProblem | null
  readonly save: () => void
}

/**
 * Saves a pause after the last key. What could not be sent is sent again, after longer and longer pauses, and when the browser is online
 * again.
 */
export function useAutosave({ unsaved, failed, failure, save }: Options): void {
  const again = unsaved && failed && isSame(failed.values, unsaved) ? failed : null
  const isTemporary = !failure || failure.status === 0 || failure.status === 429 || failure.status >= 500
  const next = again && (again.refused || !isTemporary) ? null : unsaved
  const delay = again ? Math.min(longestPauseMs, pauseMs * 2 ** again.count) : pauseMs
  const saveNow = useEffectEvent(save)
  useEffect(() => {
    if (!next) return
    const now = () => saveNow()
    const timer = setTimeout(now, delay)
    addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [next, delay])
}
