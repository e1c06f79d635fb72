import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditedEvent } from '#contract/events/office.ts'
import type { RepeatRule } from '#contract/events/repeat.ts'
import { eventSeries, type EventSeries } from '#contract/events/series.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { editedEventQuery } from './queries.ts'

/** A series of events with all its dates. */
export const seriesQuery = (orgId: string, seriesId: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'office', orgId, 'series', seriesId],
    queryFn: ({ signal }) => call(eventSeries.item, { orgId, seriesId }, { signal }),
  })

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
    create: useMutation({
      mutationFn: ({ eventId, rule }: { eventId: string; rule: RepeatRule }) =>
        call(eventSeries.create, { orgId, eventId, rule }),
      onSuccess,
      onError,
    }),
    change: useMutation({
      mutationFn: ({ series: { id, version }, rule }: { series: EventSeries; rule: RepeatRule }) =>
        call(eventSeries.change, { orgId, seriesId: id, version, rule }),
      onSuccess,
      onError,
    }),
    publish: useMutation({
      mutationFn: ({ id }: EventSeries) => call(eventSeries.publish, { orgId, seriesId: id }),
      onSuccess: ({ series }) => onSuccess(series),
      onError,
    }),
    follow: useMutation({
      mutationFn: ({ event: { id, version }, field }: { event: EditedEvent; field: string }) =>
        call(eventSeries.follow, { orgId, eventId: id, version, field }),
      onSuccess: (event: EditedEvent) => cache.setQueryData(editedEventQuery(orgId, event.id).queryKey, event),
      onError,
    }),
  }
}
