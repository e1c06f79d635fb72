import { create } from 'zustand'
import type { Acting } from '#contract/members/acting.ts'
import { ACTING_FOR, type Endpoint } from '#contract/endpoint.ts'
import type { ApiProblem } from '../http-client.ts'

export interface ActingState {
  /** Null when users act for themselves. */
  readonly acting: Acting | null
  /** Set when acting ended without the user ending it. Shown once. */
  readonly end: {
    /** Null when it ended before this page loaded. */
    readonly acting: Acting | null
    readonly problem: ApiProblem
  } | null
}

export const useActingState = create<ActingState>(() => ({ acting: null, end: null }))
export const { getState: actingState, setState: setActing } = useActingState

/** Whether a super admin acts as a member, who alone may agree and pay. */
export const impersonates = ({ acting }: ActingState): boolean => acting?.as === 'impersonator'

const isFamilyLinkEnd = ({ code }: ApiProblem) => code === 'acting_for_ended'

/** Whether the server refuses to let the user act for the member any longer. */
export const endsActing = (problem: ApiProblem): boolean =>
  isFamilyLinkEnd(problem) || problem.code === 'impersonation_ended'

/**
 * Handles refusals that end acting. After an impersonation the header stays until the page reloads: the page still
 * shows the member, so its requests must keep failing.
 */
export function handleRefusal(problem: ApiProblem): void {
  const { acting, end } = actingState()
  if (!acting || end || !endsActing(problem)) return
  const familyLinkEnded = isFamilyLinkEnd(problem)
  if (familyLinkEnded) chooseActingFor(null)
  setActing({ acting: familyLinkEnded ? null : acting, end: { acting, problem } })
}

// In session storage, because two tabs may act for two people.
const key = 'portal.acting-for'

/** The member this tab acts for, or null. The server checks it on every request. */
export const actingFor = (): string | null => sessionStorage.getItem(key)

/** Sets who this tab acts for. Does not refetch what the page shows. */
export function chooseActingFor(memberId: string | null): void {
  if (memberId === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, memberId)
}

/** The header that names the member a request is for. */
export function actingHeader({ asOneself }: Endpoint): Record<string, string> {
  const memberId = actingFor()
  return memberId === null || asOneself ? {} : { [ACTING_FOR]: memberId }
}
