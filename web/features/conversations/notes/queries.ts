import { cutWithEllipsis } from '#contract/cut-text.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { notes, type Note } from '#contract/conversations/notes.ts'
import { call } from '#web/api/client.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { showFailure } from '#web/api/toasts.ts'
import { useCall } from '#web/api/use-call.ts'

/** The current user's notes: open ones first, then newest first. */
export const notesQuery = callQuery(queryKeys.notes, notes.list, {}, { refetchOnWindowFocus: 'always' })

const listed = (cache: QueryClient, id: string) => cache.getQueryData(notesQuery.queryKey)?.find((one) => one.id === id)
const reload = (cache: QueryClient) => cache.invalidateQueries({ queryKey: notesQuery.queryKey })

function show(cache: QueryClient, id: string, note: Note | null): void {
  cache.setQueryData(
    notesQuery.queryKey,
    (list) => list && [...list.filter((one) => one.id !== id), ...(note ? [note] : [])].toSorted(inOrder),
  )
}

/** Note mutations run in sequence, so each sees the version left by the one before. */
const scope = { id: 'notes' }

export function useAddNote() {
  const cache = useQueryClient()
  return useCall(notes.add, {}, { scope, onSuccess: (note) => show(cache, note.id, note) })
}

/** Saves a note over the version the user saw. On a conflict, refetches the notes. */
export function useRewriteNote() {
  const cache = useQueryClient()
  return useMutation({
    scope,
    mutationFn: ({ note, text }: { note: Note; text: string }) =>
      call(notes.change, { noteId: note.id, text, done: note.done, version: note.version }),
    onSuccess: (note) => show(cache, note.id, note),
    onError: () => reload(cache),
  })
}

export function useTickNote() {
  const cache = useQueryClient()
  return useMutation({
    scope,
    mutationFn: ({ note, done }: { note: Note; done: boolean }) => {
      const { text, version } = listed(cache, note.id) ?? note
      return call(notes.change, { noteId: note.id, text, done, version })
    },
    onMutate: ({ note, done }) => show(cache, note.id, { ...note, done }),
    onSuccess: (note) => show(cache, note.id, note),
    onError: (error) => {
      showFailure(error)
      void reload(cache)
    },
  })
}

export function useRemoveNote() {
  const cache = useQueryClient()
  const failed = (error: unknown) => {
    showFailure(error)
    void reload(cache)
  }
  const restore = ({ id }: Note) => call(notes.restore, { noteId: id }).then((note) => show(cache, id, note), failed)

  return useMutation({
    scope,
    mutationFn: ({ id }: Note) =>
      call(notes.remove, { noteId: id }).catch((error: unknown) => {
        // Already deleted in another tab.
        if (!(error instanceof ApiProblem && error.code === 'not_found')) throw error
      }),
    onMutate: ({ id }) => show(cache, id, null),
    onSuccess: (_, note) =>
      showToast({
        message: m.notes_deleted({ text: firstWords(note.text) }),
        action: { label: m.action_undo(), onClick: () => void restore(note) },
      }),
    onError: failed,
  })
}

/** Open notes first, then newest first, as on the server. */
export function inOrder(one: Note, other: Note): number {
  if (one.done !== other.done) return one.done ? 1 : -1
  return one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1
}

/** The first line of a note, shortened for labels. */
export function firstWords(text: string): string {
  const line = text.split('\n', 1)[0]!.trim()
  return cutWithEllipsis(line, MAX_LABEL_LENGTH + 1)
}

const MAX_LABEL_LENGTH = 60
