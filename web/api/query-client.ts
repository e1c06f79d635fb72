import {
  QueryClient,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryKey,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { onForget } from './session/browser-session.ts'
import { onLanguageChange } from './language.ts'
import { problemText } from './problem-text.ts'

// Offline, a question fails and says so: one that waited for the network would leave a skeleton or a busy button for ever.
const networkMode = 'offlineFirst'

/** The cache of what the server said. The typed client repeats what is worth repeating, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode },
    mutations: { retry: false, networkMode },
  },
})

onForget(() => queryClient.clear())

// Names and descriptions come in the reader's language.
onLanguageChange(() => void queryClient.invalidateQueries())

// What a page needs before it is drawn, so that nothing on it moves. What could not be had the page says itself.

/** What the server said, asked for where it is not known; nothing where it cannot be had. */
export const prefetch = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) =>
  queryClient.ensureQueryData({ ...query }).catch(() => undefined)

/** The same of a list that goes on: its first page. */
export const prefetchList = <T, K extends QueryKey, P>(query: FetchInfiniteQueryOptions<T, Error, T, K, P>) =>
  queryClient.ensureInfiniteQueryData(query).catch(() => undefined)

/** Waits, but only for so many milliseconds, for what a page can add later. */
export const withTimeout = (work: Promise<unknown>, patience = 1500) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patience))])

/** What the cache keeps answers under, by what they are about, so that news of a thing finds all that is out of date. */
export const queryKeys = {
  contact: ['contact'],
  coupons: ['coupons'],
  events: ['events'],
  family: ['family'],
  images: ['images'],
  members: ['members'],
  memberships: ['memberships'],
  messages: ['messages'],
  notes: ['notes'],
  notifications: ['notifications'],
  orders: ['orders'],
  organisations: ['organisations'],
  signIn: ['sign-in'],
  tickets: ['tickets'],
} as const

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
