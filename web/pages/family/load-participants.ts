import { peopleQuery } from '#web/api/acting/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { archivedQuery, invitationsQuery } from '#web/features/members/family/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { organisationsQuery } from '#web/features/organisations/queries.ts'

/** Of more people it is not said what they hold: each asks the server by itself. */
export const MOST_HOLDERS = 8

async function people(memberId: string) {
  const found = await queryClient.ensureQueryData(peopleQuery(memberId))
  if (found.length > MOST_HOLDERS) return
  await Promise.allSettled(found.map(({ member }) => queryClient.ensureQueryData(membershipsQuery(member.id))))
}

/** The family and who waits for an answer, before the page is drawn. What could not be had the page says itself. */
export async function loadParticipants(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  const { id, email } = session.member
  await Promise.allSettled([
    people(id),
    queryClient.ensureQueryData(organisationsQuery),
    queryClient.ensureQueryData(archivedQuery(id)),
    email !== null && queryClient.ensureQueryData(invitationsQuery(email)),
  ])
}
