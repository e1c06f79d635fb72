import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useCallback } from 'react'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { problemText } from '#web/api/problem-text.ts'

type PanelProps = ComponentProps<typeof ErrorPanel>

interface Props extends Omit<PanelProps, 'message' | 'retrying'> {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** Shows why a query failed, with a retry button. */
export const QueryError = ({ query, onRetry = () => void query.refetch(), ...panel }: Props) => (
  <ErrorPanel {...panel} message={problemText(query.error)} retrying={query.isFetching} onRetry={onRetry} />
)

/** Instead of what a query has not answered yet: a skeleton as high as it, or why there is none. */
export const NotLoaded = ({
  query,
  order = 2,
  ...size
}: Pick<Props, 'query' | 'order'> & ComponentProps<typeof SkeletonList>) =>
  query.error ? <QueryError order={order} query={query} /> : <SkeletonList {...size} />

/** Retries every failed query of the page at once. */
export function useRetryFailed(): () => void {
  const cache = useQueryClient()
  return useCallback(
    () => void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
    [cache],
  )
}
