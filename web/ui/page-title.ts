import { useLayoutEffect, useSyncExternalStore } from 'react'

/** A text of the page that its parts may set. */
function createText<T extends string | null>(initial: T) {
  let current: T = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    set(text: T) {
      if (text === current) return
      current = text
      for (const listener of listeners) listener()
    },
    useText: () => useSyncExternalStore(subscribe, () => current),
  }
}

const title = createText<string | null>(null)
const mark = createText<string>('')

/** Calls the page by another title than its route's, for as long as the component is there. */
export function usePageTitle(text: string): void {
  useLayoutEffect(() => {
    title.set(text)
    return () => title.set(null)
  }, [text])
}

/** The title that the page gave itself, or null. */
export const useOwnTitle = title.useText

/** Puts something before the title in the browser's list of tabs, such as a count. */
export const setTitleMark = (text: string) => mark.set(text)
export const useTitleMark = mark.useText
