import { useSyncExternalStore } from 'react'

/** Something that changes outside of components and that they follow. */
export function createFact<T>(initial: T) {
  let current = initial
  const listeners = new Set<() => void>()
  const get = () => current
  /** @returns what ends it */
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get,
    subscribe,
    /** Tells whoever follows it, unless it is the same. */
    set: (next: T) => {
      if (next === current) return
      current = next
      for (const listener of listeners) listener()
    },
    useFact: () => useSyncExternalStore(subscribe, get),
  }
}
