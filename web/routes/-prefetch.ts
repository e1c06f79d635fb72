import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'

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
