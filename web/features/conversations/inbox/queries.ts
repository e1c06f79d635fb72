import {
  infiniteQueryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { ThreadState } from '#contract/conversations/answers.ts'
import {
  officeConversations,
  type AnswerTemplate,
  type OfficeConversation,
  type OfficeNote,
  type OfficeThread,
} from '#contract/conversations/office.ts'
import { ApiProblem, call, newToken } from '#web/api/client.ts'
import { loadProblemText, problemOfCode, problemText } from '#web/api/problem-text.ts'
import { callQuery, pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useSession } from '#web/api/session/session.ts'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { returnToDraft } from '../message-draft.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

/** Prefix of all office queries; message notifications invalidate it. */
const inOffice = [...queryKeys.contact, 'office']

/** Polls, because a colleague's answer sends no notification. */
const polling = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

export interface InboxFilter {
  readonly state: ThreadState | 'all'
  readonly q: string
}

/** The clubs the user manages that have open threads, with their number. */
export const officesQuery = callQuery([...inOffice, 'clubs'], officeConversations.offices, { waiting: 'true' }, polling)

const inboxKey = (orgId: string) => [...inOffice, 'inbox', orgId]

/** A club's threads, paginated. */
export const inboxQuery = (orgId: string, { state, q }: InboxFilter) =>
  pagesAfter(
    [...inboxKey(orgId), state, q],
    officeConversations.inbox,
    { orgId, ...(state !== 'all' && { state }), ...(q && { q }) },
    polling,
  )

export const officeThreadQuery = (orgId: string, threadId: string) =>
  infiniteQueryOptions({
    queryKey: [...inOffice, 'thread', orgId, threadId],
    queryFn: async ({ pageParam, signal }) => {
      const input = { orgId, threadId, ...(pageParam && { before: pageParam }) }
      const page = await call(officeConversations.showInOffice, input, { signal })
      if (page.unsent?.refusal) await loadProblemText(problemOfCode(page.unsent.refusal))
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    ...polling,
    // A waiting answer is sent, or a colleague stops it.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.unsent?.refusal === null ? 4000 : polling.refetchInterval,
  })

/** Why an answer was not sent. */
export const refusalWords = (refusal: string): string => problemText(problemOfCode(refusal))

export const cardQuery = (orgId: string, threadId: string) =>
  callQuery([...inOffice, 'card', orgId, threadId], officeConversations.card, { orgId, threadId })

export const templatesQuery = (orgId: string) =>
  callQuery([...inOffice, 'templates', orgId], officeConversations.templates, { orgId })

type Pages = InfiniteData<OfficeConversation>

const changeThread = (cache: QueryClient, orgId: string, threadId: string, change: (pages: Pages) => Pages) =>
  cache.setQueryData(officeThreadQuery(orgId, threadId).queryKey, (pages) => pages && change(pages))

/** Updates the thread's details, which come with the newest page of messages. */
const inNewest = (change: (page: OfficeConversation) => OfficeConversation) => (data: Pages) => ({
  ...data,
  pages: data.pages.map((page, index) => (index === 0 ? change(page) : page)),
})

const refreshLists = (cache: QueryClient, orgId: string) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: inboxKey(orgId) }),
    cache.invalidateQueries({ queryKey: officesQuery.queryKey }),
  ])

interface Answer {
  readonly text: string
  readonly attachmentIds: readonly string[]
  /** Idempotency token. */
  readonly token: string
  /** Id of the newest message on screen. */
  readonly lastSeen: string
  readonly close: boolean
}

/** Sends an answer. If a newer message has arrived, the server refuses it and the thread is refetched. */
export function useAnswer(orgId: string, threadId: string) {
  const cache = useQueryClient()
  const { queryKey } = officeThreadQuery(orgId, threadId)
  return useMutation({
    mutationFn: ({ attachmentIds, ...answer }: Answer) =>
      call(officeConversations.answer, { orgId, threadId, ...answer, attachmentIds: [...attachmentIds] }),
    onSuccess: async (answered) => {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, { pages: [answered], pageParams: [null] })
      void refreshLists(cache, orgId)
      void cache.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed'] })
    },
    onError: (error) =>
      error instanceof ApiProblem && /^(answered_meanwhile|answer_waiting)$/.test(error.code)
        ? cache.invalidateQueries({ queryKey })
        : undefined,
  })
}

export const answerPlace = (threadId: string) => `office:${threadId}`

/** Stops an answer, or takes back one that could not be sent. The caller's own text returns to the draft. */
export function useStopAnswer(orgId: string) {
  const onSettled = useReload(inOffice, [...queryKeys.office, 'delayed'])
  const { member } = useSession()
  return useMutation({
    mutationFn: async ({ threadId, actionId }: { readonly threadId: string; readonly actionId: string }) => {
      const own = await call(officeConversations.stopAnswer, { orgId, threadId, actionId })
      if (own) returnToDraft(answerPlace(threadId), member.id, own)
      return own !== null
    },
    onSuccess: (own) => showToast({ message: own ? m.inbox_unsent_returned() : m.inbox_unsent_stopped() }),
    onError: showFailure,
    onSettled,
  })
}

export function useSetState(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useCall(
    officeConversations.setState,
    { orgId, threadId },
    {
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
    },
  )
}

export function useMarkRead(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (upTo: string) => call(officeConversations.markReadInOffice, { orgId, threadId, upTo }),
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
      call(officeConversations.addNote, { orgId, threadId, text, token }),
    onSuccess: (note) =>
      changeNotes(cache, orgId, threadId, (notes) => [...notes.filter(({ id }) => id !== note.id), note]),
  })
}

export function useRemoveNote(orgId: string, threadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (note: OfficeNote) => call(officeConversations.removeNote, { orgId, threadId, noteId: note.id }),
    onSuccess: (_, note) => changeNotes(cache, orgId, threadId, (notes) => notes.filter(({ id }) => id !== note.id)),
  })
}

interface TemplateValues {
  readonly title: string
  readonly text: string
}

export function useSaveTemplate(orgId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({
      id,
      version,
      ...body
    }: TemplateValues & { id?: string; version?: number }): Promise<AnswerTemplate> =>
      id === undefined
        ? call(officeConversations.addTemplate, { orgId, ...body })
        : call(officeConversations.changeTemplate, { orgId, templateId: id, ...body, version }),
    onSuccess: () => cache.invalidateQueries({ queryKey: templatesQuery(orgId).queryKey }),
  })
}

export function useRemoveTemplate(orgId: string) {
  const cache = useQueryClient()
  const { queryKey } = templatesQuery(orgId)
  return useMutation({
    mutationFn: (id: string) => call(officeConversations.removeTemplate, { orgId, templateId: id }),
    onSuccess: (_, id) => {
      cache.setQueryData(queryKey, (all) => all?.filter((one) => one.id !== id))
    },
    onError: () => void cache.invalidateQueries({ queryKey }),
  })
}
