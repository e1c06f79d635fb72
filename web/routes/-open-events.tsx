import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import { prefetch, prefetchList, withTimeout } from '#web/api/query-client.ts'
import { EventFilters, useFilter } from '#web/features/events/event-filters.tsx'
import { EventList } from '#web/features/events/event-list.tsx'
import { queryOf, readFilter } from '#web/features/events/filters.ts'
import { NoEventsFound } from '#web/features/events/no-events-found.tsx'
import { publicEventsQuery } from '#web/features/events/public-queries.ts'
import { directoryQuery, openClubOfKeyQuery } from '#web/features/organisations/queries.ts'
import { useClubChoices } from '#web/features/organisations/use-club-choices.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const pageSize = 12

/** Loads the events that match the address; a slow answer comes into the page later. */
export const load = ({ location }: { location: ParsedLocation }) =>
  withTimeout(Promise.all([loadList(readFilter(location.search)), prefetchList(directoryQuery())]))

async function loadList(filter: ReturnType<typeof readFilter>) {
  const club = filter.club ? await prefetch(openClubOfKeyQuery(filter.club)) : null
  if (filter.club && !club) return
  await prefetchList(publicEventsQuery(queryOf(filter, today(), club?.id), pageSize))
}

/** All coming events as a visitor sees them. */
export function Page() {
  const [filter, setFilter] = useFilter(paths.events, { isVisitor: true })
  const namedClub = useQuery({ ...openClubOfKeyQuery(filter.club ?? ''), enabled: Boolean(filter.club) })
  const club = filter.club ? namedClub.data : null
  const none = (
    <NoEventsFound filter={filter} onClear={() => void setFilter({})} none={m.events_empty()}>
      <ButtonLink to={paths.organisations()} variant="default">
        {m.events_see_clubs()}
      </ButtonLink>
    </NoEventsFound>
  )
  const { choices } = useClubChoices(club ? [club] : [])
  return (
    <Stack gap="lg">
      <PageHeader title={m.events_heading()} subtitle={m.events_open_subtitle()} />
      <EventFilters filter={filter} onChange={setFilter} clubs={choices} isVisitor />
      {filter.club && club === undefined ? (
        <NotLoaded query={namedClub} rows={3} height={360} />
      ) : filter.club && club === null ? (
        none
      ) : (
        <EventList
          query={publicEventsQuery(queryOf(filter, today(), club?.id), pageSize)}
          title={m.events_all()}
          first
          empty={none}
        />
      )}
    </Stack>
  )
}
