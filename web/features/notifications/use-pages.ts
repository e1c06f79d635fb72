import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMore } from '#web/api/use-more.ts'
import { useOnScreen } from '#web/ui/on-screen.ts'
import { listOnScreen } from './arrival-toasts.ts'
import { pagesQuery, type Filter } from './queries.ts'

/** The notifications that are listed, and more of them on demand; while they are, no toast says the same. */
export function usePages(filter: Filter) {
  const pages = useInfiniteQuery(pagesQuery(filter))
  const area = useRef<HTMLDivElement>(null)
  const shown = pages.data?.pages.flatMap(({ notifications }) => notifications)
  useOnScreen(listOnScreen)

  const more = useMore(
    pages,
    ({ notifications }) => notifications,
    (_, one) => area.current?.querySelector<HTMLElement>(`[data-notification="${one?.id}"] a`),
  )
  return {
    area,
    shown,
    query: pages,
    more,
  }
}
