import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { forgetBookings } from '#web/features/events/booking.ts'
import { EventFacts } from '#web/features/events/event-facts.tsx'
import { EventNotPublic, isNotPublic } from '#web/features/events/event-not-public.tsx'
import { EventHead } from '#web/features/events/event-head.tsx'
import styles from '#web/features/events/event-layout.module.css'
import { EventPeople } from '#web/features/events/event-people.tsx'
import { EventPrices } from '#web/features/events/event-prices.tsx'
import { EventSkeleton } from '#web/features/events/event-skeleton.tsx'
import { NextStepBar } from '#web/features/events/next-step-bar.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { UnpaidNotice } from '#web/features/orders/unpaid/unpaid-notice.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
// What asks for this page's data comes with its code.
import './load-events.ts'

/** One event: what it is, what it costs, and for each of the family the way to a ticket. */
export function EventPage({ orgKey, eventId }: { orgKey: string; eventId: string }) {
  const { data: event, error, refetch, isFetching } = useQuery(eventQuery(eventId))
  const cache = useQueryClient()
  // The page was drawn before that was known.
  if ((event && event.orgKey !== orgKey) || (!event && isUnknown(error))) throw notFound()
  if (!event && isNotPublic(error)) return <EventNotPublic problem={error} />
  if (!event) {
    return error ? (
      <ErrorPanel order={1} message={problemText(error)} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <EventSkeleton />
    )
  }
  const holds = event.people.some(({ entries }) => entries.some(({ status }) => status === 'held'))
  return (
    <div className={styles.page}>
      {holds && <UnpaidNotice onEnded={() => void forgetBookings(cache)} />}
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

const isUnknown = (error: unknown) => error instanceof ApiProblem && error.code === 'event_not_found'
