import { useSyncExternalStore } from 'react'
import type { Acting } from '#contract/acting.ts'
import { chooseActingFor } from './acting-for.ts'
import type { ApiProblem } from '../http-client.ts'

export interface ActingState {
  /** Null: the reader acts for themselves. */
  readonly acting: Acting | null
  /** Acting for somebody that came to an end without the reader's doing, and why; told once. */
  readonly end: {
    /** Null: it was over before this page was loaded. */
    readonly acting: Acting | null
    readonly problem: ApiProblem
  } | null
}

let state: ActingState = { acting: null, end: null }
const listeners = new Set<() => void>()

export function setActing(next: ActingState) {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const actingState = () => state
export const useActingState = () => useSyncExternalStore(subscribe, actingState)

/**
 * Hears every refusal. Where the family link ended, the reader is back to themselves with the next call. Where an
 * impersonation ended, the choice stays until the page is loaded anew: all of it shows the member, and what is still sent
 * from it must go on being refused.
 */
export function hearRefusal(problem: ApiProblem): void {
  const { acting, end } = state
  const over = problem.code === 'acting_for_ended'
  if (!acting || end || !(over || problem.code === 'impersonation_ended')) return
  if (over) chooseActingFor(null)
  setActing({ acting: over ? null : acting, end: { acting, problem } })
}
