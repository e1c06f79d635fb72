import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
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
import { queryKeys } from '#web/api/query-client.ts'

const ofClub = (orgId: string) => [...queryKeys.events, 'office', orgId]

/** A club's events for its office, 50 at a time. */
export const officeEventsQuery = (orgId: string, tab: EventTab, search = '') =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'list', tab, search],
    queryFn: ({ signal, pageParam }) =>
      call(
        officeEvents.list,
        { orgId, tab, ...(search && { search }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** A club's events between two days, drafts included. */
export const officeCalendarQuery = (orgId: string, from: string, until: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'days', from, until],
    queryFn: ({ signal }) => call(officeEvents.list, { orgId, tab: 'coming', from, until }, { signal }),
    placeholderData: keepPreviousData,
  })

export const editedEventQuery = (orgId: string, eventId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'item', eventId],
    queryFn: ({ signal }) => call(officeEvents.item, { orgId, eventId }, { signal }),
  })

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
  queryOptions({
    queryKey: [...ofClub(orgId), 'figures', eventId],
    queryFn: ({ signal }) => call(eventFigures.ofEvent, { orgId, eventId }, { signal }),
  })

/** A year of a club's events beside the one before; this year when left out. */
export const clubFiguresQuery = (orgId: string, year?: number) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'year', year ?? null],
    queryFn: ({ signal }) => call(eventFigures.ofClub, { orgId, ...(year && { year: String(year) }) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The picture of an event, as its office sees it before others do. */
export const officePictureQuery = (orgId: string, { id, picture }: Pick<EditedEvent, 'id' | 'picture'>) =>
  queryOptions({
    queryKey: [...queryKeys.images, 'event', id, picture?.version ?? null],
    queryFn: async ({ signal }) =>
      (await call(officeEvents.picture, { orgId, eventId: id, v: picture!.version }, { signal })).blob,
    enabled: picture !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

type Seen = Pick<EditedEvent, 'id' | 'version'>

interface Save extends SavedNotice {
  readonly fields: EventFields
  readonly base: Seen
  readonly scope: SeriesScope
}

/** The changes of an office. Each refetches the club's lists, and what members see. */
export function useEventChanges(orgId: string) {
  const cache = useQueryClient()
  /** All but the event itself: its form has its answer, and a deleted one has none. */
  const refetch = ({ id }: Pick<EditedEvent, 'id'>) =>
    cache.invalidateQueries({
      queryKey: queryKeys.events,
      predicate: ({ queryKey: [, second, , third, fourth] }) =>
        !(second === 'office' && third === 'item' && fourth === id),
    })
  const onSuccess = (event: EditedEvent) => {
    cache.setQueryData(editedEventQuery(orgId, event.id).queryKey, event)
    void refetch(event)
  }
  const readAgain = (id: string) => void cache.invalidateQueries({ queryKey: editedEventQuery(orgId, id).queryKey })
  // Somebody else was faster: what they did is shown.
  const onError = (_: unknown, { id }: Pick<EditedEvent, 'id'>) => readAgain(id)
  return {
    show: onSuccess,
    /** Reads an event again, such as what is sold of it. */
    refetch: readAgain,
    create: useMutation({
      mutationFn: (body: Omit<Input<typeof officeEvents.create>, 'orgId'>) =>
        call(officeEvents.create, { orgId, ...body }),
      onSuccess,
    }),
    duplicate: useMutation({
      mutationFn: ({ id, startsOn }: { id: string; startsOn: string }) =>
        call(officeEvents.duplicate, { orgId, eventId: id, startsOn }),
      onSuccess,
    }),
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
    publish: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeEvents.publish, { orgId, eventId: id, version }),
      onSuccess,
      onError,
    }),
    withdraw: useMutation({
      mutationFn: ({ id, version }: Seen) => call(officeEvents.withdraw, { orgId, eventId: id, version }),
      onSuccess,
      onError,
    }),
    discard: useMutation({
      mutationFn: ({ id }: Seen) => call(officeEvents.discard, { orgId, eventId: id }),
      onSuccess: (_, event) => refetch(event),
      onError,
    }),
  }
}
