import { keepPreviousData } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import { guestMessages } from '#contract/events/guest-messages.ts'
import { officeRegistrations, type RegistrationSort } from '#contract/events/registrations.ts'
import { call } from '#web/api/client.ts'
import type { Audience } from '#web/features/notifications/club-messages/message-dialog.tsx'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'
import { callQuery, pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
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
  pagesAfter(
    [...ofEvent(event), 'list', matchingInput(which), which.sort],
    officeRegistrations.list,
    { ...event, ...matchingInput(which), sort: which.sort },
    { placeholderData: keepPreviousData },
  )

/** Whom the office may register, by a part of their name. */
export const candidatesQuery = (event: EventOfClub, search: string) =>
  callQuery(
    [...ofEvent(event), 'candidates', search],
    officeRegistrations.candidates,
    { ...event, search },
    { enabled: search.length > 1, placeholderData: keepPreviousData },
  )

/** To which categories people can move. */
export const movePlacesQuery = (event: EventOfClub, chosen: Chosen) =>
  callQuery(
    [...ofEvent(event), 'move', chosen],
    officeRegistrations.movePlaces,
    { ...event, ...chosen },
    { staleTime: 0 },
  )

/** The answers of one guest. */
export const officeAnswersQuery = (event: EventOfClub, entryId: string) =>
  callQuery([...ofEvent(event), 'answers', entryId], officeRegistrations.answers, { ...event, entryId })

const refundPreviews = (event: EventOfClub) => [...ofEvent(event), 'refund']

/** Whose places a refund would cancel, and the sum. */
export const refundPreviewQuery = (event: EventOfClub, chosen: Chosen) =>
  callQuery(
    [...refundPreviews(event), chosen],
    officeRegistrations.previewRefund,
    { ...event, ...chosen },
    { staleTime: 0 },
  )

/** The rows of a call: those that were chosen, or all that are listed. */
export type Chosen = Omit<Input<typeof officeRegistrations.present>, keyof EventOfClub | 'present'>

/** An office's changes of registrations. Each refetches them, and whatever shows places or waiting refunds. */
export function useRegistrationChanges(event: EventOfClub) {
  const onSuccess = useReload(queryKeys.events, queryKeys.office)
  // The dialog shows the new sum before the refusal.
  const onError = useReload(refundPreviews(event))
  return {
    present: useCall(officeRegistrations.present, event, { onSuccess }),
    move: useCall(officeRegistrations.move, event, { onSuccess }),
    refund: useCall(officeRegistrations.refund, event, { onSuccess, onError }),
    paidBack: useCall(officeRegistrations.paidBack, event, { onSuccess }),
    answer: useCall(officeRegistrations.saveAnswers, event, { onSuccess }),
    sensitive: useCall(officeRegistrations.sensitiveAnswers, event),
    print: useCall(officeRegistrations.print, event),
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
