import { useLayoutEffect, type ReactNode } from 'react'
import { create } from 'zustand'
import type { MenuEntry } from './main-menu.tsx'

/** A part of the portal with a menu of its own, such as a club's office. */
export interface Area {
  readonly menu: readonly MenuEntry[]
  /** Names of pages by menu entry, for the bar at the bottom of a phone: the first ones. */
  readonly bottom: readonly (MenuEntry & { readonly to: string; readonly page: string })[]
  /** Above the menu. */
  readonly head: ReactNode
}

const useAreaStore = create<{ area: Area | null }>(() => ({ area: null }))

/** Replaces the frame's menu while mounted. @param area memoised */
export function useOwnArea(area: Area): void {
  useLayoutEffect(() => {
    useAreaStore.setState({ area })
    return () => useAreaStore.setState({ area: null })
  }, [area])
}

/** The area of the page, or null. */
export const useArea = () => useAreaStore(({ area }) => area)
