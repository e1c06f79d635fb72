import { notifications } from '#contract/notifications/notifications.ts'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'

export type Filter = 'all' | 'unread'

/** The unread count and the newest unread notifications. Never fetched on its own: the stream updates it. */
export const bellQuery = (memberId: string) =>
  callQuery(
    [...queryKeys.notifications, 'bell', memberId],
    notifications.bell,
    {},
    { staleTime: Number.POSITIVE_INFINITY, enabled: false },
  )

/** Query key of the notification pages, of all filters or of one. */
export const pagesKey = (filter?: Filter) => [...queryKeys.notifications, 'pages', ...(filter ? [filter] : [])]

export const pagesQuery = (filter: Filter) =>
  pagesBefore(
    pagesKey(filter),
    notifications.page,
    { ...(filter === 'unread' && { unread: 'true' as const }) },
    { refetchOnWindowFocus: 'always' },
  )
