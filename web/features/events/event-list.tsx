import { Box, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { CoverCards } from '#web/ui/cards/cover.tsx'
import { SkeletonCards } from '#web/ui/loading/skeleton-list.tsx'
import { EventCard } from './event-card.tsx'
import type { eventsQuery } from './queries.ts'

interface Props {
  readonly query: ReturnType<typeof eventsQuery>
  readonly title: string
  /** The list is of the family's own clubs. */
  readonly member?: boolean
  /** Shown when there are no events; without it, the section is hidden. */
  readonly empty?: ReactNode
  /** At the top of the page. */
  readonly first?: boolean
}

/** A list of coming events, with "show more". */
export function EventList({ query, title, member = false, empty, first = false }: Props) {
  const list = useInfiniteQuery(query)
  const heading = useId()
  const events = list.data?.pages.flat() ?? []
  if (list.data && events.length === 0 && !empty) return null

  return (
    <Stack component="section" aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {!list.data && list.error ? (
        <QueryError query={list} />
      ) : !list.data ? (
        <SkeletonCards cards={3} height={360} />
      ) : events.length === 0 ? (
        empty
      ) : (
        <>
          <Box opacity={list.isPlaceholderData ? 0.55 : 1} style={{ transition: 'opacity 0.15s ease' }}>
            <CoverCards>
              {events.map((event, at) => (
                <EventCard key={event.id} event={event} member={member} first={first && at < 2} />
              ))}
            </CoverCards>
          </Box>
          <ShowMore pages={list} rowsOf={(page) => page} />
        </>
      )}
    </Stack>
  )
}
