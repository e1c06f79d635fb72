import { type Acting, acting as endpoints } from '#contract/members/acting.ts'
import type { FamilyPerson } from '#contract/members/family.ts'
import { actingState, chooseActingFor, endsActing, setActing } from './acting.ts'
import { queryClient } from '../query-client.ts'
import { ApiProblem, call } from '../client.ts'

/** Acts for somebody from the next request on; null means for oneself. */
export function act(acting: Acting | null): void {
  chooseActingFor(acting?.member.id ?? null)
  setActing({ acting, end: null })
}

/** Acts for a family member, or for oneself again, and refetches what the page shows. */
export function startActing(person: FamilyPerson | null): void {
  act(person && { ...person, until: null })
  void queryClient.invalidateQueries()
}

/** Updates the member the user acts for with a newer version from the server. */
export function replaceSubject(member: Acting['member']): void {
  const { acting } = actingState()
  if (acting?.member.id === member.id) setActing({ acting: { ...acting, member } })
}

/** Call once the user has seen why acting ended. */
export const dismissActingEnd = () => setActing({ end: null })

/**
 * Checks that the choice made before this page loaded is still valid. Any other failure is thrown, because the page must
 * not silently act for the user instead.
 * @returns who the user acts for
 */
export async function resumeActing() {
  try {
    const { acting } = await call(endpoints.current, {})
    act(acting)
    return acting
  } catch (error) {
    if (!(error instanceof ApiProblem && endsActing(error))) throw error
    chooseActingFor(null)
    setActing({ acting: null, end: { acting: null, problem: error } })
    return null
  }
}
