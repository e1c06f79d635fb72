import { queryOptions } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { currentSubjectId } from '#web/api/acting/subject.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { keepClubs, keptClubs } from './kept-clubs.ts'

/**
 * The clubs of the family, of whoever the reader acts for; where the portal has few clubs, all of them. What this tab kept of it
 * is there at once, and is asked for anew. Whatever makes memberships out of date makes this so, too.
 */
export const organisationsQuery = queryOptions({
  queryKey: [...queryKeys.memberships, 'clubs'],
  queryFn: async ({ signal }) => {
    const subject = currentSubjectId()
    return keepClubs(subject, await call(organisations.mine, {}, { signal }))
  },
  initialData: () => keptClubs(currentSubjectId()),
  initialDataUpdatedAt: 0,
  staleTime: 10 * 60_000,
})

/** Single clubs, whoever is in them. */
export const namedClubsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'named', ...ids.toSorted()],
    queryFn: ({ signal }) => (ids.length === 0 ? [] : call(organisations.list, { ids: ids.join(',') }, { signal })),
    staleTime: 10 * 60_000,
  })

/** The club that an address names; null: there is none. */
export const clubOfKeyQuery = (key: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'key', key.toUpperCase()],
    queryFn: async ({ signal }) => (await call(organisations.list, { key }, { signal }))[0] ?? null,
    staleTime: 10 * 60_000,
  })
