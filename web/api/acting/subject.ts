import type { Member } from '#contract/members/members.ts'
import { actingState, useActingState } from './acting.ts'
import { currentSession, type SessionState, useSession, useSessionState } from '../session/session.ts'

/**
 * The member whose memberships, tickets and purchases are shown: the relative or participant acted for, otherwise the
 * user. An impersonated member counts as the user.
 */
export function useSubject(): Member {
  const { member } = useSession()
  const { acting } = useActingState()
  return acting && acting.as !== 'impersonator' ? acting.member : member
}

/** Like `useSubject`, for route loaders; null when signed out. */
export function currentSubjectId(): string | null {
  const session = currentSession()
  return session.status === 'signed-in' ? (actingState().acting?.member.id ?? session.member.id) : null
}

const readerIdOf = (session: SessionState): string | null =>
  session.status === 'signed-in' ? session.member.id : session.status === 'signed-out' ? session.offlineMemberId : null

/** Whose tickets and calendar to show: the signed-in user, or offline the owner of the copy in this browser. */
export const currentReaderId = () => readerIdOf(currentSession())

/** Like `currentReaderId`, for pages that also work offline; `subjectId` is the person shown. */
export function useReader(): { readonly id: string; readonly subjectId: string } {
  const id = readerIdOf(useSessionState())
  const { acting } = useActingState()
  if (id === null) throw new Error('No signed-in reader')
  return { id, subjectId: acting && acting.as !== 'impersonator' ? acting.member.id : id }
}
