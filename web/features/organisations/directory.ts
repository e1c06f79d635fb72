import { queryOptions } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

export type { ClubProfile, DirectoryEntry } from '#contract/organisations.ts'

/** All open clubs by name, as anyone may read of them. */
export const directoryQuery = queryOptions({
  queryKey: [...queryKeys.organisations, 'directory'],
  queryFn: ({ signal }) => call(organisations.directory, {}, { signal }),
  staleTime: 5 * 60_000,
})

/** What one club's own page says. */
export const profileQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, 'profile', orgId],
    queryFn: ({ signal }) => call(organisations.profile, { id: orgId }, { signal }),
    staleTime: 5 * 60_000,
  })
