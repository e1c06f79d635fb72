import { Group, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryError } from '#web/parts/query-error.tsx'
import { prefetchList, withTimeout } from '#web/api/query-client.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { EventCard } from '#web/features/events/event-card.tsx'
import { publicEventsQuery } from '#web/features/events/public-queries.ts'
import { OpenClubCard } from '#web/features/organisations/club-directory.tsx'
import { directoryQuery } from '#web/features/organisations/queries.ts'
import { Welcome } from '#web/features/session/welcome.tsx'
import { paths } from '#web/paths.ts'
import { CoverCards } from '#web/ui/cards/cover.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'

const shownCards = 6

const eventsQuery = publicEventsQuery({}, shownCards)

/** Loads clubs and events; a slow answer comes into the page later. */
export const load = () => withTimeout(Promise.all([prefetchList(eventsQuery), prefetchList(directoryQuery())]))

/** The front page of visitors: what this is, what is coming, and the clubs. */
export function Page() {
  const failed = useSessionState((session) => (session.status === 'signed-out' ? session.failed : null))
  return (
    <Welcome failed={failed}>
      <ComingEvents />
      <Clubs />
    </Welcome>
  )
}

function ComingEvents() {
  const list = useInfiniteQuery(eventsQuery)
  const events = list.data?.pages[0] ?? []
  if (list.data && events.length === 0) return null
  return (
    <section aria-labelledby="front-events">
      <Group justify="space-between" mb="md" gap="4px 16px">
        <Title order={2} id="front-events">
          {m.front_events()}
        </Title>
        <TextLink to={paths.events()} size="sm" fw={600} alone>
          {m.events_see_all()}
        </TextLink>
      </Group>
      {list.data ? (
        <CoverCards preview>
          {events.map((event, at) => (
            <EventCard key={event.id} event={event} first={at === 0} />
          ))}
        </CoverCards>
      ) : list.error ? (
        <QueryError query={list} />
      ) : (
        <SkeletonCards cards={3} height={372} />
      )}
    </section>
  )
}

function Clubs() {
  const list = useInfiniteQuery(directoryQuery())
  const clubs = list.data?.pages[0] ?? []
  if (list.data && clubs.length === 0) return null
  return (
    <section aria-labelledby="front-clubs">
      <Group justify="space-between" mb="md">
        <Title order={2} id="front-clubs">
          {m.front_clubs()}
        </Title>
        {clubs.length > shownCards && (
          <TextLink to={paths.organisations()} size="sm" fw={600} alone>
            {m.organizations_see_all()}
          </TextLink>
        )}
      </Group>
      {list.data ? (
        <CoverCards>
          {clubs.slice(0, shownCards).map((club) => (
            <OpenClubCard key={club.id} club={club} order={3} />
          ))}
        </CoverCards>
      ) : list.error ? (
        <QueryError query={list} />
      ) : (
        <SkeletonCards cards={3} height={400} />
      )}
    </section>
  )
}
