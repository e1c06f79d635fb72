import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { m } from '#words/messages.js'
import { ErrorPanel } from '../empty-state.tsx'
import c from './show-more.module.css'

/** Frames in which what came is drawn, at the latest. */
const PATIENCE = 60

/**
 * The end of a list of which there is more. Reading goes on with the first of those that came.
 * @param onMore fetches what follows. @returns how many came, and where the first of them is once it is drawn
 * @param error what kept them from coming, in words
 */
export function ShowMore(props: {
  hasMore: boolean
  loading: boolean
  error: string | null
  onMore: () => Promise<{ count: number; first: () => HTMLElement | null | undefined }>
}) {
  const { hasMore, loading, error, onMore } = props
  const [came, setCame] = useState(0)
  const showMore = async () => {
    const { count, first } = await onMore()
    if (count === 0) return
    setCame(count)
    focusWhenDrawn(first)
  }
  return (
    <>
      <VisuallyHidden role="status">{came > 0 && m.notifications_more_shown({ count: came })}</VisuallyHidden>
      {hasMore && (
        <Button variant="default" className={c.more ?? ''} loading={loading} onClick={() => void showMore()}>
          {m.action_show_more()}
        </Button>
      )}
      {error !== null && <ErrorPanel message={error} onRetry={() => void showMore()} />}
    </>
  )
}

function focusWhenDrawn(first: () => HTMLElement | null | undefined, frames = PATIENCE) {
  const element = first()
  if (element) element.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(first, frames - 1))
}
