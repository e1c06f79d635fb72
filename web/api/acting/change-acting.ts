import { type Acting, acting as endpoints } from '#contract/acting.ts'
import type { FamilyPerson } from '#contract/family.ts'
import { actingState, chooseActingFor, setActing } from './acting.ts'
import { queryClient } from '../query-client.ts'
import { ApiProblem, call } from '../client.ts'

/** Acts for somebody from the next call on; null: for oneself. */
export function act(acting: Acting | null): void {
  chooseActingFor(acting?.member.id ?? null)
  setActing({ acting, end: null })
}

/** Acts for one of the people in reach, or for oneself again; what the page shows is asked for anew. */
export function startActing(person: FamilyPerson | null): void {
  act(person && { ...person, until: null })
  void queryClient.invalidateQueries()
}

/** The person for whom the reader acts, as the server now has them. */
export function replaceSubject(member: Acting['member']): void {
  const { acting } = actingState()
  if (acting?.member.id === member.id) setActing({ acting: { ...acting, member } })
}

/** The reader was told that it ended. */
export const forgetActingEnd = () => setActing({ end: null })

/** Asks the server whether what was chosen before this page was loaded still holds. @returns for whom the reader acts */
export async function resumeActing() {
  try {
    const { acting } = await call(endpoints.current, {})
    act(acting)
    return acting
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('internal', 0, undefined, { cause: error })
    chooseActingFor(null)
    setActing({ acting: null, end: { acting: null, problem } })
    return null
  }
}
