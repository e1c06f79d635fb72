import type { FamilyPerson } from '#contract/family.ts'
import type { Member } from '#contract/members.ts'
import { act, currentActing, useActing } from './acting.ts'
import { queryClient } from './query-client.ts'
import { currentSession, useSession } from './session.ts'

/**
 * The person of whom memberships, tickets and purchases speak: a relative or participant for whom the reader acts, else
 * the reader. Whom a super admin acts as is the reader on every page.
 */
export function useSubject(): Member {
  const { member } = useSession()
  const acting = useActing()
  return acting && acting.as !== 'impersonator' ? acting.member : member
}

/** The same for what loads a page; null when nobody is signed in. */
export function currentSubjectId(): string | null {
  const session = currentSession()
  return session.status === 'signed-in' ? (currentActing()?.member.id ?? session.member.id) : null
}

/** Acts for one of the people in reach, or for oneself again; what the page shows is asked for anew. */
export function actFor(person: FamilyPerson | null): void {
  act(person && { ...person, until: null })
  void queryClient.invalidateQueries()
}
