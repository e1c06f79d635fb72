import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { events, type EventSummary } from '#contract/events/events.ts'
import { tickets } from '#contract/events/tickets.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useSession } from '#web/api/session/session.ts'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { type ListFilter, onceUnless } from './public-queries.ts'

const pageSize = 12

/** Coming events, paginated. */
export const eventsQuery = (filter: ListFilter, limit = pageSize) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.events, 'list', filter, limit],
    queryFn: ({ signal, pageParam }) =>
      call(
        events.list,
        { ...filter, ...onceUnless(filter), limit: String(limit), ...(pageParam !== '' && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: readonly EventSummary[]) => (page.length < limit ? null : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  })

/** Coming events of the user's clubs that somebody in the family can book. */
export const forMeQuery = eventsQuery({ mine: 'true', fits: 'true' }, 24)

/** The next events of all clubs, for a family that none of its own fits. */
export const allEventsQuery = eventsQuery({}, 6)

/** The first events on a club's page. */
export const eventsOfClubQuery = (orgId: string) => eventsQuery({ orgId }, 3)

/** Page size and maximum number of pages of the calendar. */
const calendarPageSize = 100
const calendarMaxPages = 5

/** All events in a range of days; `cut` if there are more than the limit. */
export const eventsOfDaysQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'days', filter],
    queryFn: ({ signal }) =>
      readPages(
        (after) =>
          call(events.list, { ...filter, limit: String(calendarPageSize), ...(after && { after }) }, { signal }),
        { size: calendarPageSize, most: calendarMaxPages },
      ),
    placeholderData: keepPreviousData,
  })

/** Kinds of coming events, for the filter. */
export const kindsQuery = (orgId?: string) =>
  callQuery(
    [...queryKeys.events, 'kinds', orgId ?? null],
    events.kinds,
    { ...(orgId && { orgId }) },
    { staleTime: 10 * 60_000 },
  )

/** An event with its prices and, per family member, what prevents booking; read again, because availability changes. */
export const eventQuery = (eventId: string) =>
  callQuery([...queryKeys.events, 'item', eventId], events.item, { eventId }, { refetchInterval: 60_000 })

/**
 * Reads all pages of a list, with the last id as cursor.
 * @param size page size; a smaller page is the last
 * @param most maximum number of pages
 * @returns `cut` if there may be more
 */
export async function readPages<T extends { readonly id: string }>(
  readPage: (after: string | null) => Promise<readonly T[]>,
  { size, most }: { size: number; most: number },
): Promise<{ items: T[]; cut: boolean }> {
  const items: T[] = []
  for (let pages = 0; pages < most; pages++) {
    const page = await readPage(items.at(-1)?.id ?? null)
    items.push(...page)
    if (page.length < size) return { items, cut: false }
  }
  return { items, cut: true }
}

/** Refetches memberships, events and tickets after a payment; tickets also where no page shows them, for the offline copy. */
export function useReloadPurchases(): () => void {
  const cache = useQueryClient()
  const { member } = useSession()
  const reloadMemberships = useReloadMemberships()
  return useCallback(() => {
    reloadMemberships()
    void cache.invalidateQueries({ queryKey: queryKeys.events })
    void cache.invalidateQueries({ queryKey: queryKeys.tickets })
    void cache.prefetchQuery({ ...ticketsQuery(member.id), staleTime: 0 })
  }, [cache, member.id, reloadMemberships])
}

/** All of the family's tickets. Every ticket page uses this query, so one offline copy serves them all. */
export const ticketsQuery = (memberId: string) => callQuery([...queryKeys.tickets, memberId], tickets.list, {})
