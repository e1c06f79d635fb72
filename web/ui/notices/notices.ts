import { createStore } from 'zustand/vanilla'
import { useLayoutEffect, useState } from 'react'

/** A bar above the page about the user's own data. */
export interface Notice {
  readonly id: string
  /** Notices of one group are replaced and removed together. */
  readonly groupId?: string
  /** Routes that show it; empty means every route. */
  readonly target?: readonly string[]
  /** Routes that hide it; overrides `target`. */
  readonly exclude?: readonly string[]
  readonly type: 'info' | 'success' | 'warning' | 'error'
  readonly message: string
  readonly link?: { readonly to: string; readonly text: string }
  /** Default true. */
  readonly closable?: boolean
  /** Seconds until it closes; the default 0 keeps it open. */
  readonly autoCloseTime?: number
}

export function createNotices() {
  const store = createStore<readonly Notice[]>(() => [])
  const list = store.getState

  function set(next: readonly Notice[]) {
    const now = list()
    if (next.length !== now.length || next.some((notice, index) => notice !== now[index])) store.setState(next, true)
  }

  /** An equal notice keeps its identity, so that its countdown continues. */
  const existingOr = (notice: Notice) => list().find((existing) => same(existing, notice)) ?? notice

  return {
    list,
    subscribe: store.subscribe,
    /** Adds a notice, or replaces the one with the same id in place. */
    add(notice: Notice) {
      const existing = list().some(({ id }) => id === notice.id)
      set(existing ? list().map((one) => (one.id === notice.id ? existingOr(notice) : one)) : [...list(), notice])
    },
    remove: (id: string) => set(list().filter((notice) => notice.id !== id)),
    replaceGroup(groupId: string, notices: readonly Omit<Notice, 'groupId'>[]) {
      const fresh = notices.map((notice) => existingOr({ ...notice, groupId }))
      const ids = new Set(fresh.map(({ id }) => id))
      set([...list().filter((notice) => notice.groupId !== groupId && !ids.has(notice.id)), ...fresh])
    },
    removeGroup: (groupId: string) => set(list().filter((notice) => notice.groupId !== groupId)),
    clear: () => set([]),
  }
}

/** Whether a route shows a notice; `exclude` overrides `target`. */
export function showsOn(notice: Notice, routeName: string): boolean {
  if (notice.exclude?.includes(routeName)) return false
  return !notice.target?.length || notice.target.includes(routeName)
}

const same = (a: Notice, b: Notice) => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

const ordered = (notice: Notice) => Object.entries(notice).toSorted(([a], [b]) => (a < b ? -1 : 1))

export const notices = createNotices()

/** Functions to add, replace and remove notices; stable, so safe in effect dependencies. */
export const useNotices = () => notices

/** A route's notices, oldest first. Subscribes before paint, so that notices added on mount cause no layout shift. */
export function useShownNotices(routeName: string): readonly Notice[] {
  const [all, setAll] = useState(notices.list)
  useLayoutEffect(() => {
    const update = () => setAll(notices.list())
    update()
    return notices.subscribe(update)
  }, [])
  return all.filter((notice) => showsOn(notice, routeName))
}
