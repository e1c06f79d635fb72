import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { prefetch } from '#web/api/query-client.ts'
import { EventLayout, EventSkeleton, loadDescription } from '#web/features/events/event-layout.tsx'
import { visitorStepOf } from '#web/features/events/visitor-step.ts'
import { isEventCancelled, publicEventQuery } from '#web/features/events/public-queries.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'

const route = getRouteApi('/_open/$orgKey/events/$id/')

/** Loads the event; not found if it belongs to another club. */
export async function load({ params }: { params: Readonly<Record<string, string>> }): Promise<void> {
  const description = loadDescription().catch(() => undefined)
  const event = await prefetch(publicEventQuery(params['id'] ?? ''))
  await description
  if (event && event.orgKey !== params['orgKey']) throw notFound()
}

// Lazy, because it needs a member's tickets, and few events cannot be shown. Without network nothing more is loaded.
const EventProblem = lazy(async () => ({ default: (await import('./-event-problem.tsx')).EventProblem }))

/** An event as a visitor sees it. */
export function Page() {
  const { orgKey, id } = route.useParams()
  const { data: event, ...query } = useQuery(publicEventQuery(id))
  if (event && !isEventCancelled(query.error))
    return <EventLayout event={event} step={visitorStepOf(event)} club={paths.organisation(event.orgId)} />
  if (!query.error) return <EventSkeleton />
  if (!(query.error instanceof ApiProblem)) return <QueryError order={1} query={query} />
  return (
    <Suspense fallback={<EventSkeleton />}>
      <EventProblem orgKey={orgKey} eventId={id} isVisitor query={query} />
    </Suspense>
  )
}
