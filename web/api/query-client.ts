import {
  QueryClient,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { onForget } from './session/browser-session.ts'
import { onLanguageChange } from './language.ts'

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
