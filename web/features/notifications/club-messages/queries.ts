import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'

const POLL_MS = 3000

const ofClub = (orgId: string) => [...queryKeys.office, 'messages', orgId]

/** The messages about an event, or to members where it is null, read often while one goes out. */
export const clubMessagesQuery = (orgId: string, eventId: string | null) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'list', eventId],
    queryFn: ({ signal, pageParam }) => {
      const from = { orgId, ...(pageParam && { before: pageParam }) }
      return eventId
        ? call(clubMessages.list, { ...from, eventId }, { signal })
        : call(clubMessages.toMembers, from, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ messages }) => messages.some(({ state }) => state === 'waiting' || state === 'sending'))
        ? POLL_MS
        : false,
  })

export const failedReadersQuery = (orgId: string, messageId: string) =>
  callQuery([...ofClub(orgId), 'failures', messageId], clubMessages.failures, { orgId, messageId })

/** Sends the mails of a message again that were given up. */
export function useRetry(orgId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) => call(clubMessages.retry, { orgId, messageId }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.office }),
  })
}
