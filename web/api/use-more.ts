import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { problemText } from './problem-text.ts'

/**
 * What `ShowMore` needs of a list that comes page by page.
 * @param itemsOf what one page adds to the list
 * @param drawn where an entry is once it is drawn, by its place and what it is; the focus goes there
 */
export function useMore<P, T>(
  pages: UseInfiniteQueryResult<InfiniteData<P>>,
  itemsOf: (page: P) => readonly T[],
  drawn: (at: number, item: T | undefined) => HTMLElement | null | undefined,
) {
  const all = (data = pages.data) => data?.pages.flatMap(itemsOf) ?? []
  return {
    hasMore: pages.hasNextPage,
    loading: pages.isFetchingNextPage,
    error: pages.isFetchNextPageError ? problemText(pages.error) : null,
    onMore: async () => {
      const before = all().length
      const now = all((await pages.fetchNextPage()).data)
      return { count: now.length - before, first: () => drawn(before, now[before]) }
    },
  }
}
