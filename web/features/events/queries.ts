import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { events, type EventSummary } from '#contract/events.ts'
import type { Input } from '#contract/endpoint.ts'
import { tickets } from '#contract/tickets.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'

type Asked = Omit<Input<typeof events.list>, 'after' | 'limit'>

/** How many a list shows at first, and how many come with each "show more". */
const pageSize = 12

/** Coming events that a list asks for, page by page. */
export const eventsQuery = (asked: Asked, limit = pageSize) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.events, 'list', asked, limit],
    queryFn: ({ signal, pageParam }) =>
      call(events.list, { ...asked, limit: String(limit), ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: readonly EventSummary[]) => (page.length < limit ? null : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  })

/** Coming events of one's clubs that somebody of the family may go to. */
export const forMeQuery = eventsQuery({ mine: 'true', fits: 'true' }, 24)

/** What a club's own page shows of its events at first. */
export const eventsOfClubQuery = (orgId: string) => eventsQuery({ orgId }, 3)

/** So many the server gives at once, and so often a calendar asks for more. */
const mostAtOnce = 100
const mostPages = 5

/** Events of some days, all at once; `cut`: there are more than are shown. */
export const eventsOfDaysQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'days', asked],
    queryFn: ({ signal }) =>
      readPages(
        (after) => call(events.list, { ...asked, limit: String(mostAtOnce), ...(after && { after }) }, { signal }),
        { size: mostAtOnce, most: mostPages },
      ),
    placeholderData: keepPreviousData,
  })

/** The kinds of open events. */
export const kindsQuery = (orgId?: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'kinds', orgId ?? null],
    queryFn: ({ signal }) => call(events.kinds, orgId ? { orgId } : {}, { signal }),
    staleTime: 10 * 60_000,
  })

/** One event with its prices, and for each of the family what stands in the way. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'item', eventId],
    queryFn: ({ signal }) => call(events.item, { eventId }, { signal }),
    // Places go while a page stands open.
    refetchInterval: 60_000,
  })

/**
 * Everything that comes in pages, each asked for by the last of the page before.
 * @param size of a whole page: a smaller one is the last. @param most pages that are read
 * @returns `cut` when there may be more
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

/** Memberships, events and tickets are out of date: something with places at an event was paid. */
export function useReloadPurchases(): () => void {
  const cache = useQueryClient()
  const reloadMemberships = useReloadMemberships()
  return useCallback(() => {
    reloadMemberships()
    void cache.invalidateQueries({ queryKey: queryKeys.events })
    void cache.invalidateQueries({ queryKey: queryKeys.tickets })
  }, [cache, reloadMemberships])
}

/** All tickets that the reader may show at a door. Every page of tickets reads this one answer, so that one copy serves them all. */
export const ticketsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.tickets, memberId],
    queryFn: ({ signal }) => call(tickets.list, {}, { signal }),
  })

/** Gives up a ticket that cost nothing. Its place is free: what events say of theirs is out of date. */
export function useCancelTicket(entryId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(tickets.giveUp, { entryId }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.tickets }),
        cache.invalidateQueries({ queryKey: queryKeys.events }),
      ]),
  })
}
