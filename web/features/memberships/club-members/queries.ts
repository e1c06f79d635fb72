import { keepPreviousData } from '@tanstack/react-query'
import { exports } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import { type MemberSort, officeMembers } from '#contract/memberships/club-members.ts'
import { call } from '#web/api/client.ts'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'
import { callQuery, pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'

export interface WhichMembers {
  readonly search: string
  readonly filter: Filter | undefined
  readonly sort: MemberSort
  /** Undefined: today. */
  readonly day: string | undefined
}

const ofClub = (orgId: string) => [...queryKeys.members, 'club', orgId]

/** The query as the server takes it. */
export const memberListInput = ({ search, filter, sort, day }: WhichMembers) => ({
  sort,
  ...(search.trim() && { search: search.trim() }),
  ...(filter && { filter: JSON.stringify(filter) }),
  ...(day && { day }),
})

/** A club's members, a page at a time. */
export const clubMembersQuery = (orgId: string, which: WhichMembers) =>
  pagesAfter(
    [...ofClub(orgId), 'list', memberListInput(which)],
    officeMembers.list,
    { orgId, ...memberListInput(which) },
    { placeholderData: keepPreviousData },
  )

/** The seasons to filter by. */
export const paidSeasonsQuery = (orgId: string) =>
  callQuery([...ofClub(orgId), 'seasons'], officeMembers.seasons, { orgId })

export const clubMemberQuery = (orgId: string, memberId: string) =>
  callQuery([...ofClub(orgId), memberId], officeMembers.show, { orgId, memberId })

export const exportMembers = (
  orgId: string,
  which: WhichMembers,
  { columns, ids }: { readonly columns: readonly string[]; readonly ids?: readonly string[] },
): ExportCalls => ({
  begin: (format, everything) =>
    call(exports.members, {
      orgId,
      format,
      ...memberListInput(which),
      ...(!everything && { columns: [...columns] }),
      ...(ids ? { ids: [...ids] } : { all: true }),
    }),
  hasColumns: true,
  show: (exportId) => call(exports.membersState, { orgId, exportId }),
  fetch: (exportId) => call(exports.membersFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, 'members', () => call(exports.membersEarlier, { orgId })),
})
