import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { callQuery } from '#web/api/call-query.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

/** The user's calendar subscriptions, and what they can subscribe to. Calendars read meanwhile. */
export const feedsQuery = callQuery(['calendar-feeds'], calendarFeeds.list, {}, { staleTime: 0 })

export function useFeedChanges() {
  const onSettled = useReload(feedsQuery.queryKey)
  return {
    create: useCall(calendarFeeds.create, {}, { onSettled }),
    revoke: useCall(calendarFeeds.revoke, {}, { onSettled }),
  }
}
