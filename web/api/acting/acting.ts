import type { Acting } from '#contract/acting.ts'
import { create } from 'zustand'
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

export const useActingState = create<ActingState>(() => ({ acting: null, end: null }))
export const { getState: actingState, setState: setActing } = useActingState

/**
 * Hears every refusal. Where the family link ended, the reader is back to themselves with the next call. Where an
 * impersonation ended, the choice stays until the page is loaded anew: all of it shows the member, and what is still sent
 * from it must go on being refused.
 */
export function hearRefusal(problem: ApiProblem): void {
  const { acting, end } = actingState()
  const over = problem.code === 'acting_for_ended'
  if (!acting || end || !(over || problem.code === 'impersonation_ended')) return
  if (over) chooseActingFor(null)
  setActing({ acting: over ? null : acting, end: { acting, problem } })
}
