import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type NoteFields, personNotes } from '#contract/people/notes.ts'
import { personTimeline, type TimelineKind } from '#contract/people/timeline.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** A person at a club, for its office. */
export interface Whose {
  readonly club: { readonly id: string; readonly key: string }
  readonly memberId: string
}

const keyOf = ({ club, memberId }: Whose) => [...queryKeys.members, 'person', club.id, memberId]
const inputOf = ({ club, memberId }: Whose) => ({ orgId: club.id, memberId })

export const notesQuery = (whose: Whose) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(whose), 'notes'],
    queryFn: ({ pageParam, signal }) =>
      call(personNotes.list, { ...inputOf(whose), ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const timelineQuery = (whose: Whose, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(whose), 'timeline', kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        personTimeline.list,
        { ...inputOf(whose), ...(kind && { kind }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** Changes of notes; the person's page and *Today* read again what follows from them. */
export function useNoteChanges(whose: Whose) {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: keyOf(whose) })
  return {
    add: useMutation({
      mutationFn: (fields: NoteFields) => call(personNotes.add, { ...inputOf(whose), ...fields }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: (note: NoteFields & { readonly id: string; readonly version: number }) => {
        const { id: clubNoteId, version, kind, text, followUpOn } = note
        return call(personNotes.save, { ...inputOf(whose), clubNoteId, version, kind, text, followUpOn })
      },
      onSuccess,
    }),
    mark: useMutation({
      mutationFn: ({ id, done }: { readonly id: string; readonly done: boolean }) =>
        call(personNotes.mark, { ...inputOf(whose), clubNoteId: id, done }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(personNotes.remove, { ...inputOf(whose), clubNoteId: id }),
      onSuccess,
    }),
  }
}
