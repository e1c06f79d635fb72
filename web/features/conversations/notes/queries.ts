import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Note, notes } from '#contract/notes.ts'
import { call } from '#web/api/client.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

/** The notes of whoever is signed in: what is to be done first, then the newest. */
export const notesQuery = queryOptions({
  queryKey: queryKeys.notes,
  queryFn: ({ signal }) => call(notes.list, {}, { signal }),
  refetchOnWindowFocus: 'always',
})

const listed = (cache: QueryClient, id: string) => cache.getQueryData(notesQuery.queryKey)?.find((one) => one.id === id)
const reload = (cache: QueryClient) => cache.invalidateQueries({ queryKey: notesQuery.queryKey })

/** Shows a note as it is now, or without it. */
function show(cache: QueryClient, id: string, note: Note | null): void {
  cache.setQueryData(
    notesQuery.queryKey,
    (list) => list && [...list.filter((one) => one.id !== id), ...(note ? [note] : [])].toSorted(inOrder),
  )
}

/** Writes that follow each other: each knows what the one before it made of a note. */
const scope = { id: 'notes' }

export function useAddNote() {
  const cache = useQueryClient()
  return useMutation({
    scope,
    mutationFn: (note: { text: string; token: string }) => call(notes.add, note),
    onSuccess: (note) => show(cache, note.id, note),
  })
}

/** Writes a note anew over the version that its writer saw. Where it was changed elsewhere, what it says now is loaded. */
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

/** Ticks a note off, or not; it shows at once. */
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
      showToast({ type: 'error', message: problemText(error) })
      void reload(cache)
    },
  })
}

/** Deletes a note, and offers to bring it back. */
export function useRemoveNote() {
  const cache = useQueryClient()
  const failed = (error: unknown) => {
    showToast({ type: 'error', message: problemText(error) })
    void reload(cache)
  }
  const restore = ({ id }: Note) => call(notes.restore, { noteId: id }).then((note) => show(cache, id, note), failed)

  return useMutation({
    scope,
    mutationFn: ({ id }: Note) =>
      call(notes.remove, { noteId: id }).catch((error: unknown) => {
        // Another tab was first.
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

/** What is to be done first, then the newest; as the server lists them. */
export function inOrder(one: Note, other: Note): number {
  if (one.done !== other.done) return one.done ? 1 : -1
  return one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1
}

/** The beginning of a note in one line, where it is named. */
export function firstWords(text: string): string {
  const line = text.split('\n', 1)[0]!.trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST).trimEnd()}…`
}

const MOST = 60
