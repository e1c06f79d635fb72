import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { leaving } from '#contract/people/leaving.ts'
import { type NoteFields, personNotes } from '#contract/people/notes.ts'
import { type PersonFields, personProfile, type SuggestedFields } from '#contract/people/profile.ts'
import { personTimeline, type TimelineKind } from '#contract/people/timeline.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useLoadProfile } from '#web/features/members/queries.ts'

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

/** Changes of notes; the person's page, *Today* and the history read again what follows from them. */
export function useNoteChanges(whose: Whose) {
  const cache = useQueryClient()
  const reload = () =>
    Promise.all([keyOf(whose), queryKeys.office].map((queryKey) => cache.invalidateQueries({ queryKey })))
  return {
    add: useMutation({
      mutationFn: (fields: NoteFields) => call(personNotes.add, { ...inputOf(whose), ...fields }),
      onSuccess: reload,
    }),
    save: useMutation({
      mutationFn: (note: NoteFields & { readonly id: string; readonly version: number }) => {
        const { id: clubNoteId, version, kind, text, followUpOn } = note
        return call(personNotes.save, { ...inputOf(whose), clubNoteId, version, kind, text, followUpOn })
      },
      // The form of a note that is gone keeps what is typed.
      onSuccess: reload,
    }),
    mark: useMutation({
      mutationFn: ({ id, done }: { readonly id: string; readonly done: boolean }) =>
        call(personNotes.mark, { ...inputOf(whose), clubNoteId: id, done }),
      onSettled: reload,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(personNotes.remove, { ...inputOf(whose), clubNoteId: id }),
      onSettled: reload,
    }),
  }
}

export const profileQuery = (whose: Whose) =>
  queryOptions({
    queryKey: [...keyOf(whose), 'profile'],
    queryFn: ({ signal }) => call(personProfile.show, inputOf(whose), { signal }),
  })

/** Whether the year of a day of leaving is typed to its end. */
export const isLeavingDay = (day: string): boolean => day.startsWith('20')

export const leavingQuery = (whose: Whose) =>
  queryOptions({
    queryKey: [...keyOf(whose), 'leaving'],
    queryFn: ({ signal }) => call(leaving.preview, inputOf(whose), { signal }),
  })

/** Changes of a person by the office; everything about them is read again. */
export function usePersonChanges(whose: Whose) {
  const cache = useQueryClient()
  const onSettled = () =>
    Promise.all([queryKeys.members, queryKeys.office].map((queryKey) => cache.invalidateQueries({ queryKey })))
  return {
    save: useMutation({
      mutationFn: ({ version, ...fields }: PersonFields & { readonly version: string }) =>
        call(personProfile.save, { ...inputOf(whose), ...fields, version }),
      onSettled,
    }),
    suggest: useMutation({
      mutationFn: (fields: SuggestedFields & { readonly note: string; readonly version: string }) =>
        call(personProfile.suggest, { ...inputOf(whose), ...fields }),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: () => call(personProfile.withdraw, inputOf(whose)), onSettled }),
    leave: useMutation({
      mutationFn: (fields: Omit<Input<typeof leaving.leave>, 'orgId' | 'memberId'>) =>
        call(leaving.leave, { ...inputOf(whose), ...fields }),
      onSettled,
    }),
    rejoin: useMutation({ mutationFn: () => call(leaving.rejoin, inputOf(whose)), onSettled }),
  }
}

const suggestionsKey = [...queryKeys.members, 'suggestions']

export const ownSuggestionsQuery = queryOptions({
  queryKey: suggestionsKey,
  queryFn: ({ signal }) => call(personProfile.mine, {}, { signal }),
})

export function useAnswerSuggestion() {
  const cache = useQueryClient()
  const { mutate: loadProfile } = useLoadProfile()
  return useMutation({
    mutationFn: (answer: Input<typeof personProfile.answer>) => call(personProfile.answer, answer),
    // Accepted changes are in the profile, which every page reads from the session.
    onSuccess: () => loadProfile(),
    onSettled: () =>
      Promise.all(
        [queryKeys.members, queryKeys.family, queryKeys.memberships, queryKeys.events].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

interface OwnWhose {
  readonly orgId: string
  readonly memberId: string
}

export const ownLeavingQuery = (whose: OwnWhose) =>
  queryOptions({
    queryKey: [...queryKeys.members, 'leaving', whose.orgId, whose.memberId],
    queryFn: ({ signal }) => call(leaving.ownPreview, { ...whose }, { signal }),
  })

export function useLeaveOwn(whose: OwnWhose) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (fields: Omit<Input<typeof leaving.leaveOwn>, 'orgId' | 'memberId'>) =>
      call(leaving.leaveOwn, { ...whose, ...fields }),
    onSettled: () =>
      Promise.all([queryKeys.members, queryKeys.memberships].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}
