import { queryOptions } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** All open clubs; the list changes seldom. */
export const organisationsQuery = queryOptions({
  queryKey: queryKeys.organisations,
  queryFn: ({ signal }) => call(organisations.list, {}, { signal }),
  staleTime: 10 * 60_000,
})

/** What one club sells, what is on sale first. Prices and sale states may change while a page stands open. */
export const configurationsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.organisations, orgId, 'configurations'],
    queryFn: ({ signal }) => call(organisations.membershipConfigurations, { id: orgId }, { signal }),
    staleTime: 60_000,
  })
