import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { home } from '#contract/home.ts'
import { type Membership, memberships } from '#contract/memberships/memberships.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useReload } from '#web/api/use-call.ts'

export const membershipsQuery = (memberId: string) =>
  callQuery([...queryKeys.memberships, 'of', memberId], memberships.list, { memberId })

/** Limit of one request. */
const maxPeople = 20

/** The memberships of several people, by person. */
export const membershipsOfQuery = (memberIds: readonly string[], cache: QueryClient) =>
  queryOptions({
    queryKey: [...queryKeys.memberships, 'of-each', ...memberIds],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(memberIds.length / maxPeople) }, (_, part) =>
        memberIds.slice(part * maxPeople, (part + 1) * maxPeople).join(','),
      )
      const found = await Promise.all(parts.map((ids) => call(memberships.ofFamily, { memberIds: ids }, { signal })))
      const held = Map.groupBy(found.flat(), ({ memberId }) => memberId)
      const byMember = new Map(memberIds.map((id) => [id, held.get(id) ?? []]))
      // Fills the cache for views that show one member.
      for (const [id, one] of byMember) cache.setQueryData(membershipsQuery(id).queryKey, one)
      return byMember
    },
    placeholderData: keepPreviousData,
  })

export const membershipQuery = (membershipId: string) =>
  callQuery([...queryKeys.memberships, membershipId], memberships.item, { membershipId })

/** Invalidates all memberships, for example after a purchase. */
export function useReloadMemberships(): () => void {
  const cache = useQueryClient()
  return useCallback(() => void cache.invalidateQueries({ queryKey: queryKeys.memberships }), [cache])
}

export const savedCardsQuery = (memberId: string) =>
  callQuery([...queryKeys.memberships, 'saved-cards', memberId], memberships.savedCards, {})

/** Cards and memberships refer to each other, so a change of either invalidates both. */
const useReloadBoth = () => useReload(queryKeys.memberships)

interface Switch {
  readonly autoRenewal: boolean
  /** The card that is to renew; otherwise the newest at the club. */
  readonly savedCardIdentifier?: string
}

/** Turns automatic renewal on or off. Pending until the memberships are refetched. */
export function useSwitchRenewal({ id, orgId, memberId }: Pick<Membership, 'id' | 'orgId' | 'memberId'>) {
  const reload = useReloadBoth()
  return useMutation({
    mutationFn: (to: Switch) => call(memberships.updateItem, { memberId, id, orgId, ...to }),
    onSettled: reload,
  })
}

/** Deletes a card here and at the payment gateway. */
export function useForgetCard() {
  const reload = useReloadBoth()
  return useMutation({
    mutationFn: (cardId: string) => call(memberships.forgetCard, { cardId }),
    onSuccess: reload,
  })
}

/** *Not now*: these memberships that ended are not offered again this season. They disappear at once. */
export function useDismissMemberships() {
  const cache = useQueryClient()
  const reload = useReloadBoth()
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(home.dismiss, { about: 'memberships', membershipIds: [...ids] }),
    onMutate: (ids) => {
      const mark = (one: Membership): Membership => (ids.includes(one.id) ? { ...one, dismissed: true } : one)
      const key = [...queryKeys.memberships, 'of-each']
      cache.setQueriesData<Map<string, Membership[]>>(
        { queryKey: key },
        (held) => held && new Map([...held].map(([id, all]) => [id, all.map(mark)])),
      )
    },
    onSettled: reload,
  })
}
