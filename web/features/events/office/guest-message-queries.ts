import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { clubMessages } from '#contract/notifications/club-messages.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import type { Chosen, EventOfClub } from './registration-queries.ts'

const POLL_MS = 3000

const ofEvent = ({ orgId, eventId }: EventOfClub) => [...queryKeys.events, 'office', orgId, 'messages', eventId]

/** Who would read a message to guests, and our words around it for one of them. */
export const messagePreviewQuery = (event: EventOfClub, chosen: Chosen, readerId: string | undefined) =>
  queryOptions({
    queryKey: [...ofEvent(event), 'preview', chosen, readerId],
    queryFn: ({ signal }) =>
      call(guestMessages.preview, { ...event, ...chosen, ...(readerId && { readerId }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The messages to an event's guests, read often while one goes out. */
export const guestMessagesQuery = (event: EventOfClub) =>
  infiniteQueryOptions({
    queryKey: [...ofEvent(event), 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(clubMessages.list, { ...event, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ messages }) => messages.some(({ state }) => state === 'waiting' || state === 'sending'))
        ? POLL_MS
        : false,
  })

export const failedReadersQuery = (event: EventOfClub, messageId: string) =>
  queryOptions({
    queryKey: [...ofEvent(event), 'failures', messageId],
    queryFn: ({ signal }) => call(clubMessages.failures, { orgId: event.orgId, messageId }, { signal }),
  })

export function useGuestMessages(event: EventOfClub) {
  const cache = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ofEvent(event) }),
      cache.invalidateQueries({ queryKey: queryKeys.office }),
    ])
  return {
    send: useMutation({
      mutationFn: (wish: Omit<Input<typeof guestMessages.send>, keyof EventOfClub>) =>
        call(guestMessages.send, { ...event, ...wish }),
      onSuccess,
    }),
    retry: useMutation({
      mutationFn: (messageId: string) => call(clubMessages.retry, { orgId: event.orgId, messageId }),
      onSuccess,
    }),
  }
}
