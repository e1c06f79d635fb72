import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { waiting } from '#contract/events/waiting.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** How many wait at an event, and the caller's own wish. */
export const waitingQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'waiting', eventId],
    queryFn: ({ signal }) => call(waiting.ofEvent, { eventId }, { signal }),
    refetchInterval: 60_000,
  })

/** Everything that the caller waits for. */
export const myWishesQuery = queryOptions({
  queryKey: [...queryKeys.events, 'wishes'],
  queryFn: ({ signal }) => call(waiting.mine, {}, { signal }),
})

function useReload() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [queryKeys.events, queryKeys.orders, queryKeys.tickets].map((queryKey) => cache.invalidateQueries({ queryKey })),
    )
}

export const useJoin = () => {
  // Also after a refusal: they may have joined in another tab.
  const onSettled = useReload()
  return useMutation({ mutationFn: (input: Input<typeof waiting.join>) => call(waiting.join, input), onSettled })
}

export const useLeave = () => {
  const onSettled = useReload()
  return useMutation({ mutationFn: (wishId: string) => call(waiting.leave, { wishId }), onSettled })
}
