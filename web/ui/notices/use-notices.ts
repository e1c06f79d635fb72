import { useLayoutEffect, useState } from 'react'
import { createNotices, showsOn, type Notice } from './notices.ts'

/** The notices of this page. */
export const notices = createNotices()

/** Add, replace and remove notices. The functions never change, so effects may depend on them. */
export const useNotices = () => notices

/**
 * The notices that a route shows, oldest first. It listens before the browser paints, so that a notice added while a page
 * mounts moves nothing.
 */
export function useShownNotices(routeName: string): readonly Notice[] {
  const [all, setAll] = useState(notices.list)
  useLayoutEffect(() => {
    const update = () => setAll(notices.list())
    update()
    return notices.subscribe(update)
  }, [])
  return all.filter((notice) => showsOn(notice, routeName))
}
