import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { personDuplicates } from '#contract/people/duplicates.ts'
import { mergeRequests } from '#contract/people/merge-requests.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

export const duplicatesQuery = (orgId: string) =>
  callQuery([...queryKeys.members, 'duplicates', orgId], personDuplicates.list, { orgId })

export const comparisonQuery = (orgId: string, keptId: string, goneId: string) =>
  callQuery(
    [...queryKeys.members, 'duplicates', orgId, keptId, goneId],
    personDuplicates.compare,
    { orgId, keptId, goneId },
    { placeholderData: keepPreviousData },
  )

/** Everything that is read about people is read anew. */
export function useDuplicateChanges(orgId: string) {
  const onSettled = useReload(queryKeys.members)
  return {
    decide: useCall(personDuplicates.decide, { orgId }, { onSettled }),
    merge: useCall(personDuplicates.merge, { orgId }, { onSettled }),
    ask: useCall(personDuplicates.ask, { orgId }, { onSettled }),
    withdraw: useMutation({
      mutationFn: (requestId: string) => call(personDuplicates.withdraw, { orgId, requestId }),
      onSettled,
    }),
    undo: useMutation({
      mutationFn: (mergeId: string) => call(personDuplicates.undo, { orgId, mergeId }),
      onSettled,
    }),
  }
}

export const mergeRequestQuery = (requestId: string) =>
  callQuery([...queryKeys.members, 'merge-request', requestId], mergeRequests.show, { requestId })

/** The answer is shown as it comes: whoever gave up their sign-in reads nothing more. */
export function useAnswerMerge(requestId: string) {
  const cache = useQueryClient()
  const { queryKey } = mergeRequestQuery(requestId)
  return useMutation({
    mutationFn: (agreed: boolean) => call(agreed ? mergeRequests.agree : mergeRequests.decline, { requestId }),
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
  })
}
