import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { eventPreview, type PreviewViewer } from '#contract/events/preview.ts'
import { eventFigures } from '#contract/events/figures.ts'
import {
  type EditedEvent,
  type EventFields,
  type EventTab,
  officeEvents,
  type SeriesScope,
} from '#contract/events/office.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'

const ofClub = (orgId: string) => [...queryKeys.events, 'office', orgId]

/** A club's events for its office, 50 at a time. */
export const officeEventsQuery = (orgId: string, tab: EventTab, search = '') =>
  pagesAfter(
    [...ofClub(orgId), 'list', tab, search],
    officeEvents.list,
    { orgId, tab, ...(search && { search }) },
    { placeholderData: keepPreviousData },
  )

/** A club's events between two days, drafts included. */
export const officeCalendarQuery = (orgId: string, from: string, until: string) =>
  callQuery(
    [...ofClub(orgId), 'days', from, until],
    officeEvents.list,
    { orgId, tab: 'coming', from, until },
    { placeholderData: keepPreviousData },
  )

export const editedEventQuery = (orgId: string, eventId: string) =>
  callQuery([...ofClub(orgId), 'item', eventId], officeEvents.item, { orgId, eventId })

/** The notice to guests of a change, and until when they can have their money back. */
export type SavedNotice = Pick<Input<typeof officeEvents.save>, 'tellGuests' | 'moveText' | 'keepUntil'>

/** Who looks at an event's page, and when. */
export interface PreviewLook {
  readonly as: PreviewViewer
  /** Of the made-up person, or of their child. */
  readonly age: number | undefined
  /** Somebody of the club, instead. */
  readonly person: string | undefined
  /** Wall-clock time at the event's place; now when left out. */
  readonly at: string | undefined
}

/** An event's page as somebody else sees it. */
export const eventPreviewQuery = (orgId: string, eventId: string, { as, age, person, at }: PreviewLook) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'preview', eventId, as, age, person, at],
    queryFn: ({ signal }) => {
      const look = { orgId, eventId, ...(at && { at }) }
      return person
        ? call(eventPreview.asPerson, { ...look, memberId: person }, { signal })
        : call(eventPreview.asAnybody, { ...look, as, ...(age !== undefined && { age: String(age) }) }, { signal })
    },
    placeholderData: keepPreviousData,
  })

export const eventFiguresQuery = (orgId: string, eventId: string) =>
  callQuery([...ofClub(orgId), 'figures', eventId], eventFigures.ofEvent, { orgId, eventId })

/** A year of a club's events beside the one before; this year when left out. */
export const clubFiguresQuery = (orgId: string, year?: number) =>
  callQuery(
    [...ofClub(orgId), 'year', year ?? null],
    eventFigures.ofClub,
    { orgId, ...(year && { year: String(year) }) },
    { placeholderData: keepPreviousData },
  )

/** The picture of an event, as its office sees it before others do. */
export const officePictureQuery = (orgId: string, { id, picture }: Pick<EditedEvent, 'id' | 'picture'>) =>
  queryOptions({
    queryKey: [...queryKeys.images, 'event', id, picture?.version ?? null],
    queryFn: async ({ signal }) =>
      (await call(officeEvents.picture, { orgId, eventId: id, v: picture!.version }, { signal })).blob,
    enabled: picture !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

interface Save extends SavedNotice {
  readonly fields: EventFields
  readonly base: Pick<EditedEvent, 'id' | 'version'>
  readonly scope: SeriesScope
}

/** The changes of an office. Each refetches the club's lists, and what members see. */
export function useEventChanges(orgId: string) {
  const cache = useQueryClient()
  /** All but the event itself: its form has its answer, and a deleted one has none. */
  const refetch = (id: string) =>
    cache.invalidateQueries({
      queryKey: queryKeys.events,
      predicate: ({ queryKey: [, second, , third, fourth] }) =>
        !(second === 'office' && third === 'item' && fourth === id),
    })
  const onSuccess = (event: EditedEvent) => {
    cache.setQueryData(editedEventQuery(orgId, event.id).queryKey, event)
    void refetch(event.id)
  }
  const readAgain = (id: string) => void cache.invalidateQueries({ queryKey: editedEventQuery(orgId, id).queryKey })
  // Somebody else was faster: what they did is shown.
  const onError = (_: unknown, { eventId }: { readonly eventId: string }) => readAgain(eventId)
  return {
    show: onSuccess,
    /** Reads an event again, such as what is sold of it. */
    refetch: readAgain,
    create: useCall(officeEvents.create, { orgId }, { onSuccess }),
    duplicate: useCall(officeEvents.duplicate, { orgId }, { onSuccess }),
    save: useMutation({
      mutationFn: ({ fields, base, scope, ...notice }: Save) =>
        call(officeEvents.save, {
          orgId,
          eventId: base.id,
          version: base.version,
          ...fields,
          ...notice,
          ...(scope !== 'one' && { scope }),
        }),
      onSuccess: (event: EditedEvent) => {
        onSuccess(event)
        // Delayed messages to its guests are shown in a moment.
        void cache.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed'] })
      },
    }),
    publish: useCall(officeEvents.publish, { orgId }, { onSuccess, onError }),
    withdraw: useCall(officeEvents.withdraw, { orgId }, { onSuccess, onError }),
    discard: useCall(officeEvents.discard, { orgId }, { onSuccess: (_, { eventId }) => refetch(eventId), onError }),
  }
}
