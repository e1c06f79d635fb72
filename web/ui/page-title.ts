import { useLayoutEffect } from 'react'
import { createFact } from '../fact.ts'

export interface PageAbove {
  readonly label: string
  readonly to: string
}

const title = createFact<string | null>(null)
const above = createFact<readonly PageAbove[] | 'none' | null>(null)

/** Calls the page by another title than its route's, for as long as the component is there. */
export function usePageTitle(text: string): void {
  useLayoutEffect(() => {
    title.set(text)
    return () => title.set(null)
  }, [text])
}

/** The title that the page gave itself, or null. */
export const useOwnTitle = title.useFact

/**
 * The pages above the page, outermost first, where its route cannot know them; null until the page does. `none`: it has no
 * place among the others, whatever its address.
 */
export function usePagesAbove(pages: readonly PageAbove[] | 'none' | null): void {
  const key = JSON.stringify(pages)
  useLayoutEffect(() => {
    above.set(JSON.parse(key) as readonly PageAbove[] | 'none' | null)
    return () => above.set(null)
  }, [key])
}

/** What the page said of the pages above it, or null. */
export const useOwnPagesAbove = above.useFact
