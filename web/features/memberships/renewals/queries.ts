import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { memberships, type Membership } from '#contract/memberships.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

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
