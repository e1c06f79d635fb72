import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { notifications } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

export type Filter = 'all' | 'unread'

/** What the bell shows. The live line keeps it up to date, so nothing asks by itself. */
export const bellQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.notifications, 'bell', memberId],
    queryFn: ({ signal }) => call(notifications.bell, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })

/** Under which all pages of notifications are kept, or those of one filter. */
export const pagesKey = (filter?: Filter) => [...queryKeys.notifications, 'pages', ...(filter ? [filter] : [])]

/** Notifications, newest first, a page at a time. */
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
