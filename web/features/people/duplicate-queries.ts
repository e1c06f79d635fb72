import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { personDuplicates, type TakenField } from '#contract/people/duplicates.ts'
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
  const onSuccess = () => cache.invalidateQueries({ queryKey: queryKeys.members })
  return {
    decide: useMutation({
      mutationFn: (pair: { memberId: string; otherId: string; notSame: boolean }) =>
        call(personDuplicates.decide, { orgId, ...pair }),
      onSuccess,
    }),
    merge: useMutation({
      mutationFn: (two: { keptId: string; goneId: string; take: TakenField[] }) =>
        call(personDuplicates.merge, { orgId, ...two }),
      onSuccess,
    }),
    undo: useMutation({
      mutationFn: (mergeId: string) => call(personDuplicates.undo, { orgId, mergeId }),
      onSuccess,
    }),
  }
}
