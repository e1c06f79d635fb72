import type { Member } from '#contract/members.ts'
import { actingState, useActingState } from './acting.ts'
import { currentSession, useSession } from './session.ts'

/**
 * The person of whom memberships, tickets and purchases speak: a relative or participant for whom the reader acts, else
 * the reader. Whom a super admin acts as is the reader on every page.
 */
export function useSubject(): Member {
  const { member } = useSession()
  const { acting } = useActingState()
  return acting && acting.as !== 'impersonator' ? acting.member : member
}

/** The same for what loads a page; null when nobody is signed in. */
export function currentSubjectId(): string | null {
  const session = currentSession()
  return session.status === 'signed-in' ? (actingState().acting?.member.id ?? session.member.id) : null
}
