import { waiting } from '#contract/events/waiting.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

/** How many wait at an event, and the caller's own wish. */
export const waitingQuery = (eventId: string) =>
  callQuery([...queryKeys.events, 'waiting', eventId], waiting.ofEvent, { eventId }, { refetchInterval: 60_000 })

/** Everything that the caller waits for. */
export const myWishesQuery = callQuery([...queryKeys.events, 'wishes'], waiting.mine, {})

// Also after a refusal: they may have joined in another tab.
const useReloadAll = () => useReload(queryKeys.events, queryKeys.orders, queryKeys.tickets)

export const useJoin = () => useCall(waiting.join, {}, { onSettled: useReloadAll() })

export const useLeave = () => useCall(waiting.leave, {}, { onSettled: useReloadAll() })
