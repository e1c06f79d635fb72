import { queryOptions } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { keepClubs, keptClubs } from './kept-clubs.ts'

/** All open clubs; the list changes seldom. What this browser kept of it is there at once, and is asked for anew. */
export const organisationsQuery = queryOptions({
  queryKey: queryKeys.organisations,
  queryFn: async ({ signal }) => keepClubs(await call(organisations.list, {}, { signal })),
  initialData: keptClubs,
  initialDataUpdatedAt: 0,
  staleTime: 10 * 60_000,
})
