import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, notFound, type ParsedLocation } from '@tanstack/react-router'
import type { Organisation } from '#contract/organisations/organisations.ts'
import { prefetch, prefetchList, withTimeout } from '#web/api/query-client.ts'
import { currentSubjectId, useSubject } from '#web/api/acting/subject.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { EventFilters, useFilter } from '#web/features/events/event-filters.tsx'
import { EventList } from '#web/features/events/event-list.tsx'
import { queryOf, isNarrowed, readFilter } from '#web/features/events/filters.ts'
import { NoEventsFound } from '#web/features/events/no-events-found.tsx'
import { eventsQuery, kindsQuery } from '#web/features/events/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { ClubActions, ClubLink } from '#web/features/organisations/club-actions.tsx'
import { ClubHead, ClubHeadSkeleton } from '#web/features/organisations/club-head.tsx'
import { clubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const route = getRouteApi('/_open/$orgKey/events/')

interface Here {
  readonly params: Readonly<Record<string, string>>
  readonly location: ParsedLocation
}

/** Loads a club's events; not found if the club is unknown. */
export const load = ({ params: { orgKey = '' }, location }: Here) =>
  withTimeout(loadEventsOf(orgKey, location.search), timeoutMs)

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

type Search = Record<string, string | undefined>

async function loadEventsOf(orgKey: string, search: Search): Promise<void> {
  const subject = currentSubjectId()
  if (subject === null) return
  // Load errors are left to the page.
  const club = await prefetch(clubOfKeyQuery(orgKey))
  if (club !== undefined && club?.key !== orgKey) throw notFound()
  if (!club) return
  const listQuery = queryOf(readFilter(search), today(), club.id)
  await Promise.all([
    prefetchList(eventsQuery(listQuery)),
    prefetch(kindsQuery(club.id)),
    prefetch(membershipsQuery(subject)),
  ])
}

/** A club's coming events as a member sees them. */
export function Page() {
  const { orgKey } = route.useParams()
  const clubs = useQuery(clubOfKeyQuery(orgKey))
  const club = clubs.data?.key === orgKey ? clubs.data : null
  if (club) return <Club key={orgKey} club={club} />
  // Rendered before the loader knew.
  if (clubs.isSuccess) throw notFound()
  if (clubs.error) return <QueryError order={1} query={clubs} />
  return (
    <Stack gap="lg">
      <ClubHeadSkeleton />
      <Skeleton height={154} radius="lg" />
      <SkeletonCards cards={3} height={360} />
    </Stack>
  )
}

interface ClubProps {
  readonly club: Pick<Organisation, 'id' | 'key' | 'name' | 'hue' | 'face' | 'city' | 'description' | 'isPaused'>
}

function Club({ club }: ClubProps) {
  const [filter, setFilter] = useFilter((query) => paths.eventsOf(club.key, query))
  const kinds = useQuery(kindsQuery(club.id)).data ?? []
  // Treated as a non-member until loaded.
  const isMember = summarise(useQuery(membershipsQuery(useSubject().id)).data ?? []).placeIn.has(club.id)
  return (
    <Stack gap="lg">
      <ClubHead club={club} title={m.events_of_club({ club: club.name })}>
        <ClubActions club={club} isMember={isMember} join={paths.newMembership({ orgId: club.id })}>
          <ClubLink club={club} />
        </ClubActions>
      </ClubHead>
      <EventFilters ofClub filter={filter} onChange={setFilter} kinds={kinds} />
      <EventList
        query={eventsQuery(queryOf(filter, today(), club.id))}
        title={m.events_all()}
        member={isMember}
        empty={
          <NoEventsFound filter={filter} onClear={() => void setFilter({})} none={m.events_club_empty()}>
            <ButtonLink to={paths.events()} variant={isNarrowed(filter) ? 'default' : 'filled'}>
              {m.events_of_all()}
            </ButtonLink>
          </NoEventsFound>
        }
      />
    </Stack>
  )
}
