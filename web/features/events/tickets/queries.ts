import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { tickets } from '#contract/tickets.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** All tickets that the reader may show at a door. Every page of tickets reads this one answer, so that one copy serves them all. */
export const ticketsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.tickets, memberId],
    queryFn: ({ signal }) => call(tickets.list, {}, { signal }),
  })

/** Gives up a ticket that cost nothing. Its place is free: what events say of theirs is out of date. */
export function useGiveUpTicket(entryId: string) {
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
