import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  AnswerTemplate,
  OfficeConversation,
  OfficeNote,
  OfficeThread,
  ThreadState,
} from '#contract/conversation-answers.ts'
import { conversations } from '#contract/conversations.ts'
import { ApiProblem, call, newToken } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** What a club's office looks at: news of the club's threads find all of it out of date. */
const inOffice = [...queryKeys.contact, 'office']

/** A colleague's answer rings no bell, so what is looked at asks by itself. */
const kept = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

/** Which threads are shown. */
export interface InboxFilter {
  readonly state: ThreadState | 'all'
  /** Words that are looked for. */
  readonly q: string
}

/** The clubs whose office the reader speaks for, and how many threads wait there. */
export const officesQuery = queryOptions({
  queryKey: [...inOffice, 'clubs'],
  queryFn: ({ signal }) => call(conversations.offices, {}, { signal }),
  ...kept,
})

const inboxKey = (orgId: string) => [...inOffice, 'inbox', orgId]

/** A club's threads, a page at a time. */
export const inboxQuery = (orgId: string, { state, q }: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey(orgId), state, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        conversations.inbox,
        { orgId, ...(state !== 'all' && { state }), ...(q && { q }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...kept,
  })

/** One thread: the newest messages first, then those before them. */
export const officeThreadQuery = (orgId: string, threadId: string) =>
  infiniteQueryOptions({
    queryKey: [...inOffice, 'thread', orgId, threadId],
    queryFn: ({ pageParam, signal }) =>
      call(conversations.showInOffice, { orgId, threadId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    ...kept,
  })

/** What the club knows of whoever asks. */
export const cardQuery = (orgId: string, threadId: string) =>
  queryOptions({
    queryKey: [...inOffice, 'card', orgId, threadId],
    queryFn: ({ signal }) => call(conversations.card, { orgId, threadId }, { signal }),
  })

/** The club's words for frequent answers. */
export const templatesQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...inOffice, 'templates', orgId],
    queryFn: ({ signal }) => call(conversations.templates, { orgId }, { signal }),
  })

type Pages = InfiniteData<OfficeConversation>

const changeThread = (cache: QueryClient, orgId: string, threadId: string, change: (pages: Pages) => Pages) =>
  cache.setQueryData(officeThreadQuery(orgId, threadId).queryKey, (pages) => pages && change(pages))

/** Everything of the newest page but its messages; the older ones stay as they are. */
const inNewest = (change: (page: OfficeConversation) => OfficeConversation) => (data: Pages) => ({
  ...data,
  pages: data.pages.map((page, index) => (index === 0 ? change(page) : page)),
})

/** What counts or lists a thread, after it changed. */
const refreshLists = (cache: QueryClient, orgId: string) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: inboxKey(orgId) }),
    cache.invalidateQueries({ queryKey: officesQuery.queryKey }),
  ])

interface Answer {
  readonly text: string
  readonly attachmentIds: readonly string[]
  /** The client token of this answer. */
  readonly token: string
  /** The newest message that was on the screen. */
  readonly lastSeen: string
  readonly close: boolean
}

/** Sends an answer. One that a newer message refuses brings that message. */
export function useAnswer(orgId: string, threadId: string) {
  const cache = useQueryClient()
  const { queryKey } = officeThreadQuery(orgId, threadId)
  return useMutation({
    mutationFn: ({ attachmentIds, ...answer }: Answer) =>
      call(conversations.answer, { orgId, threadId, ...answer, attachmentIds: [...attachmentIds] }),
    onSuccess: async (answered) => {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, { pages: [answered], pageParams: [null] })
      void refreshLists(cache, orgId)
    },
    onError: (error) =>
      error instanceof ApiProblem && error.code === 'answered_meanwhile'
        ? cache.invalidateQueries({ queryKey })
        : undefined,
  })
}

export function useSetState(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { readonly state: ThreadState; readonly lastSeen: string }) =>
      call(conversations.setState, { orgId, threadId, ...wanted }),
    onSuccess: (thread) => {
      changeThread(
        cache,
        orgId,
        threadId,
        inNewest((page) => ({ ...page, thread })),
      )
      void refreshLists(cache, orgId)
    },
    onError: (error) =>
      error instanceof ApiProblem && error.code === 'answered_meanwhile'
        ? cache.invalidateQueries({ queryKey: officeThreadQuery(orgId, threadId).queryKey })
        : undefined,
  })
}

/** Notes that the reader has read a thread up to a message. What cannot be noted is noted with the next one. */
export function useMarkRead(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (upTo: string) => call(conversations.markReadInOffice, { orgId, threadId, upTo }),
    onSuccess: () => {
      const read = (thread: OfficeThread) => (thread.id === threadId ? { ...thread, unread: 0 } : thread)
      changeThread(
        cache,
        orgId,
        threadId,
        inNewest((page) => ({ ...page, thread: read(page.thread) })),
      )
      void refreshLists(cache, orgId)
    },
  })
}

const changeNotes = (
  cache: QueryClient,
  orgId: string,
  threadId: string,
  change: (notes: OfficeNote[]) => OfficeNote[],
) => {
  changeThread(
    cache,
    orgId,
    threadId,
    inNewest((page) => {
      const notes = change(page.notes)
      return { ...page, notes, thread: { ...page.thread, notes: notes.length } }
    }),
  )
  void cache.invalidateQueries({ queryKey: inboxKey(orgId) })
}

export function useAddNote(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ text, token = newToken() }: { text: string; token?: string }) =>
      call(conversations.addNote, { orgId, threadId, text, token }),
    onSuccess: (note) =>
      changeNotes(cache, orgId, threadId, (notes) => [...notes.filter(({ id }) => id !== note.id), note]),
  })
}

export function useRemoveNote(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (note: OfficeNote) => call(conversations.removeNote, { orgId, threadId, noteId: note.id }),
    onSuccess: (_, note) => changeNotes(cache, orgId, threadId, (notes) => notes.filter(({ id }) => id !== note.id)),
  })
}

interface TemplateValues {
  readonly title: string
  readonly text: string
}

/** Keeps words for a frequent answer: new ones, or changed ones of the template with an id. */
export function useSaveTemplate(orgId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: TemplateValues & { id?: string }): Promise<AnswerTemplate> =>
      id === undefined
        ? call(conversations.addTemplate, { orgId, ...body })
        : call(conversations.changeTemplate, { orgId, templateId: id, ...body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: templatesQuery(orgId).queryKey }),
  })
}

export function useRemoveTemplate(orgId: string) {
  const cache = useQueryClient()
  const { queryKey } = templatesQuery(orgId)
  return useMutation({
    mutationFn: (id: string) => call(conversations.removeTemplate, { orgId, templateId: id }),
    onSuccess: (_, id) => {
      cache.setQueryData(queryKey, (all) => all?.filter((one) => one.id !== id))
    },
  })
}
