import { ApiProblem, isUnreachable } from '#web/api/client.ts'
import { openCopy } from '#web/api/offline-copy.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { eventsOfDaysQuery, ticketsQuery } from '#web/features/events/queries.ts'

interface Days {
  readonly from: string
  readonly until: string
}

/** After this many milliseconds the page shows the offline copy until the network responds. */
const timeoutMs = 2_500

/** Loads a page's data, or shows the offline copy when the network is down. Never replaces newer data. */
export async function loadOrOffline(readerId: string, load: () => Promise<unknown>, days?: Days): Promise<void> {
  if (currentSession().status !== 'signed-in') await showOfflineCopy(readerId, days)
  const timeout = new Promise((_, reject) => setTimeout(() => reject(new ApiProblem('timeout', 0)), timeoutMs))
  try {
    await Promise.race([load(), timeout])
  } catch (error) {
    if (error instanceof ApiProblem && isUnreachable(error)) await showOfflineCopy(readerId, days)
  }
}

async function showOfflineCopy(readerId: string, days: Days | undefined): Promise<void> {
  const copy = await openCopy().catch(() => null)
  if (copy?.memberId !== readerId) return
  const { queryKey } = ticketsQuery(readerId)
  if (copy.tickets && !queryClient.getQueryData(queryKey))
    queryClient.setQueryData(queryKey, copy.tickets.data, { updatedAt: copy.tickets.at })
  if (!days || !copy.days) return
  const { at, data } = copy.days
  const eventsKey = eventsOfDaysQuery({ mine: 'true', ...days }).queryKey
  // The copy does not cover other days.
  const covers = data.from <= days.from && days.until <= data.until
  if (covers && !queryClient.getQueryData(eventsKey))
    queryClient.setQueryData(eventsKey, { items: data.items, cut: data.cut }, { updatedAt: at })
}
