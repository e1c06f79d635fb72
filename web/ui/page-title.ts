import { useLayoutEffect, useSyncExternalStore } from 'react'

let current: string | null = null
const listeners = new Set<() => void>()

function set(title: string | null) {
  current = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls the page by another title than its route's, for as long as the component is there. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    set(title)
    return () => set(null)
  }, [title])
}

/** The title that the page gave itself, or null. */
export const useOwnTitle = () => useSyncExternalStore(subscribe, () => current)
