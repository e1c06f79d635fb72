import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import type { EventDetail } from '#contract/events/answers.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { prefetch } from '#web/api/query-client.ts'
import { EventCancelled } from '#web/features/events/event-cancelled.tsx'
import { EventLayout, EventSkeleton } from '#web/features/events/event-layout.tsx'
import {
  EventForMembers,
  EventNotPublic,
  isEventCancelled,
  isMembersOnlyProblem,
  isNotPublic,
} from '#web/features/events/event-not-public.tsx'
import { isEventNotFound, publicEventQuery } from '#web/features/events/public-queries.ts'
import { visitorStepOf } from '#web/features/events/next-step.ts'
import { paths } from '#web/paths.ts'
import { EventGone } from './-event-gone.tsx'

const route = getRouteApi('/_open/$orgKey/events/$id/')

/** Loads the event; not found if it belongs to another club. */
export async function load({ params }: { params: Readonly<Record<string, string>> }): Promise<void> {
  const event = await prefetch(publicEventQuery(params['id'] ?? ''))
  if (event && event.orgKey !== params['orgKey']) throw notFound()
}

/** An event as a visitor sees it. */
export function Page() {
  const { orgKey, id } = route.useParams()
  const { data: event, error, refetch, isFetching } = useQuery(publicEventQuery(id))
  if (isEventCancelled(error)) return <EventCancelled problem={error} eventId={id} />
  if (event) return <VisitorsEvent event={event} />
  if (!error) return <EventSkeleton />
  if (isEventNotFound(error)) return <EventGone orgKey={orgKey} />
  if (isNotPublic(error)) return <EventNotPublic problem={error} isVisitor />
  if (isMembersOnlyProblem(error)) return <EventForMembers problem={error} />
  return <QueryError order={1} query={{ error, isFetching, refetch }} />
}

function VisitorsEvent({ event }: { event: EventDetail }) {
  return <EventLayout event={event} step={visitorStepOf(event)} club={paths.organisation(event.orgId)} />
}
