import { queryClient } from '#web/api/query-client.ts'
import { currentReaderId } from '#web/api/acting/subject.ts'
import { ticketsQuery } from '#web/features/events/tickets/queries.ts'
import { unlessKept } from '../show-kept.ts'

/** The family's tickets, before a page of them is drawn. What could not be had the page says itself. */
export async function loadTickets(): Promise<void> {
  const readerId = currentReaderId()
  if (readerId === null) return
  await unlessKept(readerId, () => queryClient.ensureQueryData(ticketsQuery(readerId)))
}
