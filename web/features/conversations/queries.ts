import { type InfiniteData, infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import type { Attachment } from '#contract/conversations/parts.ts'
import type { Conversation } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { visitors } from '#contract/conversations/visitors.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesBefore } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { upload } from '#web/api/files.ts'

/** Milliseconds between polls, in case notifications don't arrive. */
const POLL_INTERVAL = 30_000

/** Key of the member's thread lists. Message notifications invalidate everything under `contact`. */
export const threadsKey = [...queryKeys.contact, 'threads']

/** The member's threads, latest activity first, paginated. */
export const threadsQuery = pagesBefore(
  threadsKey,
  conversations.list,
  {},
  { refetchInterval: POLL_INTERVAL, refetchOnWindowFocus: 'always' },
)

/** The member's latest threads with one club. */
export const clubThreadsQuery = (orgId: string) =>
  callQuery(
    [...threadsKey, orgId],
    conversations.list,
    { orgId },
    { refetchInterval: POLL_INTERVAL, refetchOnWindowFocus: 'always' },
  )

export const threadQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.contact, 'thread', threadId],
    queryFn: ({ pageParam, signal }) =>
      call(conversations.show, { threadId, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: POLL_INTERVAL,
    refetchOnWindowFocus: 'always',
  })

/** A visitor's thread, opened with the link from an email; newest messages first. */
export const visitorThreadQuery = (link: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.contact, 'visitor', link],
    queryFn: ({ pageParam, signal }) =>
      call(visitors.show, { link, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: POLL_INTERVAL,
    refetchOnWindowFocus: 'always',
  })

/** Merges pages into one list of messages, oldest first, without duplicates. */
export function messagesOf<M extends { readonly id: string }>(
  pages: readonly { readonly messages: readonly M[] }[],
): readonly M[] {
  const byId = new Map(pages.toReversed().flatMap(({ messages }) => messages.map((one) => [one.id, one] as const)))
  return [...byId.values()]
}

/** Shows a response's messages at once and refetches the lists. */
export async function showAnswer(cache: QueryClient, answer: Conversation): Promise<void> {
  await show(cache, threadQuery(answer.thread.id).queryKey, answer)
  void cache.invalidateQueries({ queryKey: threadsKey })
}

export const showVisitorAnswer = (cache: QueryClient, link: string, answer: Conversation): Promise<void> =>
  show(cache, visitorThreadQuery(link).queryKey, answer)

type ThreadKey = ReturnType<typeof threadQuery | typeof visitorThreadQuery>['queryKey']

async function show(cache: QueryClient, queryKey: ThreadKey, answer: Conversation): Promise<void> {
  // A fetch that is under way would overwrite the new message.
  await cache.cancelQueries({ queryKey })
  const known = cache.getQueryData(queryKey)
  // With older pages loaded, page boundaries shift: refetch them all.
  if ((known?.pages.length ?? 0) > 1) void cache.invalidateQueries({ queryKey })
  else cache.setQueryData<InfiniteData<Conversation, string | null>>(queryKey, { pages: [answer], pageParams: [null] })
}

/** How attachments are uploaded and deleted. */
export interface FileCalls {
  /** @param onShare progress callback, 0 to 1 */
  readonly attach: (file: Blob, name: string, onShare: (share: number) => void) => Promise<Attachment>
  /** Deletes an unsent file; null if only the server's cleanup does. */
  readonly detach: ((attachmentId: string) => Promise<unknown>) | null
}

/** For signed-in users, as members or in an office. */
export const memberFiles: FileCalls = {
  attach: (file, name, onShare) => upload(conversations.attach, { name }, file, onShare),
  detach: (attachmentId) => call(conversations.detach, { attachmentId }),
}

/** Downloads an attachment; allowed for the thread's sender and the club's admins. */
export const readFile = async (attachmentId: string): Promise<Blob> =>
  (await call(conversations.attachment, { attachmentId })).blob

/** The user's threads with one club: how many are waiting and unread. Empty while disabled. */
export function useThreadCounts(orgId: string, enabled: boolean) {
  const { data } = useInfiniteQuery({ ...threadsQuery, enabled })
  const asked = enabled ? data?.pages[0]?.clubs.find((club) => club.orgId === orgId) : undefined
  return { waiting: asked?.waiting ?? 0, answers: asked?.unread ?? 0, answered: asked?.answered ?? null }
}
