import { queryOptions } from '@tanstack/react-query'
import type { Member } from '#contract/members.ts'
import { family, type FamilyPerson } from '#contract/family.ts'
import { actingState, useActingState } from './acting.ts'
import { currentSession, type SessionState, useSession, useSessionState } from '../session/session.ts'
import { call } from '../client.ts'
import { queryKeys } from '../query-client.ts'

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
  session.status === 'signed-in' ? session.member.id : session.status === 'signed-out' ? session.offlineMemberId : null

/** Who reads tickets and calendar: also somebody of whom this browser keeps them, as long as nobody can sign in. */
export const currentReaderId = () => readerIdOf(currentSession())

/** The same on a page that is read without network, too; `subjectId`: of whom it speaks. */
export function useReader(): { readonly id: string; readonly subjectId: string } {
  const id = readerIdOf(useSessionState())
  const { acting } = useActingState()
  if (id === null) throw new Error('Nobody reads this page')
  return { id, subjectId: acting && acting.as !== 'impersonator' ? acting.member.id : id }
}

/**
 * Everybody for whom the reader may act, and buy where `can` says so: kept for the person signed in.
 */
export const peopleQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.family, 'people', memberId],
    queryFn: ({ signal }) => call(family.people, {}, { signal }),
  })

/** The reader, and everybody for whom they may buy, as far as that is known. */
export const buyableIds = (memberId: string, people: readonly FamilyPerson[] = []): string[] => [
  memberId,
  ...people.flatMap(({ member }) => (member.can.buy ? [member.id] : [])),
]
