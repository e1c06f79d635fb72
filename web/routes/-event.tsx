import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { queryClient, withTimeout, queryKeys } from '#web/api/query-client.ts'
import { useReload } from '#web/api/use-call.ts'
import { EventLayout, EventSkeleton, loadDescription } from '#web/features/events/event-layout.tsx'
import { EventPeople } from '#web/features/events/event-people.tsx'
import { holdsPlace, nextStepOf } from '#web/features/events/next-step.ts'
import { isEventCancelled } from '#web/features/events/public-queries.ts'
import { eventQuery } from '#web/features/events/queries.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { Optional } from '#web/ui/loading/optional.tsx'

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
  withTimeout(Promise.all([loadEventAt(orgKey, id), loadDescription()]), timeoutMs)

async function loadEventAt(orgKey: string, eventId: string): Promise<void> {
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(() => undefined)
  if (event && event.orgKey !== orgKey) throw notFound()
}

const EventProblem = lazy(async () => ({ default: (await import('./-event-problem.tsx')).EventProblem }))

// Lazy, because few members have an unpaid order.
const UnpaidNotice = lazy(async () => ({
  default: (await import('#web/features/orders/unpaid/unpaid-notice.tsx')).UnpaidNotice,
}))

// Lazy, because few members wait.
const Waiting = lazy(() => import('#web/features/events/waiting/waiting-panel.tsx'))

function EventPage({ orgKey, eventId }: { orgKey: string; eventId: string }) {
  const { data: event, ...query } = useQuery(eventQuery(eventId))
  const reload = useReload(queryKeys.events, queryKeys.tickets)
  // The notice stays to say what became of the order, such as when another tab cancelled it.
  const [held, setHeld] = useState(false)
  if (!held && event && holdsPlace(event)) setHeld(true)
  if (query.error instanceof ApiProblem && (!event || isEventCancelled(query.error)))
    return (
      <Suspense fallback={<EventSkeleton />}>
        <EventProblem orgKey={orgKey} eventId={eventId} isVisitor={false} query={query} />
      </Suspense>
    )
  if (!event && query.error) return <QueryError order={1} query={query} />
  if (!event) return <EventSkeleton />
  // Rendered before the loader knew.
  if (event.orgKey !== orgKey) throw notFound()
  return (
    <EventLayout
      event={event}
      step={nextStepOf(event)}
      notice={
        held && (
          <Optional>
            <UnpaidNotice onEnded={() => void reload()} />
          </Optional>
        )
      }
    >
      <EventPeople event={event} />
      <Optional>
        <Waiting event={event} />
      </Optional>
    </EventLayout>
  )
}
