import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** So many people can be asked for at once. */
const mostPeople = 20

const onSale = [...queryKeys.memberships, 'on-sale'] as const

/**
 * What one club sells, what is on sale first, and to whom of some people it is closed. Prices and sale states may change
 * while a page stands open; whatever makes memberships out of date makes this so, too.
 */
export const configurationsQuery = (orgId: string, memberIds: readonly string[] = []) => {
  const asked = memberIds.slice(0, mostPeople).toSorted()
  return queryOptions({
    queryKey: [...onSale, orgId, ...asked],
    queryFn: ({ signal }) =>
      call(
        organisations.membershipConfigurations,
        { id: orgId, ...(asked.length > 0 && { memberIds: asked.join(',') }) },
        { signal },
      ),
    staleTime: 60_000,
  })
}

/** What several clubs sell to the same people, by club. */
export const allConfigurationsQuery = (orgIds: readonly string[], memberIds: readonly string[], cache: QueryClient) =>
  queryOptions({
    queryKey: [...onSale, 'all', ...orgIds, ...memberIds.slice(0, mostPeople).toSorted()],
    queryFn: async () =>
      new Map(
        await Promise.all(
          orgIds.map(async (id) => [id, await cache.fetchQuery(configurationsQuery(id, memberIds))] as const),
        ),
      ),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
