import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { QueryError } from '#web/parts/query-error.tsx'
import { queryClient, withTimeout, queryKeys } from '#web/api/query-client.ts'
import { EventLayout, EventSkeleton } from '#web/features/events/event-layout.tsx'
import { EventCancelled } from '#web/features/events/event-cancelled.tsx'
import { EventNotPublic, isEventCancelled, isNotPublic } from '#web/features/events/event-not-public.tsx'
import { EventPeople } from '#web/features/events/event-people.tsx'
import { nextStepOf } from '#web/features/events/next-step.ts'
import { isEventNotFound } from '#web/features/events/public-queries.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { Optional } from '#web/ui/loading/optional.tsx'
import { EventGone } from './-event-gone.tsx'

const route = getRouteApi('/_open/$orgKey/events/$id/')

/** An event as a member sees it, with what their family can book. */
export function Page() {
  const { orgKey, id } = route.useParams()
  return <EventPage key={id} orgKey={orgKey} eventId={id} />
}

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

/** Loads the event; not found if it belongs to another club. */
export const load = ({ params: { orgKey = '', id = '' } }: { params: Readonly<Record<string, string>> }) =>
  withTimeout(loadEventAt(orgKey, id), timeoutMs)

async function loadEventAt(orgKey: string, eventId: string): Promise<void> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(() => undefined)
  if (event && event.orgKey !== orgKey) throw notFound()
}

// Lazy, because few members have an unpaid order.
const UnpaidNotice = lazy(async () => ({
  default: (await import('#web/features/orders/unpaid/unpaid-notice.tsx')).UnpaidNotice,
}))

function EventPage({ orgKey, eventId }: { orgKey: string; eventId: string }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  const cache = useQueryClient()
  if (isEventCancelled(error)) return <EventCancelled problem={error} eventId={eventId} />
  if (!event && isEventNotFound(error)) return <EventGone orgKey={orgKey} />
  // Rendered before the loader knew.
  if (event && event.orgKey !== orgKey) throw notFound()
  if (!event && isNotPublic(error)) return <EventNotPublic problem={error} />
  if (!event) {
    return error ? <QueryError order={1} query={{ error, isFetching, refetch }} /> : <EventSkeleton />
  }
  const holds = event.people.some(({ entries }) => entries.some(({ status }) => status === 'held'))
  return (
    <EventLayout
      event={event}
      step={nextStepOf(event)}
      notice={
        holds && (
          <Optional>
            <UnpaidNotice onEnded={() => void invalidateBookings(cache)} />
          </Optional>
        )
      }
    >
      <EventPeople event={event} />
    </EventLayout>
  )
}

/** Refetches events and tickets after a booking. */
const invalidateBookings = (cache: QueryClient) =>
  Promise.all([queryKeys.events, queryKeys.tickets].map((queryKey) => cache.invalidateQueries({ queryKey })))
