import { useSyncExternalStore } from 'react'
import { createNotices, showsOn } from './notices.ts'

/** The notices of this page. */
export const notices = createNotices()

const subscribe = (listener: () => void) => notices.subscribe(listener)
const list = () => notices.list()

/** Add, replace and remove notices. The functions never change, so effects may depend on them. */
export const useNotices = () => notices

/** The notices that a route shows, oldest first. */
export function useShownNotices(routeName: string) {
  const all = useSyncExternalStore(subscribe, list)
  return all.filter((notice) => showsOn(notice, routeName))
}
