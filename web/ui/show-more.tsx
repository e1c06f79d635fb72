import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { m } from '#words/messages.js'
import { ErrorPanel } from './error-panel.tsx'
import c from './show-more.module.css'

/**
 * The end of a list of which there is more.
 * @param onMore fetches what follows and moves the focus to the first of it. @returns how many came
 * @param error what kept them from coming, in words
 */
export function ShowMore(props: {
  hasMore: boolean
  loading: boolean
  error: string | null
  onMore: () => Promise<number>
}) {
  const { hasMore, loading, error, onMore } = props
  const [told, setTold] = useState('')
  const showMore = async () => {
    const count = await onMore()
    if (count > 0) setTold(m.notifications_more_shown({ count }))
  }
  return (
    <>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {hasMore && (
        <Button variant="default" className={c.more ?? ''} loading={loading} onClick={() => void showMore()}>
          {m.action_show_more()}
        </Button>
      )}
      {error !== null && <ErrorPanel message={error} onRetry={() => void showMore()} />}
    </>
  )
}
