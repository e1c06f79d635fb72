import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { personDuplicates, type TakenField } from '#contract/people/duplicates.ts'
import { mergeRequests } from '#contract/people/merge-requests.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

export const duplicatesQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...queryKeys.members, 'duplicates', orgId],
    queryFn: ({ signal }) => call(personDuplicates.list, { orgId }, { signal }),
  })

export const comparisonQuery = (orgId: string, keptId: string, goneId: string) =>
  queryOptions({
    queryKey: [...queryKeys.members, 'duplicates', orgId, keptId, goneId],
    queryFn: ({ signal }) => call(personDuplicates.compare, { orgId, keptId, goneId }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Everything that is read about people is read anew. */
export function useDuplicateChanges(orgId: string) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: queryKeys.members })
  return {
    decide: useMutation({
      mutationFn: (pair: { memberId: string; otherId: string; notSame: boolean }) =>
        call(personDuplicates.decide, { orgId, ...pair }),
      onSettled,
    }),
    merge: useMutation({
      mutationFn: (two: { keptId: string; goneId: string; take: TakenField[] }) =>
        call(personDuplicates.merge, { orgId, ...two }),
      onSettled,
    }),
    ask: useMutation({
      mutationFn: (two: { keptId: string; goneId: string }) => call(personDuplicates.ask, { orgId, ...two }),
      onSettled,
    }),
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
  queryOptions({
    queryKey: [...queryKeys.members, 'merge-request', requestId],
    queryFn: ({ signal }) => call(mergeRequests.show, { requestId }, { signal }),
  })

/** The answer is shown as it comes: whoever gave up their sign-in reads nothing more. */
export function useAnswerMerge(requestId: string) {
  const cache = useQueryClient()
  const { queryKey } = mergeRequestQuery(requestId)
  return useMutation({
    mutationFn: (agreed: boolean) => call(agreed ? mergeRequests.agree : mergeRequests.decline, { requestId }),
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
  })
}
