import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound, type ParsedLocation } from '@tanstack/react-router'
import { QueryError } from '#web/parts/query-error.tsx'
import { prefetch, prefetchList, withTimeout } from '#web/api/query-client.ts'
import { EventFilters, useFilter } from '#web/features/events/event-filters.tsx'
import { EventList } from '#web/features/events/event-list.tsx'
import { queryOf, readFilter } from '#web/features/events/filters.ts'
import { NoEventsFound } from '#web/features/events/no-events-found.tsx'
import { publicEventsQuery } from '#web/features/events/public-queries.ts'
import { ClubActions, ClubLink } from '#web/features/organisations/club-actions.tsx'
import { ClubHead, ClubHeadSkeleton } from '#web/features/organisations/club-head.tsx'
import { type DirectoryEntry, openClubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const route = getRouteApi('/_open/$orgKey/events/')

const pageSize = 12

interface Here {
  readonly params: Readonly<Record<string, string>>
  readonly location: ParsedLocation
}

/** Loads a club's events; not found if the club is unknown. Load errors are left to the page. */
export async function load({ params: { orgKey = '' }, location }: Here): Promise<void> {
  const club = await prefetch(openClubOfKeyQuery(orgKey))
  if (club === null) throw notFound()
  if (!club) return
  await withTimeout(prefetchList(publicEventsQuery(queryOf(readFilter(location.search), today(), club.id), pageSize)))
}

/** A club's coming events as a visitor sees them. */
export function Page() {
  const { orgKey } = route.useParams()
  const club = useQuery(openClubOfKeyQuery(orgKey))
  if (club.data) return <Club key={orgKey} club={club.data} />
  // Rendered before the loader knew.
  if (club.isSuccess) throw notFound()
  if (club.error) return <QueryError order={1} query={club} />
  return (
    <Stack gap="lg">
      <ClubHeadSkeleton />
      <Skeleton height={154} radius="lg" />
      <SkeletonCards cards={3} height={360} />
    </Stack>
  )
}

function Club({ club }: { club: DirectoryEntry }) {
  const [filter, setFilter] = useFilter((query) => paths.eventsOf(club.key, query), { isVisitor: true })
  return (
    <Stack gap="lg">
      <ClubHead club={club} title={m.events_of_club({ club: club.name })}>
        <ClubActions
          club={club}
          join={club.membershipFrom ? paths.login({ returnTo: paths.newMembership({ orgId: club.id }) }) : undefined}
        >
          <ClubLink club={club} />
        </ClubActions>
      </ClubHead>
      <EventFilters ofClub filter={filter} onChange={setFilter} isVisitor />
      <EventList
        query={publicEventsQuery(queryOf(filter, today(), club.id), pageSize)}
        title={m.events_all()}
        first
        empty={
          <NoEventsFound filter={filter} onClear={() => void setFilter({})} none={m.events_club_empty()}>
            <ButtonLink to={paths.events()} variant="default">
              {m.events_of_all()}
            </ButtonLink>
          </NoEventsFound>
        }
      />
    </Stack>
  )
}
