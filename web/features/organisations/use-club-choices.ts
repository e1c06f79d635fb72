import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { hasWords } from '#contract/search-words.ts'
import type { ClubChoices, NamedClub } from '#web/ui/fields/club-choices.ts'
import { directoryQuery, profileQuery } from './queries.ts'

/**
 * The clubs to choose from: all if they fit on one page, else known ones and search results.
 * @param known clubs offered before a search
 */
export function useClubChoices(known: readonly NamedClub[]) {
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [search] = useDebouncedValue(typed, 200)
  const all = useInfiniteQuery(directoryQuery())
  const found = useInfiniteQuery(directoryQuery(search))
  const named = useQueries({ queries: unknown.map(profileQuery) }).flatMap(({ data }) => data ?? [])
  const allClubs = all.data && !all.hasNextPage ? all.data.pages.flat() : null
  // Known clubs come first, whatever their name.
  const knownMatches = known.filter(({ name }) => hasWords(name, search))
  const listed = [...knownMatches, ...((search === '' ? all : found).data?.pages[0] ?? [])]
  const choices: ClubChoices | undefined = all.data && {
    complete: allClubs !== null,
    listed: unique(allClubs ?? listed),
    known: unique([...(allClubs ?? []), ...known, ...listed, ...named]),
    // The field shows the name of the chosen club, which is not a search.
    onSearch: (text) => setTyped(known.some(({ name }) => name === text) ? '' : text),
    onUnknown: (id) => setUnknown((now) => (now.includes(id) ? now : [...now, id])),
  }
  return { choices, error: all.data ? null : all.error, isFetching: all.isFetching, refetch: all.refetch }
}

const unique = (clubs: readonly NamedClub[]) => [...new Map(clubs.map((club) => [club.id, club])).values()]
