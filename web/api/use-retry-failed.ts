import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Asks again for all that the page could not have: one box says it, and one press is enough. */
export function useRetryFailed(): () => void {
  const cache = useQueryClient()
  return useCallback(
    () => void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
    [cache],
  )
}
