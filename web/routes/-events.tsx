import { Stack, VisuallyHidden } from '@mantine/core'
import { IconCalendarMonth } from '#web/ui/icons/index.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import { prefetch, prefetchList, withTimeout } from '#web/api/query-client.ts'
import { pictureOf } from '#web/api/event-urls.ts'
import { problemText } from '#web/api/problem-text.ts'
import { currentSession } from '#web/api/session/session.ts'
import { NotLoaded, useRetryFailed } from '#web/parts/query-error.tsx'
import { EventFilters, useFilter } from '#web/features/events/event-filters.tsx'
import { EventList } from '#web/features/events/event-list.tsx'
import { queryOf, isNarrowed, readFilter } from '#web/features/events/filters.ts'
import { NoEventsFound } from '#web/features/events/no-events-found.tsx'
import { eventsQuery, kindsQuery } from '#web/features/events/queries.ts'
import { clubOfKeyQuery, directoryQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { useClubChoices } from '#web/features/organisations/use-club-choices.ts'
import { paths } from '#web/paths.ts'
import { preloadCover } from '#web/ui/cards/cover.tsx'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Longest wait for data, in milliseconds; then the page renders skeletons. */
const timeoutMs = 900

type Search = Record<string, string | undefined>

/** Loads the events that match the address. */
export const load = ({ location }: { location: ParsedLocation }) =>
  withTimeout(loadAllEvents(location.search), timeoutMs)

async function loadAllEvents(search: Search): Promise<void> {
  if (currentSession().status !== 'signed-in') return
  const filter = readFilter(search)
  const choices = prefetchList(directoryQuery())
  const shared = [prefetch(organisationsQuery), prefetch(kindsQuery()), choices]
  // The lists need the id of the club in the URL.
  const club = filter.club ? await prefetch(clubOfKeyQuery(filter.club)) : null
  if (filter.club && !club) return void (await Promise.all(shared))
  const listQuery = queryOf(filter, today(), club?.id)
  const [own, others] = (['true', 'false'] as const).map((mine) => prefetchList(eventsQuery({ ...listQuery, mine })))
  const first = (await own)?.pages[0]?.[0]
  const picture = first && pictureOf(first)
  if (picture) preloadCover(picture)
  await Promise.all([...shared, others])
}

/** All coming events as a member sees them. */
export function Page() {
  const [filter, setFilter] = useFilter(paths.events)
  const ownClubs = useQuery(organisationsQuery).data ?? []
  const kinds = useQuery(kindsQuery()).data ?? []
  const namedClub = useQuery({ ...clubOfKeyQuery(filter.club ?? ''), enabled: Boolean(filter.club) })
  const club = filter.club ? namedClub.data : undefined
  // Closed, mistyped or not looked up yet: its events are not everybody's.
  const enabled = !filter.club || Boolean(club)
  const { choices } = useClubChoices(club ? [...ownClubs, club] : ownClubs)
  const listQuery = queryOf(filter, today(), club?.id)
  const mineQuery = eventsQuery({ ...listQuery, mine: 'true' })
  const othersQuery = eventsQuery({ ...listQuery, mine: 'false' })
  const lists = [useInfiniteQuery({ ...mineQuery, enabled }), useInfiniteQuery({ ...othersQuery, enabled })]
  const counts = lists.map(({ data }) => data?.pages.flat().length)
  const count =
    enabled && counts.every((number) => number !== undefined) ? counts.reduce((sum, number) => sum + number, 0) : null
  const [mineFailed, othersFailed] = lists.map(({ data, error }) => !data && error !== null)
  const failed = lists.find(({ data, error }) => !data && error)
  const retryFailed = useRetryFailed()
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.events_heading()}
        subtitle={m.events_subtitle()}
        actions={
          <ButtonLink
            to={paths.calendar()}
            variant="default"
            leftSection={<IconCalendarMonth size={18} stroke={1.7} />}
          >
            {m.events_calendar()}
          </ButtonLink>
        }
      />
      <EventFilters filter={filter} onChange={setFilter} clubs={choices} kinds={kinds} />
      <VisuallyHidden role="status">{count !== null && m.events_count({ count })}</VisuallyHidden>
      {!enabled && club === undefined ? (
        <NotLoaded query={namedClub} rows={3} height={360} />
      ) : count === 0 || !enabled ? (
        <NoEventsFound filter={filter} onClear={() => void setFilter({})} none={m.events_empty()} order={2}>
          <ButtonLink to={paths.organisations()} variant={isNarrowed(filter) ? 'default' : 'filled'}>
            {m.events_see_clubs()}
          </ButtonLink>
        </NoEventsFound>
      ) : (
        <>
          {failed?.error && (
            <ErrorPanel
              message={problemText(failed.error)}
              onRetry={retryFailed}
              retrying={lists.some(({ isFetching }) => isFetching)}
            />
          )}
          {!mineFailed && <EventList query={mineQuery} title={m.events_mine()} member first />}
          {!othersFailed && (
            <EventList
              query={othersQuery}
              title={counts[0] === 0 ? m.events_all() : m.events_others()}
              first={counts[0] === 0}
            />
          )}
        </>
      )}
    </Stack>
  )
}
