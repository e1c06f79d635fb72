import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session.ts'
import { ticketsQuery } from '#web/features/tickets/queries.ts'

/** The family's tickets, before a page of them is drawn. What could not be had the page says itself. */
export async function loadTickets(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signed-in') return
  await queryClient.ensureQueryData(ticketsQuery(session.member.id)).catch(() => undefined)
}
