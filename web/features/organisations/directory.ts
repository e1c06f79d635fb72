import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { organisations, type DirectoryEntry } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

export type { ClubProfile, DirectoryEntry } from '#contract/organisations.ts'

/** How many clubs a list shows at first, and how many come with each "show more". */
const pageSize = 24

/** Open clubs that a search finds, page by page, as anyone may read of them; all by name without one. */
export const directoryQuery = (search = '') =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.organisations, 'directory', search.trim()],
    queryFn: ({ signal, pageParam }) =>
      call(
        organisations.directory,
        {
          limit: String(pageSize),
          ...(search.trim() !== '' && { search }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: readonly DirectoryEntry[]) => (page.length < pageSize ? null : page.at(-1)!.id),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** What one club's own page says. */
export const profileQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'profile', orgId],
    queryFn: ({ signal }) => call(organisations.profile, { id: orgId }, { signal }),
    staleTime: 5 * 60_000,
  })
