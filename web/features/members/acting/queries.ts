import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { acting } from '#contract/acting.ts'
import { members } from '#contract/members.ts'
import { act } from '#web/api/acting/change-acting.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-keys.ts'

/** As many as one answer lists; beyond that the server searches. */
export const MOST_LISTED = 1000

/** Members by first, then last name; those whose names or address contain `search`, when it is not empty. */
export const memberListQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.members, 'list', search],
    queryFn: ({ signal }) => call(members.list, { size: MOST_LISTED, ...(search !== '' && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Who did what for whom, newest first, a page at a time. */
export const actsQuery = (memberId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.family, 'acts', memberId],
    queryFn: ({ pageParam, signal }) => call(acting.acts, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })

/** Begins to act as a member; everything on the page is about somebody else then, so it is loaded anew. */
export const useImpersonate = () =>
  useMutation({
    mutationFn: (memberId: string) => call(acting.impersonate, { memberId }),
    onSuccess: (begun) => {
      act(begun)
      location.reload()
    },
  })

/** Ends it; what the server no longer knows of has ended already. */
export const useEndImpersonation = () =>
  useMutation({
    mutationFn: () => call(acting.endImpersonation, {}),
    onSuccess: backToOneself,
  })

/** The page as the reader's own. */
export function backToOneself() {
  act(null)
  location.reload()
}
