import { create } from 'zustand'
import type { Acting } from '#contract/acting.ts'
import { ACTING_FOR, type Endpoint } from '#contract/endpoint.ts'
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
export function handleRefusal(problem: ApiProblem): void {
  const { acting, end } = actingState()
  const over = problem.code === 'acting_for_ended'
  if (!acting || end || !(over || problem.code === 'impersonation_ended')) return
  if (over) chooseActingFor(null)
  setActing({ acting: over ? null : acting, end: { acting, problem } })
}

// This tab's: two tabs may act for two people.
const key = 'portal.acting-for'

/** The member for whom the person signed in acts in this tab; null for themselves. The server checks it at every call. */
export const actingFor = (): string | null => sessionStorage.getItem(key)

/** Acts for another from now on, or for oneself again. The page keeps what it shows until it asks anew. */
export function chooseActingFor(memberId: string | null): void {
  if (memberId === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, memberId)
}

/** The header that names whom a call is for. */
export function actingHeader({ asOneself }: Endpoint): Record<string, string> {
  const memberId = actingFor()
  return memberId === null || asOneself ? {} : { [ACTING_FOR]: memberId }
}
