import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { type Office, officeAccess } from '#contract/office/access.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeToday } from '#contract/office/today.ts'
import { call } from '#web/api/client.ts'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'

export type OfficeClub = Office['club']

const officesOfPage = 24

/** The clubs in whose office the user works, by name, that match a search. */
export const myOfficesQuery = (search = '') =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.office, 'mine', search.trim()],
    queryFn: ({ signal, pageParam }) =>
      call(
        officeAccess.mine,
        {
          limit: String(officesOfPage),
          ...(search.trim() !== '' && { search }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: readonly Office[]) => (page.length < officesOfPage ? null : page.at(-1)!.club.id),
    placeholderData: keepPreviousData,
  })

/** The user's permissions in one office. Read again every minute and on return, because a role can be taken away meanwhile. */
export const officeQuery = (orgKey: string) =>
  callQuery(
    [...queryKeys.office, 'one', orgKey],
    officeAccess.show,
    { orgKey },
    { refetchInterval: 60_000, refetchOnWindowFocus: 'always' },
  )

export const todayQuery = (orgId: string) =>
  callQuery(
    [...queryKeys.office, 'today', orgId],
    officeToday.show,
    { orgId },
    { refetchInterval: 60_000, refetchOnWindowFocus: 'always' },
  )

export const peopleQuery = (orgId: string) =>
  callQuery([...queryKeys.office, 'people', orgId], officeAccess.people, { orgId })

type People = Output<typeof officeAccess.people>

/** The mutations of the people page, all of which answer with the new list. */
export function usePeopleChanges(orgId: string) {
  const onSuccess = (people: People) => queryClient.setQueryData(peopleQuery(orgId).queryKey, people)
  const onError = () => void queryClient.invalidateQueries({ queryKey: peopleQuery(orgId).queryKey })
  const options = { onSuccess, onError }
  return {
    invite: useCall(officeAccess.invite, { orgId }, { onSuccess }),
    withdraw: useMutation({
      mutationFn: (invitationId: string) => call(officeAccess.withdraw, { orgId, invitationId }),
      ...options,
    }),
    change: useCall(officeAccess.change, { orgId }, { onSuccess }),
    revoke: useMutation({ mutationFn: (grantId: string) => call(officeAccess.revoke, { orgId, grantId }), ...options }),
  }
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...queryKeys.office, 'invitation', token],
    queryFn: () => call(officeAccess.invitation, { token }),
    staleTime: Infinity,
  })

export type HistoryFilter = Omit<Input<typeof officeHistory.list>, 'orgId' | 'before'>

export const exportHistory = (orgId: string, filter: HistoryFilter): ExportCalls => ({
  begin: (format) => call(exports.history, { orgId, ...filter, format }),
  show: (exportId) => call(exports.historyState, { orgId, exportId }),
  fetch: (exportId) => call(exports.historyFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, 'history', () => call(exports.historyEarlier, { orgId })),
})

export const historyOfEventQuery = (orgId: string, eventId: string) =>
  pagesBefore([...queryKeys.office, 'history', orgId, 'event', eventId], officeHistory.ofEvent, { orgId, eventId })

export const historyOfPersonQuery = (orgId: string, memberId: string) =>
  pagesBefore([...queryKeys.office, 'history', orgId, 'person', memberId], officeHistory.ofPerson, { orgId, memberId })

export const historyQuery = (orgId: string, filter: HistoryFilter) =>
  pagesBefore([...queryKeys.office, 'history', orgId, filter], officeHistory.list, { orgId, ...filter })
