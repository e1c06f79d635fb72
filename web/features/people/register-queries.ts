import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ListSelection } from '#web/ui/data-list/data-list.tsx'
import { bulk } from '#contract/people/bulk.ts'
import { register } from '#contract/people/register.ts'
import { call } from '#web/api/client.ts'
import { queryClient, queryKeys } from '#web/api/query-client.ts'
import { memberFields } from '#web/features/memberships/club-members/member-words.ts'
import { memberListInput, paidSeasonsQuery, type WhichMembers } from '#web/features/memberships/club-members/queries.ts'
import { ownOptions } from './field-words.ts'
import { isLeavingDay } from './queries.ts'
import { teamsQuery } from './team-queries.ts'
import { teamName } from './team-words.ts'

const ofClub = (orgId: string) => [...queryKeys.members, 'club', orgId]

export const clubFieldsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'fields'],
    queryFn: ({ signal }) => call(register.fields, { orgId }, { signal }),
  })

export const savedViewsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'views'],
    queryFn: ({ signal }) => call(register.views, { orgId }, { signal }),
  })

export const tagsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'tags'],
    queryFn: ({ signal }) => call(register.tags, { orgId }, { signal }),
  })

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
  queryOptions({
    queryKey: [...ofClub(orgId), 'leave', chosen, leftOn],
    queryFn: ({ signal }) => call(bulk.previewLeave, { orgId, leftOn, ...chosen }, { signal }),
    enabled: isLeavingDay(leftOn),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Who of a selection can get a season free. */
export const grantPreviewQuery = (orgId: string, chosen: Chosen, membershipConfId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'grant', chosen, membershipConfId],
    queryFn: ({ signal }) => call(bulk.previewGrant, { orgId, membershipConfId, ...chosen }, { signal }),
    enabled: membershipConfId !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** To whom of a selection a season can be offered. */
export const offerPreviewQuery = (orgId: string, chosen: Chosen, membershipConfId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'offer', chosen, membershipConfId],
    queryFn: ({ signal }) => call(bulk.previewOffer, { orgId, membershipConfId, ...chosen }, { signal }),
    enabled: membershipConfId !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Bulk actions on the register, which wait a minute. */
export function useBulkActions(orgId: string) {
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed', orgId] })
  type Sent<K extends keyof typeof bulk> = Omit<Parameters<typeof call<(typeof bulk)[K]>>[1], 'orgId'>
  return {
    leave: useMutation({ mutationFn: (sent: Sent<'leave'>) => call(bulk.leave, { orgId, ...sent }), onSuccess }),
    offer: useMutation({ mutationFn: (sent: Sent<'offer'>) => call(bulk.offer, { orgId, ...sent }), onSuccess }),
    grant: useMutation({ mutationFn: (sent: Sent<'grant'>) => call(bulk.grant, { orgId, ...sent }), onSuccess }),
  }
}

/** Writes of the register; its list and what belongs to it load again. */
export function useRegisterChanges(orgId: string) {
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ofClub(orgId) })
  type Sent<K extends keyof typeof register> = Omit<Parameters<typeof call<(typeof register)[K]>>[1], 'orgId'>
  return {
    tag: useMutation({ mutationFn: (sent: Sent<'tag'>) => call(register.tag, { orgId, ...sent }), onSettled }),
    addField: useMutation({
      mutationFn: (sent: Sent<'addField'>) => call(register.addField, { orgId, ...sent }),
      onSettled,
    }),
    saveField: useMutation({
      mutationFn: (sent: Sent<'saveField'>) => call(register.saveField, { orgId, ...sent }),
      onSettled,
    }),
    addView: useMutation({
      mutationFn: (sent: Sent<'addView'>) => call(register.addView, { orgId, ...sent }),
      onSettled,
    }),
    saveView: useMutation({
      mutationFn: (sent: Sent<'saveView'>) => call(register.saveView, { orgId, ...sent }),
      onSettled,
    }),
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
