import { useQuery } from '@tanstack/react-query'
import { problemText } from '#web/api/problem-text.ts'
import { useSessionState } from '#web/api/session/session.ts'
import type { Asking } from '#web/features/conversations/ask-form.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { useClubChoices } from '#web/features/organisations/use-club-choices.ts'

/** The clubs that may be asked, a member's own first, or why they cannot be known now. */
export function useAskable(): Pick<Asking, 'clubs' | 'failed'> {
  const signedIn = useSessionState().status === 'signed-in'
  const own = useQuery({ ...organisationsQuery, enabled: signedIn }).data
  const { choices, error, isFetching, refetch } = useClubChoices(own ?? [])
  return {
    clubs: choices,
    failed: error && { text: problemText(error), retrying: isFetching, onRetry: () => void refetch() },
  }
}
