import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { IconMessageOff } from '#web/ui/icons/index.ts'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Thread } from '#contract/conversations/answers.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { ThreadSkeleton } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { Composer } from './composer.tsx'
import { memberFiles, messagesOf, readFile, showAnswer, threadQuery, threadsKey } from './queries.ts'
import { ThreadView } from './thread-view.tsx'
import c from './thread-view.module.css'

interface Props {
  readonly threadId: string
  readonly memberId: string
  readonly renderHead: (thread: Thread) => ReactNode
  /** Link back to the list, shown if the thread doesn't exist. */
  readonly wayBack: ReactNode
}

/** One of the member's threads with its composer. The parent limits its height. */
export function MemberThread({ threadId, memberId, renderHead, wayBack }: Props) {
  const cache = useQueryClient()
  const pages = useInfiniteQuery(threadQuery(threadId))
  const thread = pages.data?.pages[0]?.thread
  const messages = messagesOf(pages.data?.pages ?? [])
  useMarkRead(thread, messages.at(-1)?.id)
  // No toasts for the thread on screen.
  useOnScreen(`thread:${threadId}`)

  if (!thread && pages.error instanceof ApiProblem && pages.error.code === 'thread_not_found')
    return (
      <div data-missing>
        <EmptyState icon={<IconMessageOff size={40} stroke={1.5} />} title={m.thread_missing_title()} actions={wayBack}>
          {m.thread_missing_text()}
        </EmptyState>
      </div>
    )
  if (!thread && pages.error) return <QueryError query={pages} />
  if (!thread)
    return (
      <div className={c.waiting}>
        <ThreadSkeleton />
      </div>
    )
  return (
    <>
      {renderHead(thread)}
      <ThreadView
        messages={messages}
        side="asker"
        label={m.thread_label({ subject: thread.subject })}
        read={readFile}
        loadingBefore={pages.isFetchingNextPage}
        onBefore={pages.hasNextPage ? () => pages.fetchNextPage() : undefined}
      />
      <Composer
        key={threadId}
        place={`thread:${threadId}`}
        memberId={memberId}
        label={m.composer_to({ club: thread.club.name })}
        files={memberFiles}
        onSend={async (message) => showAnswer(cache, await call(conversations.write, { threadId, ...message }))}
      />
    </>
  )
}

/** Marks a thread as read while the page is visible, once per message. */
function useMarkRead(thread: Thread | undefined, last: string | undefined) {
  const cache = useQueryClient()
  const markedUpTo = useRef<string>(undefined)
  const unread = thread?.unread ?? 0
  const mark = useEffectEvent(async () => {
    if (!thread || !last || unread === 0 || markedUpTo.current === last || document.visibilityState !== 'visible')
      return
    markedUpTo.current = last
    try {
      await call(conversations.markRead, { threadId: thread.id, upTo: last })
      await Promise.all([
        cache.invalidateQueries({ queryKey: threadQuery(thread.id).queryKey }),
        cache.invalidateQueries({ queryKey: threadsKey }),
      ])
    } catch {
      // Still unread: retry when the page is next shown.
      markedUpTo.current = undefined
    }
  })
  // After every render, as it may show new messages.
  useEffect(() => void mark())
  useEffect(() => {
    const onVisible = () => void mark()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
