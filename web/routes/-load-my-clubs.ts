import { peopleQuery } from '#web/api/acting/people.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { prefetch, queryClient, withTimeout } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { invitationsQuery } from '#web/features/members/queries.ts'
import { membershipsOfQuery, membershipsQuery } from '#web/features/memberships/queries.ts'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'

/** Unpaid orders, always refetched: another browser may have paid or created one. */
export const loadUnpaid = (memberId: string) => withTimeout(queryClient.prefetchQuery(unpaidQuery(memberId)))

/** The family's memberships, or those of the person acted for, and pending invitations. */
async function loadNeeds(member: { readonly id: string; readonly email: string | null }, subject: string) {
  const memberships = async () => {
    const people = subject === member.id ? ((await prefetch(peopleQuery(member.id))) ?? []) : []
    await prefetch(membershipsOfQuery([subject, ...people.map((person) => person.member.id)], queryClient))
  }
  const invitations = member.email !== null && subject === member.id && prefetch(invitationsQuery(member.email))
  await Promise.all([memberships(), invitations])
}

export async function loadMyClubs() {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  await Promise.all([
    prefetch(membershipsQuery(subject)),
    prefetch(organisationsQuery),
    loadUnpaid(session.member.id),
    withTimeout(loadNeeds(session.member, subject)),
  ])
}
