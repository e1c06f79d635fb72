import { useEffect } from 'react'
import { currentSession } from '#web/api/session/session.ts'

/** What was typed and is not saved, with the version it was typed over; this tab keeps it over a reload. */
export interface Kept<V> {
  readonly values: V
  /** The `updateDate` of the member the form began with; null for somebody new. */
  readonly version: string | null
}

const keyOf = (name: string) => `draft ${name}`

export function readKept<V>(name: string): Kept<V> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Kept<V> | null
  } catch {
    return null
  }
}

export function keepValues<V>(name: string, kept: Kept<V>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept))
  } catch {
    // Then a reload forgets it.
  }
}

export function forgetValues(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Nothing was kept.
  }
}

/**
 * Forgets what was kept once the form is left. A reload, and a session that ended over it, do not leave it.
 */
export function useForgetOnLeaving(name: string): void {
  useEffect(
    () => () => {
      if (currentSession().status === 'signed-in') forgetValues(name)
    },
    [name],
  )
}
