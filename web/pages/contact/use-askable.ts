import { useQuery } from '@tanstack/react-query'
import { problemText } from '#web/api/problem-text.ts'
import type { Asking } from '#web/features/conversations/asking/ask-form.tsx'
import { directoryQuery } from '#web/features/organisations/directory.ts'

/** All clubs that may be asked, or why they cannot be known now. */
export function useAskable(): Pick<Asking, 'clubs' | 'failed'> {
  const { data, error, isFetching, refetch } = useQuery(directoryQuery)
  return {
    clubs: data,
    failed: data || !error ? null : { text: problemText(error), retrying: isFetching, onRetry: () => void refetch() },
  }
}
