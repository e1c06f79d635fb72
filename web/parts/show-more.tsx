import { Button, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '#words/messages.js'
import { ErrorPanel } from '#web/ui/empty-state.tsx'
import { problemText } from '#web/api/problem-text.ts'
import c from './show-more.module.css'

/** How many frames to wait for the new rows to render. */
const maxFrames = 60

interface Props<P> {
  readonly pages: UseInfiniteQueryResult<InfiniteData<P>>
  /** The rows of one page. */
  readonly rowsOf: (page: P) => readonly unknown[]
}

/**
 * Loads the next page of the list beside which it stands, then focuses the first new row: what takes the focus of a row has
 * `data-list-row`.
 */
export function ShowMore<P>({ pages, rowsOf }: Props<P>) {
  const [added, setAdded] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const count = (data = pages.data) => data?.pages.flatMap(rowsOf).length ?? 0
  const showMore = async () => {
    const before = count()
    const came = count((await pages.fetchNextPage()).data) - before
    if (came === 0) return
    setAdded(came)
    focusWhenRendered(
      () => place.current?.parentElement?.querySelectorAll<HTMLElement>('[data-list-row]')[before],
      maxFrames,
    )
  }
  return (
    <>
      <VisuallyHidden ref={place} role="status">
        {added > 0 && m.notifications_more_shown({ count: added })}
      </VisuallyHidden>
      {pages.hasNextPage && (
        <Button
          variant="default"
          className={c.more ?? ''}
          loading={pages.isFetchingNextPage}
          onClick={() => void showMore()}
        >
          {m.action_show_more()}
        </Button>
      )}
      {pages.isFetchNextPageError && <ErrorPanel message={problemText(pages.error)} onRetry={() => void showMore()} />}
    </>
  )
}

function focusWhenRendered(find: () => HTMLElement | undefined, frames: number) {
  const element = find()
  if (element) element.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(find, frames - 1))
}
