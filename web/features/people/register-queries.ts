import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { bulk } from '#contract/people/bulk.ts'
import { register } from '#contract/people/register.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'
import { memberFields } from '#web/features/memberships/club-members/member-words.ts'
import { memberListInput, paidSeasonsQuery, type WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import { ownOptions, teamName } from './words.ts'
import { isLeavingDay } from './queries.ts'
import { teamsQuery } from './team-queries.ts'

const ofClub = (orgId: string) => [...queryKeys.members, 'club', orgId]

export const clubFieldsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'fields'], register.fields, { orgId })

export const savedViewsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'views'], register.views, { orgId })

export const tagsQuery = (orgId: string) => callQuery([...ofClub(orgId), 'tags'], register.tags, { orgId })

/** Whom a selection in the list means, for a call. */
export const chosenOf = (selection: ListSelection, which: WhichMembers) => {
  if ('ids' in selection) return { ids: [...selection.ids] }
  const { sort: _, ...all } = memberListInput(which)
  return { ...all, all: true as const }
}

/** Name badges of a selection as a file. */
export const printBadges = (orgId: string, selection: ListSelection, which: WhichMembers) =>
  call(register.badges, { orgId, sort: which.sort, ...chosenOf(selection, which) })

type Chosen = ReturnType<typeof chosenOf>

/** Who of a selection can be marked as left on a day. */
export const leavePreviewQuery = (orgId: string, chosen: Chosen, leftOn: string) =>
  callQuery(
    [...ofClub(orgId), 'leave', chosen, leftOn],
    bulk.previewLeave,
    { orgId, leftOn, ...chosen },
    { enabled: isLeavingDay(leftOn), placeholderData: keepPreviousData, staleTime: 0 },
  )

/** Who of a selection can get a season free. */
export const grantPreviewQuery = (orgId: string, chosen: Chosen, membershipConfId: string) =>
  callQuery(
    [...ofClub(orgId), 'grant', chosen, membershipConfId],
    bulk.previewGrant,
    { orgId, membershipConfId, ...chosen },
    { enabled: membershipConfId !== '', placeholderData: keepPreviousData, staleTime: 0 },
  )

/** To whom of a selection a season can be offered. */
export const offerPreviewQuery = (orgId: string, chosen: Chosen, membershipConfId: string) =>
  callQuery(
    [...ofClub(orgId), 'offer', chosen, membershipConfId],
    bulk.previewOffer,
    { orgId, membershipConfId, ...chosen },
    { enabled: membershipConfId !== '', placeholderData: keepPreviousData, staleTime: 0 },
  )

/** Bulk actions on the register, which wait a minute. */
export function useBulkActions(orgId: string) {
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed', orgId] })
  return {
    leave: useCall(bulk.leave, { orgId }, { onSuccess }),
    offer: useCall(bulk.offer, { orgId }, { onSuccess }),
    grant: useCall(bulk.grant, { orgId }, { onSuccess }),
  }
}

/** Writes of the register; its list and what belongs to it load again. */
export function useRegisterChanges(orgId: string) {
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ofClub(orgId) })
  return {
    tag: useCall(register.tag, { orgId }, { onSettled }),
    addField: useCall(register.addField, { orgId }, { onSettled }),
    saveField: useCall(register.saveField, { orgId }, { onSettled }),
    addView: useCall(register.addView, { orgId }, { onSettled }),
    saveView: useCall(register.saveView, { orgId }, { onSettled }),
    deleteView: useMutation({
      mutationFn: (viewId: string) => call(register.deleteView, { orgId, viewId }),
      onSettled,
    }),
  }
}

/** By which a club's register is filtered, with the club's own words. */
export function useRegisterFields(orgId: string, money: boolean) {
  const queries = [
    useQuery(paidSeasonsQuery(orgId)),
    useQuery(clubFieldsQuery(orgId)),
    useQuery(tagsQuery(orgId)),
    useQuery(teamsQuery(orgId)),
  ] as const
  const [{ data: seasons = [] }, { data: ownFields = [] }, { data: tags = [] }, { data: teams = [] }] = queries
  const fields = memberFields(seasons, {
    tags,
    own: ownOptions(ownFields),
    teams: teams.map((team) => ({ value: team.id, label: teamName(team) })),
    money,
  })
  return { ownFields, tags, teams, fields, failed: queries.find(({ error, data }) => error && !data) }
}
