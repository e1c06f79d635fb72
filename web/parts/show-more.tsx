import { Button, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#words/messages.js'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { problemText } from '#web/api/problem-text.ts'
import c from './show-more.module.css'

/** How many frames to wait for the new entries to render. */
const maxFrames = 60

/**
 * Loads the next page of a list, then focuses the first new entry.
 * @param onMore returns how many entries came, and how to find the first once rendered
 */
export function ShowMore(props: {
  hasMore: boolean
  loading: boolean
  error: string | null
  onMore: () => Promise<{ count: number; first: () => HTMLElement | null | undefined }>
}) {
  const { hasMore, loading, error, onMore } = props
  const [added, setAdded] = useState(0)
  const showMore = async () => {
    const { count, first } = await onMore()
    if (count === 0) return
    setAdded(count)
    focusWhenRendered(first)
  }
  return (
    <>
      <VisuallyHidden role="status">{added > 0 && m.notifications_more_shown({ count: added })}</VisuallyHidden>
      {hasMore && (
        <Button variant="default" className={c.more ?? ''} loading={loading} onClick={() => void showMore()}>
          {m.action_show_more()}
        </Button>
      )}
      {error !== null && <ErrorPanel message={error} onRetry={() => void showMore()} />}
    </>
  )
}

function focusWhenRendered(first: () => HTMLElement | null | undefined, frames = maxFrames) {
  const element = first()
  if (element) element.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(first, frames - 1))
}

/**
 * Props of `ShowMore` for an infinite query.
 * @param itemsOf the entries of one page
 * @param elementOf the rendered element of an entry
 */
export function useMore<P, T>(
  pages: UseInfiniteQueryResult<InfiniteData<P>>,
  itemsOf: (page: P) => readonly T[],
  elementOf: (at: number, item: T | undefined) => HTMLElement | null | undefined,
) {
  const all = (data = pages.data) => data?.pages.flatMap(itemsOf) ?? []
  return {
    hasMore: pages.hasNextPage,
    loading: pages.isFetchingNextPage,
    error: pages.isFetchNextPageError ? problemText(pages.error) : null,
    onMore: async () => {
      const before = all().length
      const now = all((await pages.fetchNextPage()).data)
      return { count: now.length - before, first: () => elementOf(before, now[before]) }
    },
  }
}
