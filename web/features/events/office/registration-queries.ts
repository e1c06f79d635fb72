import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { officeRegistrations, type RegistrationSort } from '#contract/events/registrations.ts'
import { call } from '#web/api/client.ts'
import type { Audience } from '#web/features/notifications/club-messages/message-dialog.tsx'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'
import { queryKeys } from '#web/api/query-client.ts'
import { m } from '#words/messages.js'

export interface WhichRegistrations {
  readonly search: string
  readonly filter: Filter | undefined
  readonly sort: RegistrationSort
}

export interface EventOfClub {
  readonly orgId: string
  readonly eventId: string
}

const ofEvent = ({ orgId, eventId }: EventOfClub) => [...queryKeys.events, 'office', orgId, 'registrations', eventId]

/** The search and filter as the server takes them. */
const matchingInput = ({ search, filter }: Pick<WhichRegistrations, 'search' | 'filter'>) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(filter && { filter: JSON.stringify(filter) }),
})

/** All that is listed: what a call acts on when nothing is chosen one by one. */
export const allListed = (which: Pick<WhichRegistrations, 'search' | 'filter'>) => ({
  ...matchingInput(which),
  all: true as const,
})

/** The registrations of an event, a page at a time. */
export const registrationsQuery = (event: EventOfClub, which: WhichRegistrations) =>
  infiniteQueryOptions({
    queryKey: [...ofEvent(event), 'list', matchingInput(which), which.sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        officeRegistrations.list,
        { ...event, ...matchingInput(which), sort: which.sort, ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** Whom the office may register, by a part of their name. */
export const candidatesQuery = (event: EventOfClub, search: string) =>
  queryOptions({
    queryKey: [...ofEvent(event), 'candidates', search],
    queryFn: ({ signal }) => call(officeRegistrations.candidates, { ...event, search }, { signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })

/** To which categories people can move. */
export const movePlacesQuery = (event: EventOfClub, chosen: Chosen) =>
  queryOptions({
    queryKey: [...ofEvent(event), 'move', chosen],
    queryFn: ({ signal }) => call(officeRegistrations.movePlaces, { ...event, ...chosen }, { signal }),
    staleTime: 0,
  })

/** The answers of one guest. */
export const officeAnswersQuery = (event: EventOfClub, entryId: string) =>
  queryOptions({
    queryKey: [...ofEvent(event), 'answers', entryId],
    queryFn: ({ signal }) => call(officeRegistrations.answers, { ...event, entryId }, { signal }),
  })

const refundPreviews = (event: EventOfClub) => [...ofEvent(event), 'refund']

/** Whose places a refund would cancel, and the sum. */
export const refundPreviewQuery = (event: EventOfClub, chosen: Chosen) =>
  queryOptions({
    queryKey: [...refundPreviews(event), chosen],
    queryFn: ({ signal }) => call(officeRegistrations.previewRefund, { ...event, ...chosen }, { signal }),
    staleTime: 0,
  })

/** The rows of a call: those that were chosen, or all that are listed. */
export interface Chosen {
  readonly ids?: string[]
  readonly search?: string
  readonly filter?: string
  readonly all?: true
}

type InputOf<Name extends keyof typeof officeRegistrations> = Omit<
  Input<(typeof officeRegistrations)[Name]>,
  'orgId' | 'eventId'
>

/** An office's changes of registrations. Each refetches them, and whatever shows places or waiting refunds. */
export function useRegistrationChanges(event: EventOfClub) {
  const cache = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: queryKeys.events }),
      cache.invalidateQueries({ queryKey: queryKeys.office }),
    ])
  return {
    present: useMutation({
      mutationFn: (body: InputOf<'present'>) => call(officeRegistrations.present, { ...event, ...body }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (body: InputOf<'move'>) => call(officeRegistrations.move, { ...event, ...body }),
      onSuccess,
    }),
    refund: useMutation({
      mutationFn: (body: InputOf<'refund'>) => call(officeRegistrations.refund, { ...event, ...body }),
      onSuccess,
      // The dialog shows the new sum before the refusal.
      onError: () => cache.invalidateQueries({ queryKey: refundPreviews(event) }),
    }),
    paidBack: useMutation({
      mutationFn: (body: InputOf<'paidBack'>) => call(officeRegistrations.paidBack, { ...event, ...body }),
      onSuccess,
    }),
    answer: useMutation({
      mutationFn: (body: InputOf<'saveAnswers'>) => call(officeRegistrations.saveAnswers, { ...event, ...body }),
      onSuccess,
    }),
    sensitive: useMutation({
      mutationFn: (body: InputOf<'sensitiveAnswers'>) =>
        call(officeRegistrations.sensitiveAnswers, { ...event, ...body }),
    }),
    print: useMutation({
      mutationFn: (body: InputOf<'print'>) => call(officeRegistrations.print, { ...event, ...body }),
    }),
  }
}

/** The calls that export what is listed, or some of it. */
export const exportRegistrations = (
  { orgId, eventId }: EventOfClub,
  which: WhichRegistrations,
  ids?: readonly string[],
): ExportCalls => ({
  begin: (format) =>
    call(exports.registrations, {
      orgId,
      eventId,
      format,
      ...matchingInput(which),
      sort: which.sort,
      ...(ids ? { ids: [...ids] } : { all: true }),
    }),
  show: (exportId) => call(exports.registrationsState, { orgId, exportId }),
  fetch: (exportId) => call(exports.registrationsFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, `registrations ${eventId}`, () =>
    call(exports.registrationsEarlier, { orgId, eventId }),
  ),
})

/** Guests of an event as those who read a message. */
export const guestsOf = (event: EventOfClub, chosen: Chosen): Audience => ({
  title: m.guests_message_title(),
  note: m.guests_message_cancelled_left_out(),
  place: event.eventId,
  chosen,
  preview: (as, signal) => call(guestMessages.preview, { ...event, ...chosen, ...as }, { signal }),
  send: (message) => call(guestMessages.send, { ...event, ...chosen, ...message }),
})
