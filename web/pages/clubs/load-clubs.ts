import { notFound } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { buyableIds, peopleQuery } from '#web/api/acting/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { clubThreadsQuery, threadsQuery } from '#web/features/conversations/queries.ts'
import { eventsOfClubQuery } from '#web/features/events/queries.ts'
import { membershipsOfQuery, membershipsQuery } from '#web/features/memberships/queries.ts'
import { directoryQuery, profileQuery } from '#web/features/organisations/directory.ts'
import { configurationsQuery } from '#web/features/organisations/sale-queries.ts'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'
import { readyClubEvents } from './later-club-events.ts'
import { ready, soon } from '../before-drawn.ts'
import { loadMyClubs } from '../load-my-clubs.ts'

/** Milliseconds for which a page waits; then it shows what it knows and where the rest will be. */
const patience = 900

const threads = () => queryClient.ensureInfiniteQueryData(threadsQuery).catch(() => undefined)

/** The clubs that a search finds, and in which of them the member is. */
export async function loadDirectory(search: string | undefined): Promise<void> {
  const subject = currentSubjectId()
  if (subject === null) return
  await Promise.all([
    queryClient.ensureInfiniteQueryData(directoryQuery(search)).catch(() => undefined),
    ready(membershipsQuery(subject)),
  ])
}

/** A club's page. There is none of a club that the portal does not have; what could not be had the page says itself. */
export async function loadClub(orgId: string): Promise<void> {
  const session = currentSession()
  const subject = currentSubjectId()
  if (session.status !== 'signed-in' || subject === null) return
  const { id } = session.member
  const around = async () => {
    const people = subject === id ? await ready(peopleQuery(id)) : undefined
    const shown = subject === id ? [id, ...(people ?? []).map(({ member }) => member.id)] : [subject]
    const buyers = subject === id ? buyableIds(id, people) : [subject]
    await Promise.all([ready(membershipsOfQuery(shown, queryClient)), ready(configurationsQuery(orgId, buyers))])
  }
  const events = queryClient.ensureInfiniteQueryData(eventsOfClubQuery(orgId)).catch(() => undefined)
  const shownLater = readyClubEvents().catch(() => undefined)
  const work = [around(), events, shownLater, ready(clubThreadsQuery(orgId))].map(soon)
  await queryClient.ensureQueryData(profileQuery(orgId)).catch((error: unknown) => {
    if (isUnknownClub(error)) throw notFound()
  })
  await Promise.all(work)
}

/** Whether there is no such club, or no longer. */
export const isUnknownClub = (error: unknown) => error instanceof ApiProblem && error.code === 'organisation_not_found'

/** What the family is in, and what waits for it there. */
export async function loadOwnClubs(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await Promise.all([loadMyClubs(), soon(ready(ticketsQuery(session.member.id)), patience), soon(threads(), patience)])
}
