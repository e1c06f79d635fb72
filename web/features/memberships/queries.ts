import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { memberships } from '#contract/memberships.ts'
import { call } from '#web/api/client.ts'

const membershipsKey = ['memberships'] as const

/** A member's memberships in all clubs. */
export const membershipsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...membershipsKey, 'of', memberId],
    queryFn: ({ signal }) => call(memberships.list, { memberId }, { signal }),
  })

/** One membership with its terms, newest first. */
export const membershipQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [...membershipsKey, membershipId],
    queryFn: ({ signal }) => call(memberships.item, { membershipId }, { signal }),
  })

/** Reads all memberships again: what was bought or cancelled is out of date everywhere. */
export function useReloadMemberships(): () => void {
  const cache = useQueryClient()
  return useCallback(() => void cache.invalidateQueries({ queryKey: membershipsKey }), [cache])
}
