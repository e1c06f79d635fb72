import { type ComponentProps, useCallback } from 'react'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { problemText } from './problem-text.ts'
import { useQueryClient } from '@tanstack/react-query'

type PanelProps = ComponentProps<typeof ErrorPanel>

interface Props extends Omit<PanelProps, 'message' | 'retrying'> {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** A query that failed: why, and a button that asks again. */
export const QueryError = ({ query, onRetry = () => void query.refetch(), ...panel }: Props) => (
  <ErrorPanel {...panel} message={problemText(query.error)} retrying={query.isFetching} onRetry={onRetry} />
)

/** Asks again for all that the page could not have: one box says it, and one press is enough. */
export function useRetryFailed(): () => void {
  const cache = useQueryClient()
  return useCallback(
    () => void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
    [cache],
  )
}
