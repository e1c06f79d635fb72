import '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { create } from 'zustand'

interface PageAbove {
  readonly label: string
  readonly to: string
}

interface PageStore {
  readonly title: string | null
  readonly name: string | null
  readonly above: readonly PageAbove[] | 'none' | null
}

const usePageStore = create<PageStore>(() => ({ title: null, name: null, above: null }))

/** Overrides the route's title while mounted; null keeps it. */
export function usePageTitle(text: string | null): void {
  useLayoutEffect(() => {
    usePageStore.setState({ title: text })
    return () => usePageStore.setState({ title: null })
  }, [text])
}

/** Names the browser's tab after what the page shows, beside the title in header and breadcrumbs; null keeps that. */
export function useTabName(name: string | null): void {
  useLayoutEffect(() => {
    usePageStore.setState({ name })
    return () => usePageStore.setState({ name: null })
  }, [name])
}

export const useOwnTabName = () => usePageStore(({ name }) => name)

/** The title set by the page, or null. */
export const useOwnTitle = () => usePageStore(({ title }) => title)

/** Sets breadcrumbs the route cannot know; null while loading. `none` shows none. */
export function usePagesAbove(pages: readonly PageAbove[] | 'none' | null): void {
  const key = JSON.stringify(pages)
  useLayoutEffect(() => {
    usePageStore.setState({ above: JSON.parse(key) as PageStore['above'] })
    return () => usePageStore.setState({ above: null })
  }, [key])
}

/** The breadcrumbs set by the page, or null. */
export const useOwnPagesAbove = () => usePageStore(({ above }) => above)

interface Crumb {
  readonly label: () => string
  /** A URL, or a function of the page's route params. */
  readonly to: string | ((params: Record<string, string>) => string)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's name in `web/paths.ts`, used to target notices. */
    readonly name?: string
    /** In the user's language. */
    readonly title?: () => string
    /** Where a payment returns to; also works signed out. */
    readonly returnedTo?: 'confirm' | 'decline'
    /** Works offline, too. */
    readonly offline?: boolean
    /** Breadcrumbs, outermost first; `[]` for a page at the top level. */
    readonly crumbs?: readonly Crumb[]
  }
}
