import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type CancelRun, eventCancel, isUnapproved } from '#contract/events/cancel.ts'
import { call } from '#web/api/client.ts'
import { callQuery, nullIfNone } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'
import { editedEventQuery } from './queries.ts'

const RUN_POLL_MS = 3000
const WAITING_POLL_MS = 20_000

const ofEvent = (orgId: string, eventId: string) => [...queryKeys.events, 'office', orgId, 'cancel', eventId]

/** The effect of cancelling an event, or this and the later dates of its series; while it waits, the sum of the refunds. */
export const cancelPreviewQuery = (orgId: string, eventId: string, scope: 'one' | 'later' = 'one') =>
  callQuery(
    [...ofEvent(orgId, eventId), 'preview', scope],
    eventCancel.preview,
    { orgId, eventId, scope },
    { staleTime: 0 },
  )

/** How far the cancellation of an event is; null if it is not cancelled. */
export const cancelRunQuery = (orgId: string, eventId: string) =>
  queryOptions({
    queryKey: [...ofEvent(orgId, eventId), 'run'],
    queryFn: ({ signal }) => call(eventCancel.run, { orgId, eventId }, { signal }).catch(nullIfNone),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' ? RUN_POLL_MS : data && isUnapproved(data) ? WAITING_POLL_MS : false,
  })

/** An office's changes to a cancellation. Each shows the run as it is then, and refetches what it changes. */
export function useCancelChanges(orgId: string, eventId: string) {
  const cache = useQueryClient()
  const onSuccess = async (run: CancelRun) => {
    const isStopped = run.state === 'stopped'
    cache.setQueryData(cancelRunQuery(orgId, eventId).queryKey, isStopped ? null : run)
    for (const one of run.dates)
      if (one.eventId !== eventId) void cache.invalidateQueries({ queryKey: ofEvent(orgId, one.eventId) })
    await cache.invalidateQueries({ queryKey: editedEventQuery(orgId, eventId).queryKey })
    void cache.invalidateQueries({ queryKey: queryKeys.events, predicate: ({ queryKey }) => queryKey[3] !== 'cancel' })
    void cache.invalidateQueries({ queryKey: queryKeys.office })
  }
  const one = { orgId, eventId }
  // There are other dates, or somebody else was faster: numbers and run are as they are now.
  const onError = () => cache.invalidateQueries({ queryKey: ofEvent(orgId, eventId) })
  return {
    start: useCall(eventCancel.start, one, { onSuccess, onError }),
    approve: useCall(eventCancel.approve, one, { onSuccess }),
    decline: useCall(eventCancel.decline, one, { onSuccess, onError }),
    ask: useCall(eventCancel.ask, one, { onSuccess }),
    retry: useCall(eventCancel.retry, one, { onSuccess }),
    stop: useCall(eventCancel.stop, one, { onSuccess }),
  }
}
