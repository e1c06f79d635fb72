import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClubTemplate } from '#contract/organisations/templates.ts'
import {
  officeMemberships,
  type OfficeSeason,
  type SeasonFields,
  type SeasonToCopy,
} from '#contract/memberships/office.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.memberships, 'office', orgId]

/** A club's seasons with drafts and stopped ones, newest first. */
export const officeSeasonsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ofClub(orgId),
    queryFn: ({ signal }) => call(officeMemberships.list, { orgId }, { signal }),
    refetchOnWindowFocus: 'always',
  })

export const copyPreviewQuery = (orgId: string, seasons: SeasonToCopy[]) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'copy', seasons],
    queryFn: ({ signal }) => call(officeMemberships.previewCopies, { orgId, seasons }, { signal }),
    enabled: seasons.length > 0,
  })

/** A year of a club's members beside the one before; this year when left out. */
export const membershipFiguresQuery = (orgId: string, year?: number) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'year', year ?? null],
    queryFn: ({ signal }) =>
      call(officeMemberships.figures, { orgId, ...(year && { year: String(year) }) }, { signal }),
    placeholderData: keepPreviousData,
  })

type Seen = Pick<OfficeSeason, 'id' | 'version'>

/** The changes of an office. Each refetches what members of the club see. */
export function useSeasonChanges(orgId: string) {
  const cache = useQueryClient()
  const onSettled = () =>
    Promise.all(
      [queryKeys.memberships, queryKeys.organisations].map((queryKey) => cache.invalidateQueries({ queryKey })),
    )
  return {
    save: useMutation({
      mutationFn: ({ fields, base }: { fields: SeasonFields; base: Seen | null }) =>
        base
          ? call(officeMemberships.save, { orgId, configurationId: base.id, version: base.version, ...fields })
          : call(officeMemberships.create, { orgId, ...fields }),
      onSettled,
    }),
    start: useMutation({
      mutationFn: (template: ClubTemplate) => call(officeMemberships.fromTemplate, { orgId, template }),
      onSettled,
    }),
    publish: useMutation({
      mutationFn: (ids: string[]) => call(officeMemberships.publish, { orgId, ids }),
      onSettled,
    }),
    stop: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeMemberships.stop, { orgId, configurationId: id, version }),
      onSettled,
    }),
    resume: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeMemberships.resume, { orgId, configurationId: id, version }),
      onSettled,
    }),
    discard: useMutation({
      mutationFn: ({ id }: Seen) => call(officeMemberships.discard, { orgId, configurationId: id }),
      onSettled,
    }),
    copy: useMutation({
      mutationFn: (seasons: SeasonToCopy[]) => call(officeMemberships.copy, { orgId, seasons }),
      onSettled,
    }),
  }
}
