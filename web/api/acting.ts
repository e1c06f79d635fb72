import { useSyncExternalStore } from 'react'
import type { Acting } from '#contract/acting.ts'
import { chooseActingFor } from './acting-for.ts'
import type { ApiProblem } from './http-client.ts'

/** Acting for somebody that came to an end without the reader's doing, and why. */
export interface ActingEnd {
  /** Null: it was over before this page was loaded. */
  readonly acting: Acting | null
  readonly problem: ApiProblem
}

interface State {
  /** Null: the reader acts for themselves. */
  readonly acting: Acting | null
  readonly end: ActingEnd | null
}

let state: State = { acting: null, end: null }
const listeners = new Set<() => void>()

function set(next: State) {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const currentActing = (): Acting | null => state.acting
export const useActing = (): Acting | null => useSyncExternalStore(subscribe, currentActing)
export const useActingEnd = (): ActingEnd | null => useSyncExternalStore(subscribe, () => state.end)

/** Acts for somebody from the next call on; null: for oneself. */
export function act(acting: Acting | null): void {
  chooseActingFor(acting?.member.id ?? null)
  set({ acting, end: null })
}

/** What was chosen before this page was loaded goes on, or does not, and why. */
export function resume(result: { acting: Acting | null } | { problem: ApiProblem }): void {
  if ('acting' in result) return act(result.acting)
  chooseActingFor(null)
  set({ acting: null, end: { acting: null, problem: result.problem } })
}

/** The person as the server now has them. */
export function replaceSubject(member: Acting['member']): void {
  if (state.acting?.member.id === member.id) set({ ...state, acting: { ...state.acting, member } })
}

/**
 * Hears every refusal. Where the family link ended, the reader is back to themselves with the next call. Where an
 * impersonation ended, the choice stays until the page is loaded anew: all of it shows the member, and what is still sent
 * from it must go on being refused.
 */
export function hearRefusal(problem: ApiProblem): void {
  const { acting } = state
  if (!acting || state.end) return
  if (problem.code === 'impersonation_ended') set({ acting, end: { acting, problem } })
  if (problem.code !== 'acting_for_ended') return
  chooseActingFor(null)
  set({ acting: null, end: { acting, problem } })
}

/** The reader was told. */
export function forgetActingEnd(): void {
  set({ ...state, end: null })
}
