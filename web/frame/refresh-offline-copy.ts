import { actingFor } from '#web/api/acting/acting.ts'
import { savePart, openCopy } from '#web/api/offline-copy.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { rangeOf } from '#web/features/events/calendar/views.ts'
import { addDays } from '#web/features/events/days.ts'
import { eventsOfDaysQuery, ticketsQuery } from '#web/features/events/queries.ts'
import { today } from '#web/ui/words/format.ts'

/** A copy younger than this is not refreshed on page load. */
const maxAgeMs = 10 * 60_000

/** Delay before refetching changed tickets that no page shows. */
const refetchDelayMs = 3_000

const daysAhead = 150

/**
 * Keeps the signed-in user's offline copy up to date: refreshes it when old, and whenever tickets change. Does nothing
 * while acting for somebody else.
 * @returns stops it
 */
export function refreshOfflineCopy(memberId: string): () => void {
  let active = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const isCurrent = () => {
    const session = currentSession()
    return active && actingFor() === null && session.status === 'signed-in' && session.self.id === memberId
  }

  const fetchTickets = () => queryClient.fetchQuery(ticketsQuery(memberId))
  const fetchDays = async () => {
    const days = { from: rangeOf('month', today()).from, until: addDays(today(), daysAhead) }
    const events = await queryClient.fetchQuery(eventsOfDaysQuery({ mine: 'true', ...days }))
    await savePart(memberId, 'days', { ...days, ...events }, isCurrent)
  }

  const isTickets = ([first, second]: readonly unknown[]) => first === queryKeys.tickets[0] && second === memberId
  const stop = queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !isTickets(query.queryKey) || !isCurrent()) return
    const { action } = event as { action: { type: string } }
    if (action.type === 'success') {
      const { data, dataUpdatedAt } = query.state
      const tickets = data as Awaited<ReturnType<typeof fetchTickets>>
      void savePart(memberId, 'tickets', tickets, isCurrent, dataUpdatedAt).catch(() => undefined)
    } else if (action.type === 'invalidate' && !query.isActive()) {
      clearTimeout(timer)
      timer = setTimeout(() => void fetchTickets().catch(() => undefined), refetchDelayMs)
    }
  })

  const refresh = async () => {
    const copy = await openCopy()
    const isFresh = (part: { at: number } | null | undefined) => part && Math.abs(Date.now() - part.at) < maxAgeMs
    if (!isCurrent()) return
    const cached = queryClient.getQueryState(ticketsQuery(memberId).queryKey)
    const isNewer = cached?.data && !cached.isInvalidated && cached.dataUpdatedAt > (copy?.tickets?.at ?? 0)
    if (isNewer) await savePart(memberId, 'tickets', cached.data!, isCurrent, cached.dataUpdatedAt)
    else if (!isFresh(copy?.tickets)) await fetchTickets()
    if (isCurrent() && !isFresh(copy?.days)) await fetchDays()
  }
  timer = setTimeout(() => void refresh().catch(() => undefined), refetchDelayMs)

  return () => {
    active = false
    clearTimeout(timer)
    stop()
  }
}
