import { useSyncExternalStore } from 'react'
import { createNotices, showsOn } from './notices.ts'

/** The notices of this page. */
export const notices = createNotices()

/** Add, replace and remove notices. The functions never change, so effects may depend on them. */
export const useNotices = () => notices

/** The notices that a route shows, oldest first. */
export function useShownNotices(routeName: string) {
  const list = useSyncExternalStore(notices.subscribe, notices.list)
  return list.filter((notice) => showsOn(notice, routeName))
}
