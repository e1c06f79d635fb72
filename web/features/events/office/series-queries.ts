import { useQueryClient } from '@tanstack/react-query'
import { eventSeries, type EventSeries } from '#contract/events/series.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'
import { editedEventQuery } from './queries.ts'

/** A series of events with all its dates. */
export const seriesQuery = (orgId: string, seriesId: string) =>
  callQuery([...queryKeys.events, 'office', orgId, 'series', seriesId], eventSeries.item, { orgId, seriesId })

/** The changes of an office to a series. Each refetches the club's events, and what members see. */
export function useSeriesChanges(orgId: string) {
  const cache = useQueryClient()
  const onSuccess = (series: EventSeries) => {
    cache.setQueryData(seriesQuery(orgId, series.id).queryKey, series)
    void cache.invalidateQueries({ queryKey: queryKeys.events })
  }
  // Somebody else was faster: what they did is shown.
  const onError = () => void cache.invalidateQueries({ queryKey: [...queryKeys.events, 'office', orgId] })
  return {
    create: useCall(eventSeries.create, { orgId }, { onSuccess, onError }),
    change: useCall(eventSeries.change, { orgId }, { onSuccess, onError }),
    publish: useCall(eventSeries.publish, { orgId }, { onSuccess: ({ series }) => onSuccess(series), onError }),
    follow: useCall(
      eventSeries.follow,
      { orgId },
      { onSuccess: (event) => cache.setQueryData(editedEventQuery(orgId, event.id).queryKey, event), onError },
    ),
  }
}
