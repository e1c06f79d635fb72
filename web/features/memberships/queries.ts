import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Membership, memberships } from '#contract/memberships.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** A member's memberships in all clubs. */
export const membershipsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'of', memberId],
    queryFn: ({ signal }) => call(memberships.list, { memberId }, { signal }),
  })

/** So many people can be asked for at once. */
const mostPeople = 20

/** The memberships of several people, by person. */
export const membershipsOfQuery = (memberIds: readonly string[], cache: QueryClient) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'of-each', ...memberIds],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(memberIds.length / mostPeople) }, (_, part) =>
        memberIds.slice(part * mostPeople, (part + 1) * mostPeople).join(','),
      )
      const found = await Promise.all(parts.map((ids) => call(memberships.ofFamily, { memberIds: ids }, { signal })))
      const held = Map.groupBy(found.flat(), ({ memberId }) => memberId)
      const each = new Map(memberIds.map((id) => [id, held.get(id) ?? []]))
      // Whoever shows one of them alone has no need to ask.
      for (const [id, one] of each) cache.setQueryData(membershipsQuery(id).queryKey, one)
      return each
    },
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

/** The cards that the reader left for renewals. */
export const savedCardsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'saved-cards', memberId],
    queryFn: ({ signal }) => call(memberships.savedCards, {}, { signal }),
  })

/** Cards and memberships tell of each other: either makes both out of date. */
function useReloadBoth() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: queryKeys.memberships })
}

/** Lets a membership renew by itself, or no longer. It is done when the page knows. */
export function useSwitchRenewal({ id, orgId, memberId }: Pick<Membership, 'id' | 'orgId' | 'memberId'>) {
  const reload = useReloadBoth()
  return useMutation({
    mutationFn: (autoRenewal: boolean) => call(memberships.updateItem, { memberId, id, orgId, autoRenewal }),
    onSettled: reload,
  })
}

/** Deletes a card, here and at the gateway. */
export function useForgetCard() {
  const reload = useReloadBoth()
  return useMutation({
    mutationFn: (cardId: string) => call(memberships.forgetCard, { cardId }),
    onSuccess: reload,
  })
}
