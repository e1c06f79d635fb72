import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { ClubTemplate } from '#contract/organisations/templates.ts'
import {
  officeMemberships,
  type OfficeSeason,
  type SeasonFields,
  type SeasonToCopy,
} from '#contract/memberships/office.ts'
import { call } from '#web/api/client.ts'
import { callQuery, queryKeys } from '#web/api/query-client.ts'
import { useReload } from '#web/api/use-call.ts'

const ofClub = (orgId: string) => [...queryKeys.memberships, 'office', orgId]

/** A club's seasons with drafts and stopped ones, newest first. */
export const officeSeasonsQuery = (orgId: string) =>
  callQuery(ofClub(orgId), officeMemberships.list, { orgId }, { refetchOnWindowFocus: 'always' })

export const copyPreviewQuery = (orgId: string, seasons: SeasonToCopy[]) =>
  callQuery(
    [...ofClub(orgId), 'copy', seasons],
    officeMemberships.previewCopies,
    { orgId, seasons },
    { enabled: seasons.length > 0 },
  )

/** A year of a club's members beside the one before; this year when left out. */
export const membershipFiguresQuery = (orgId: string, year?: number) =>
  callQuery(
    [...ofClub(orgId), 'year', year ?? null],
    officeMemberships.figures,
    { orgId, ...(year && { year: String(year) }) },
    { placeholderData: keepPreviousData },
  )

type Seen = Pick<OfficeSeason, 'id' | 'version'>

/** The changes of an office. Each refetches what members of the club see. */
export function useSeasonChanges(orgId: string) {
  const onSettled = useReload(queryKeys.memberships, queryKeys.organisations)
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
