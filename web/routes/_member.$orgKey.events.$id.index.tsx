import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'
import { QueryError } from '#web/api/query-error.tsx'
import { queryClient, withTimeout } from '#web/api/query-client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { invalidateBookings } from '#web/features/events/booking.ts'
import { EventFacts, EventHead } from '#web/features/events/event-facts.tsx'
import styles from '#web/features/events/event-layout.module.css'
import { EventNotPublic, isNotPublic } from '#web/features/events/event-not-public.tsx'
import { EventPeople } from '#web/features/events/event-people.tsx'
import { EventPrices } from '#web/features/events/event-prices.tsx'
import { NextStepBar } from '#web/features/events/next-step-bar.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { paths } from '#web/paths.ts'
import { Optional } from '#web/ui/loading/optional.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { requireId, upperCaseOrgKey } from './-addresses.ts'
import { ignoreNotFound, isEventNotFound } from './-load-event.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'

export const Route = createFileRoute('/_member/$orgKey/events/$id/')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: ({ params }) => loadEvent(params.orgKey, params.id),
  component: Page,
  staticData: {
    name: 'event',
    title: m.title_event,
    crumbs: [{ label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) }],
  },
})

function Page() {
  const { orgKey, id } = Route.useParams()
  return <EventPage key={id} orgKey={orgKey} eventId={id} />
}

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

const isSignedIn = () => currentSession().status === 'signed-in'

/** Loads the event; not found if it is unknown or belongs to another club. */
const loadEvent = (orgKey: string, eventId: string) => withTimeout(loadEventAt(orgKey, eventId), timeoutMs)

async function loadEventAt(orgKey: string, eventId: string): Promise<void> {
  if (!isSignedIn()) return
  const event = await queryClient.ensureQueryData(eventQuery(eventId)).catch(ignoreNotFound)
  if (event && event.orgKey !== orgKey) throw notFound()
}

// Lazy, because few members have an unpaid order.
const UnpaidNotice = lazy(async () => ({
  default: (await import('#web/features/orders/unpaid/unpaid-notice.tsx')).UnpaidNotice,
}))

function EventPage({ orgKey, eventId }: { orgKey: string; eventId: string }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  const cache = useQueryClient()
  // Rendered before the loader knew.
  if ((event && event.orgKey !== orgKey) || (!event && isEventNotFound(error))) throw notFound()
  if (!event && isNotPublic(error)) return <EventNotPublic problem={error} />
  if (!event) {
    return error ? <QueryError order={1} query={{ error, isFetching, refetch }} /> : <EventSkeleton />
  }
  const holds = event.people.some(({ entries }) => entries.some(({ status }) => status === 'held'))
  return (
    <div className={styles.page}>
      {holds && (
        <Optional>
          <UnpaidNotice onEnded={() => void invalidateBookings(cache)} />
        </Optional>
      )}
      <EventHead event={event} />
      <div className={styles.columns}>
        <NextStepBar event={event} />
        <div className={styles.side}>
          <EventFacts event={event} />
          <EventPrices event={event} />
        </div>
        <div className={styles.main}>
          {event.description.trim() !== '' && (
            <Panel title={m.event_about()}>
              <Markdown text={event.description} />
            </Panel>
          )}
          <EventPeople event={event} />
        </div>
      </div>
    </div>
  )
}

const EventSkeleton = () => (
  <div className={styles.page} aria-busy role="status">
    <VisuallyHidden>{m.loading_label()}</VisuallyHidden>
    <Skeleton height="clamp(270px, 34vw, 420px)" radius={20} />
    <div className={styles.columns}>
      <Skeleton height={140} radius="lg" />
      <div className={styles.side}>
        <Skeleton height={300} radius="lg" />
      </div>
      <div className={styles.main}>
        <Skeleton height={260} radius="lg" />
      </div>
    </div>
  </div>
)
