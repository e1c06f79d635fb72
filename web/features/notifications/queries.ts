import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { notifications } from '#contract/notifications/notifications.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

export type Filter = 'all' | 'unread'

/** The unread count and the newest unread notifications. Never fetched on its own: the stream updates it. */
export const bellQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.notifications, 'bell', memberId],
    queryFn: ({ signal }) => call(notifications.bell, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })

/** Query key of the notification pages, of all filters or of one. */
export const pagesKey = (filter?: Filter) => [...queryKeys.notifications, 'pages', ...(filter ? [filter] : [])]

export const pagesQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: pagesKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        notifications.page,
        { ...(pageParam && { before: pageParam }), ...(filter === 'unread' && { unread: 'true' as const }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: 'always',
  })
