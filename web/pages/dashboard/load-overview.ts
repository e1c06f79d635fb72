import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { forMeQuery } from '#web/features/events/queries.ts'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'

/** What the front page's lower half tells of events and tickets. What could not be had it says itself, or does without. */
export async function loadOverview(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await Promise.allSettled([
    queryClient.ensureInfiniteQueryData(forMeQuery),
    queryClient.ensureQueryData(ticketsQuery(session.member.id)),
  ])
}
