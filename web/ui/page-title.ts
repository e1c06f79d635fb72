import '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { create } from 'zustand'

interface PageAbove {
  readonly label: string
  readonly to: string
}

interface PageStore {
  readonly title: string | null
  readonly above: readonly PageAbove[] | 'none' | null
}

const usePageStore = create<PageStore>(() => ({ title: null, above: null }))

/** Calls the page by another title than its route's, for as long as the component is there. */
export function usePageTitle(text: string): void {
  useLayoutEffect(() => {
    usePageStore.setState({ title: text })
    return () => usePageStore.setState({ title: null })
  }, [text])
}

/** The title that the page gave itself, or null. */
export const useOwnTitle = () => usePageStore(({ title }) => title)

/**
 * The pages above the page, outermost first, where its route cannot know them; null until the page does. `none`: it has no
 * place among the others, whatever its address.
 */
export function usePagesAbove(pages: readonly PageAbove[] | 'none' | null): void {
  const key = JSON.stringify(pages)
  useLayoutEffect(() => {
    usePageStore.setState({ above: JSON.parse(key) as PageStore['above'] })
    return () => usePageStore.setState({ above: null })
  }, [key])
}

/** What the page said of the pages above it, or null. */
export const useOwnPagesAbove = () => usePageStore(({ above }) => above)

interface Crumb {
  readonly label: () => string
  /** An address, or what makes it of the parameters of the page's own. */
  readonly to: string | ((params: Record<string, string>) => string)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's name in `web/paths.ts`; notices are targeted by it. */
    readonly name?: string
    /** In the reader's language. */
    readonly title?: () => string
    /** Where a payment leads back to: whoever is signed out is told there whether it is paid. */
    readonly returnedTo?: 'confirm' | 'decline'
    /** It is read without network, too. */
    readonly offline?: boolean
    /** The pages above it, outermost first; with none above it, `[]` makes it the first of a trail. */
    readonly crumbs?: readonly Crumb[]
  }
}
