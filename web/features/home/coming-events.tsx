import { Group, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { QueryError, useRetryFailed } from '#web/parts/query-error.tsx'
import { useSession } from '#web/api/session/session.ts'
import { EventCard } from '#web/features/events/event-card.tsx'
import { allEventsQuery, forMeQuery } from '#web/features/events/queries.ts'
import { unpaidQuery } from '#web/features/orders/queries.ts'
import { paths } from '#web/paths.ts'
import { CoverCards } from '#web/ui/cards/cover.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'

/** The next events for the family, or of all clubs where none fits. */
export default function ComingEvents() {
  const forMe = useInfiniteQuery(forMeQuery)
  const noneFits = forMe.data?.pages[0]?.length === 0
  const allEvents = useInfiniteQuery({ ...allEventsQuery, enabled: noneFits })
  const list = noneFits ? allEvents : forMe
  const wide = useMediaQuery('(min-width: 48.5em)', true, { getInitialValueInEffect: false })
  const events = list.data?.pages.flat().slice(0, wide ? 6 : 3) ?? []
  const retryFailed = useRetryFailed()
  const unpaid = useQuery(unpaidQuery(useSession().member.id))
  const waiting = new Set(unpaid.data?.flatMap(({ lines }) => lines.flatMap((line) => line.event?.eventId ?? [])))
  if (list.data && events.length === 0) return null
  return (
    <section aria-labelledby="dashboard-events">
      <Group justify="space-between" mb="md">
        <Title order={2} id="dashboard-events">
          {noneFits ? m.events_all() : m.dashboard_events()}
        </Title>
        <TextLink to={paths.events()} size="sm" fw={600} alone aria-label={m.dashboard_see_all_events()}>
          {m.dashboard_see_all()}
        </TextLink>
      </Group>
      {list.data ? (
        <CoverCards>
          {events.map((event) => (
            <EventCard key={event.id} event={event} member={!noneFits} hasUnpaidOrder={waiting.has(event.id)} />
          ))}
        </CoverCards>
      ) : list.error ? (
        <QueryError query={list} onRetry={retryFailed} />
      ) : (
        <SkeletonCards cards={3} height={372} />
      )}
    </section>
  )
}
