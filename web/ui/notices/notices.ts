import { createStore } from 'zustand/vanilla'
import { useLayoutEffect, useState } from 'react'

/** A bar above the page that says something about the person's own things. */
export interface Notice {
  readonly id: string
  /** Notices of one group are replaced and removed together. */
  readonly groupId?: string
  /** Names of the routes that show it; none means every route. */
  readonly target?: readonly string[]
  /** Names of the routes that hide it, whatever `target` says. */
  readonly exclude?: readonly string[]
  readonly type: 'info' | 'success' | 'warning' | 'error'
  readonly message: string
  readonly link?: { readonly to: string; readonly text: string }
  /** Default true. */
  readonly closable?: boolean
  /** Seconds until it closes by itself; default 0: it stays. */
  readonly autoCloseTime?: number
}

/** The list of notices on the page. */
export function createNotices() {
  const store = createStore<readonly Notice[]>(() => [])
  const list = store.getState

  function set(next: readonly Notice[]) {
    const now = list()
    if (next.length !== now.length || next.some((notice, index) => notice !== now[index])) store.setState(next, true)
  }

  /** A notice that says the same as one already shown stays that one, so that its countdown goes on. */
  const kept = (notice: Notice) => list().find((known) => same(known, notice)) ?? notice

  return {
    list,
    subscribe: store.subscribe,
    /** Adds a notice, or replaces the one with its id in its place. */
    add(notice: Notice) {
      const known = list().some(({ id }) => id === notice.id)
      set(known ? list().map((one) => (one.id === notice.id ? kept(notice) : one)) : [...list(), notice])
    },
    remove: (id: string) => set(list().filter((notice) => notice.id !== id)),
    /** Puts these notices in the place of whatever the group showed. */
    replaceGroup(groupId: string, notices: readonly Omit<Notice, 'groupId'>[]) {
      const fresh = notices.map((notice) => kept({ ...notice, groupId }))
      const ids = new Set(fresh.map(({ id }) => id))
      set([...list().filter((notice) => notice.groupId !== groupId && !ids.has(notice.id)), ...fresh])
    },
    removeGroup: (groupId: string) => set(list().filter((notice) => notice.groupId !== groupId)),
    clear: () => set([]),
  }
}

/** Whether a notice is for a route; `exclude` is stronger than `target`. */
export function showsOn(notice: Notice, routeName: string): boolean {
  if (notice.exclude?.includes(routeName)) return false
  return !notice.target?.length || notice.target.includes(routeName)
}

const same = (a: Notice, b: Notice) => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

const ordered = (notice: Notice) => Object.entries(notice).toSorted(([a], [b]) => (a < b ? -1 : 1))

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
