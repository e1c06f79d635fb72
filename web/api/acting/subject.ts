import type { Member } from '#contract/members.ts'
import { actingState, useActingState } from './acting.ts'
import { currentSession, useSession, useSessionState, type SessionState } from '../session/session.ts'

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

const readerIdOf = (session: SessionState): string | null =>
  session.status === 'signed-in' ? session.member.id : session.status === 'signed-out' ? session.keptId : null

/** Who reads tickets and calendar: also somebody of whom this browser keeps them, as long as nobody can sign in. */
export const currentReaderId = () => readerIdOf(currentSession())

/** The same on a page that is read without network, too; `subjectId`: of whom it speaks. */
export function useReader(): { readonly id: string; readonly subjectId: string } {
  const id = readerIdOf(useSessionState())
  const { acting } = useActingState()
  if (id === null) throw new Error('Nobody reads this page')
  return { id, subjectId: acting && acting.as !== 'impersonator' ? acting.member.id : id }
}
