import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { memberships } from '#contract/memberships.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** A member's memberships in all clubs. */
export const membershipsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'of', memberId],
    queryFn: ({ signal }) => call(memberships.list, { memberId }, { signal }),
  })

/** The memberships of several people, by person. */
export const membershipsOfQuery = (memberIds: readonly string[], cache: QueryClient) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'of-each', ...memberIds],
    queryFn: async () =>
      new Map(
        await Promise.all(memberIds.map(async (id) => [id, await cache.fetchQuery(membershipsQuery(id))] as const)),
      ),
    placeholderData: keepPreviousData,
  })

/** One membership with its terms, newest first. */
export const membershipQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, membershipId],
    queryFn: ({ signal }) => call(memberships.item, { membershipId }, { signal }),
  })

/** Reads all memberships again: what was bought or cancelled is out of date everywhere. */
export function useReloadMemberships(): () => void {
  const cache = useQueryClient()
  return useCallback(() => void cache.invalidateQueries({ queryKey: queryKeys.memberships }), [cache])
}
