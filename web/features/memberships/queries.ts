import { queryOptions } from '@tanstack/react-query'
import { memberships } from '#contract/memberships.ts'
import { call } from '#web/api/client.ts'

/** Everything under it is out of date once an order is paid. */
export const membershipsKey = ['memberships'] as const

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
