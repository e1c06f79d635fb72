import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { organisations } from '#contract/organisations.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** So many people can be asked for at once. */
const mostPeople = 20
/** And so many clubs beside one's own. */
const mostOthers = 20

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

/** What the clubs of the family sell to some people, and a few others that are named; by club, in one answer. */
export const ownConfigurationsQuery = (memberIds: readonly string[], orgIds: readonly string[] = []) => {
  const asked = memberIds.slice(0, mostPeople).toSorted()
  const others = orgIds.slice(0, mostOthers).toSorted()
  return queryOptions({
    queryKey: [...onSale, 'own', asked, others],
    queryFn: async ({ signal }) => {
      const input = {
        ...(asked.length > 0 && { memberIds: asked.join(',') }),
        ...(others.length > 0 && { orgIds: others.join(',') }),
      }
      return Map.groupBy(await call(organisations.configurationsOfMine, input, { signal }), ({ orgId }) => orgId)
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
