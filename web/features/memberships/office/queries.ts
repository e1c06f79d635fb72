import { keepPreviousData, useMutation } from '@tanstack/react-query'
import {
  officeMemberships,
  type OfficeSeason,
  type SeasonFields,
  type SeasonToCopy,
} from '#contract/memberships/office.ts'
import { call } from '#web/api/client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

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
    start: useCall(officeMemberships.fromTemplate, { orgId }, { onSettled }),
    publish: useCall(officeMemberships.publish, { orgId }, { onSettled }),
    stop: useCall(officeMemberships.stop, { orgId }, { onSettled }),
    resume: useCall(officeMemberships.resume, { orgId }, { onSettled }),
    discard: useCall(officeMemberships.discard, { orgId }, { onSettled }),
    copy: useCall(officeMemberships.copy, { orgId }, { onSettled }),
  }
}
