import { useEffect, useEffectEvent } from 'react'

/** The last save that did not succeed. */
export interface FailedSave<V> {
  readonly values: V
  /** Sending the same again would be in vain. */
  readonly refused: boolean
  /** Failures in a row. */
  readonly count: number
}

/** Equal to the letter. */
export const isTyped = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** How long after the last key a form is saved. */
const pauseMs = 1500
const longestPauseMs = 60_000

interface Options<V> {
  /** Unsaved values; null for none. */
  readonly unsaved: V | null
  readonly failed: FailedSave<V> | null
  readonly save: () => void
}

/**
 * Saves a pause after the last key. What could not be sent is sent again, after longer and longer pauses, and when the browser is online
 * again.
 */
export function useAutosave<V>({ unsaved, failed, save }: Options<V>): void {
  const again = unsaved && failed && isTyped(failed.values, unsaved) ? failed : null
  const next = again?.refused ? null : unsaved
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
