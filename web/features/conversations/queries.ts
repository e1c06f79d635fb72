import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Attachment } from '#contract/conversation-parts.ts'
import type { Conversation } from '#contract/conversation-answers.ts'
import { conversations } from '#contract/conversations.ts'
import { visitors } from '#contract/visitors.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { upload } from '#web/api/files.ts'

/** Milliseconds: an answer rings the bell; where that does not come through, a page that is looked at asks by itself. */
const ASK_AGAIN = 30_000

/** Under which the member's list of threads is kept. News of a message makes all below `contact` out of date. */
export const threadsKey = [...queryKeys.contact, 'threads']

/** The member's threads with clubs, the one written in last first, a page at a time. */
export const threadsQuery = infiniteQueryOptions({
  queryKey: threadsKey,
  queryFn: ({ pageParam, signal }) => call(conversations.list, pageParam ? { before: pageParam } : {}, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  refetchInterval: ASK_AGAIN,
  refetchOnWindowFocus: 'always',
})

/** The newest of them with one club. */
export const clubThreadsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...threadsKey, orgId],
    queryFn: ({ signal }) => call(conversations.list, { orgId }, { signal }),
    refetchInterval: ASK_AGAIN,
    refetchOnWindowFocus: 'always',
  })

/** One of the member's threads: its newest messages, then those before. */
export const threadQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.contact, 'thread', threadId],
    queryFn: ({ pageParam, signal }) =>
      call(conversations.show, { threadId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: ASK_AGAIN,
    refetchOnWindowFocus: 'always',
  })

/** The thread that the link of a mail opens, for whoever holds it: its newest messages, then those before. */
export const visitorThreadQuery = (link: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.contact, 'visitor', link],
    queryFn: ({ pageParam, signal }) =>
      call(visitors.show, { link, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: ASK_AGAIN,
    refetchOnWindowFocus: 'always',
  })

/** Pages that go back in time, each oldest first, as one conversation. */
export function messagesOf<M extends { readonly id: string }>(
  pages: readonly { readonly messages: readonly M[] }[],
): readonly M[] {
  const byId = new Map(pages.toReversed().flatMap(({ messages }) => messages.map((one) => [one.id, one] as const)))
  return [...byId.values()]
}

/** Shows at once what a call answered with, wherever the thread stands. */
export async function showAnswer(cache: QueryClient, answer: Conversation): Promise<void> {
  await show(cache, threadQuery(answer.thread.id).queryKey, answer)
  void cache.invalidateQueries({ queryKey: threadsKey })
}

/** The same for whoever holds a link. */
export const showVisitorAnswer = (cache: QueryClient, link: string, answer: Conversation): Promise<void> =>
  show(cache, visitorThreadQuery(link).queryKey, answer)

type ThreadKey = ReturnType<typeof threadQuery | typeof visitorThreadQuery>['queryKey']

async function show(cache: QueryClient, queryKey: ThreadKey, answer: Conversation): Promise<void> {
  // What was asked before it was written would take it away again.
  await cache.cancelQueries({ queryKey })
  const known = cache.getQueryData(queryKey)
  // Where more is shown than the newest, all pages move.
  if ((known?.pages.length ?? 0) > 1) void cache.invalidateQueries({ queryKey })
  else cache.setQueryData<InfiniteData<Conversation, string | null>>(queryKey, { pages: [answer], pageParams: [null] })
}

/** How the files of messages reach the server and come from it. */
export interface FileCalls {
  /** @param onShare hears which share is sent, 0 to 1 */
  readonly attach: (file: Blob, name: string, onShare: (share: number) => void) => Promise<Attachment>
  /** Forgets one that is not sent yet; null: the server forgets it by itself. */
  readonly detach: ((attachmentId: string) => Promise<unknown>) | null
}

/** Files of a member's own message, to a club or from its office. */
export const memberFiles: FileCalls = {
  attach: (file, name, onShare) => upload(conversations.attach, { name }, file, onShare),
  detach: (attachmentId) => call(conversations.detach, { attachmentId }),
}

/** Reads a file of a thread, for its asker and for the admins of its club. */
export const readFile = async (attachmentId: string): Promise<Blob> =>
  (await call(conversations.attachment, { attachmentId })).blob

/** How the reader's threads with one club stand; nothing of them where they are not to be told. */
export function useAsked(orgId: string, told: boolean) {
  const { data } = useInfiniteQuery({ ...threadsQuery, enabled: told })
  const asked = told ? data?.pages[0]?.clubs.find((club) => club.orgId === orgId) : undefined
  return { waiting: asked?.waiting ?? 0, answers: asked?.unread ?? 0, answered: asked?.answered ?? null }
}
