import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EventDetail, EventSummary } from '#contract/events/answers.ts'
import type { Input } from '#contract/endpoint.ts'
import type { events } from '#contract/events/events.ts'
import { publicEvents } from '#contract/events/public.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** A visitor holds no ticket and pays as anybody does; whatever is public is enabled. */
const unregistered = { tickets: 0, paysAsMember: false, enabled: true } as const

export type ListFilter = Omit<Input<typeof events.list>, 'after' | 'limit' | 'series'>

/** Filters for visitors. */
type PublicFilter = Omit<ListFilter, 'mine' | 'fits' | 'kind'>

/** A series once, with its next date, unless days are chosen. */
export const onceUnless = ({ from, until, otherDatesOf }: Pick<ListFilter, 'from' | 'until' | 'otherDatesOf'>) =>
  from || until || otherDatesOf ? {} : ({ series: 'once' } as const)

/** Coming public events as anybody sees them. */
export const publicEventsQuery = ({ orgId, from, until, search, otherDatesOf }: PublicFilter, limit: number) => {
  const filter = {
    ...(otherDatesOf && { otherDatesOf }),
    ...(orgId && { orgId }),
    ...(from && { from }),
    ...(until && { until }),
    ...(search && { search }),
  }
  return infiniteQueryOptions({
    queryKey: [...queryKeys.events, 'public', filter as ListFilter, limit],
    queryFn: async ({ signal, pageParam }): Promise<EventSummary[]> => {
      const query = {
        ...filter,
        ...onceUnless(filter),
        limit: String(limit),
        ...(pageParam !== '' && { after: pageParam }),
      }
      return (await call(publicEvents.list, query, { signal })).map((event) => ({ ...event, ...unregistered }))
    },
    initialPageParam: '',
    getNextPageParam: (page: readonly EventSummary[]) => (page.length < limit ? null : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  })
}

export const publicEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.events, 'public-item', eventId],
    queryFn: async ({ signal }): Promise<EventDetail> => ({
      ...(await call(publicEvents.item, { eventId }, { signal })),
      ...unregistered,
      orgEmail: '',
      people: [],
    }),
    // Availability changes.
    refetchInterval: 60_000,
  })

/** The club shows no such event, or no longer. */
export const isEventNotFound = (error: unknown) => error instanceof ApiProblem && error.code === 'event_not_found'

/** Its club has cancelled the event. */
export const isEventCancelled = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'event_called_off'
