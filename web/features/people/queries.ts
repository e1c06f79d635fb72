import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { leaving } from '#contract/people/leaving.ts'
import { type NoteFields, personNotes } from '#contract/people/notes.ts'
import { type PersonFields, personProfile } from '#contract/people/profile.ts'
import { personTimeline, type TimelineKind } from '#contract/people/timeline.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesAfter, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { useLoadProfile } from '#web/features/members/queries.ts'

/** A person at a club, for its office. */
export interface Whose {
  readonly club: { readonly id: string; readonly key: string }
  readonly memberId: string
}

const keyOf = ({ club, memberId }: Whose) => [...queryKeys.members, 'person', club.id, memberId]
const inputOf = ({ club, memberId }: Whose) => ({ orgId: club.id, memberId })

export const notesQuery = (whose: Whose) => pagesBefore([...keyOf(whose), 'notes'], personNotes.list, inputOf(whose))

export const timelineQuery = (whose: Whose, kind: TimelineKind | undefined) =>
  pagesAfter(
    [...keyOf(whose), 'timeline', kind],
    personTimeline.list,
    { ...inputOf(whose), ...(kind && { kind }) },
    { placeholderData: keepPreviousData },
  )

/** Changes of notes; the person's page, *Today* and the history read again what follows from them. */
export function useNoteChanges(whose: Whose) {
  const reload = useReload(keyOf(whose), queryKeys.office)
  return {
    add: useCall(personNotes.add, inputOf(whose), { onSuccess: reload }),
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
  callQuery([...keyOf(whose), 'profile'], personProfile.show, inputOf(whose))

/** Whether the year of a day of leaving is typed to its end. */
export const isLeavingDay = (day: string): boolean => day.startsWith('20')

export const leavingQuery = (whose: Whose) => callQuery([...keyOf(whose), 'leaving'], leaving.preview, inputOf(whose))

/** Changes of a person by the office; everything about them is read again. */
export function usePersonChanges(whose: Whose) {
  const onSettled = useReload(queryKeys.members, queryKeys.office)
  return {
    save: useMutation({
      mutationFn: ({ version, ...fields }: PersonFields & { readonly version: string }) =>
        call(personProfile.save, { ...inputOf(whose), ...fields, version }),
      onSettled,
    }),
    suggest: useCall(personProfile.suggest, inputOf(whose), { onSettled }),
    withdraw: useCall(personProfile.withdraw, inputOf(whose), { onSettled }),
    leave: useCall(leaving.leave, inputOf(whose), { onSettled }),
    rejoin: useCall(leaving.rejoin, inputOf(whose), { onSettled }),
  }
}

const suggestionsKey = [...queryKeys.members, 'suggestions']

export const ownSuggestionsQuery = callQuery(suggestionsKey, personProfile.mine, {})

export function useAnswerSuggestion() {
  const onSettled = useReload(queryKeys.members, queryKeys.family, queryKeys.memberships, queryKeys.events)
  const { mutate: loadProfile } = useLoadProfile()
  // Accepted changes are in the profile, which every page reads from the session.
  return useCall(personProfile.answer, {}, { onSuccess: () => loadProfile(), onSettled })
}

interface OwnWhose {
  readonly orgId: string
  readonly memberId: string
}

export const ownLeavingQuery = (whose: OwnWhose) =>
  callQuery([...queryKeys.members, 'leaving', whose.orgId, whose.memberId], leaving.ownPreview, whose)

export function useLeaveOwn(whose: OwnWhose) {
  const onSettled = useReload(queryKeys.members, queryKeys.memberships)
  return useCall(leaving.leaveOwn, whose, { onSettled })
}
