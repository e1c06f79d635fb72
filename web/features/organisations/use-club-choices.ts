import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClubChoices, NamedClub } from '#web/ui/fields/club-choices.ts'
import { directoryQuery, profileQuery } from './queries.ts'

/**
 * The clubs to choose from: all where one page holds them, else those that are known and what a search finds.
 * @param known clubs that are offered before anything is searched for
 */
export function useClubChoices(known: readonly NamedClub[]) {
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [search] = useDebouncedValue(typed, 200)
  const all = useInfiniteQuery(directoryQuery())
  const found = useInfiniteQuery(directoryQuery(search))
  const named = useQueries({ queries: unknown.map(profileQuery) }).flatMap(({ data }) => data ?? [])
  const everyone = all.data && !all.hasNextPage ? all.data.pages.flat() : null
  // One's own come first, whatever letter they begin with.
  const mine = known.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const listed = [...mine, ...((search === '' ? all : found).data?.pages[0] ?? [])]
  const choices: ClubChoices | undefined = all.data && {
    complete: everyone !== null,
    listed: unique(everyone ?? listed),
    known: unique([...(everyone ?? []), ...known, ...listed, ...named]),
    // A chosen club's name stands in the field as if it were searched for.
    onSearch: (text) => setTyped(known.some(({ name }) => name === text) ? '' : text),
    onUnknown: (id) => setUnknown((now) => (now.includes(id) ? now : [...now, id])),
  }
  return { choices, error: all.data ? null : all.error, isFetching: all.isFetching, refetch: all.refetch }
}

const unique = (clubs: readonly NamedClub[]) => [...new Map(clubs.map((club) => [club.id, club])).values()]
