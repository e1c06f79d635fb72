import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeys } from '#web/api/query-keys.ts'
import { useReloadMemberships } from '#web/features/memberships/queries.ts'

/** Memberships, events and tickets are out of date: something with places at an event was paid. */
export function useReloadPurchases(): () => void {
  const cache = useQueryClient()
  const reloadMemberships = useReloadMemberships()
  return useCallback(() => {
    reloadMemberships()
    void cache.invalidateQueries({ queryKey: queryKeys.events })
    void cache.invalidateQueries({ queryKey: queryKeys.tickets })
  }, [cache, reloadMemberships])
}
