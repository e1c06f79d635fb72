import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '#web/api/client.ts'
import { currentLanguage } from '#web/api/language.ts'

const feedsKey = ['calendar-feeds'] as const

/** The user's calendar subscriptions, and what they can subscribe to. */
export const feedsQuery = queryOptions({
  queryKey: feedsKey,
  queryFn: ({ signal }) => call(calendarFeeds.list, {}, { signal }),
  // Calendars read meanwhile.
  staleTime: 0,
})

export function useCreateFeed() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Input<typeof calendarFeeds.create>) =>
      call(calendarFeeds.create, { ...wanted, language: currentLanguage() }),
    onSettled: () => cache.invalidateQueries({ queryKey: feedsKey }),
  })
}

export function useRevokeFeed() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (feedId: string) => call(calendarFeeds.revoke, { feedId }),
    onSettled: () => cache.invalidateQueries({ queryKey: feedsKey }),
  })
}
