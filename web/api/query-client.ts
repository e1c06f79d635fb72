import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { afterWrite } from './client.ts'
import { onSessionEnd } from './session/browser-session.ts'
import { onLanguageChange } from './language.ts'

// Fail offline queries instead of pausing them, which would show a skeleton or a busy button for ever.
const networkMode = 'offlineFirst'

/** The typed client already retries, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, networkMode },
    mutations: { retry: false, networkMode },
  },
})

onSessionEnd(() => queryClient.clear())

// The server translates names and descriptions.
onLanguageChange(() => void queryClient.invalidateQueries())

// Any write at a club may change what its office has to do: the open pages that show it load it again.
afterWrite(({ path }) => {
  if (!path.includes('{orgId}')) return
  for (const derived of officeDerived) void queryClient.invalidateQueries({ queryKey: derived })
})

/** Loads a query before the first render unless it is cached. Errors are left to the page. */
export const prefetch = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>) =>
  queryClient.ensureQueryData({ ...query }).catch(() => undefined)

/** Loads the first page of an infinite query, likewise. */
export const prefetchList = <T, K extends QueryKey, P>(query: FetchInfiniteQueryOptions<T, Error, T, K, P>) =>
  queryClient.ensureInfiniteQueryData(query).catch(() => undefined)

/** Waits for work the page can do without, up to `timeoutMs` milliseconds. */
export const withTimeout = (work: Promise<unknown>, timeoutMs = 1500) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))])

interface Outcome<T> {
  readonly onSuccess?: (answer: T) => unknown
  /** Leads on to another page or moves the focus; left out when the page has been left meanwhile. */
  readonly onSuccessHere?: (answer: T) => unknown
  readonly onError?: (error: unknown) => unknown
  readonly onSettled?: () => unknown
}

/**
 * Says what follows a change, also where the button that made it has gone by then, as with the row of a list: callbacks of `mutate` are
 * dropped then. An error stays with the mutation, too.
 */
export function whenDone<T>(change: Promise<T>, { onSuccess, onSuccessHere, onError, onSettled }: Outcome<T>): void {
  const { href } = location
  const succeed = (answer: T) => {
    const isHere = location.href === href
    const after = onSuccess?.(answer)
    if (isHere) onSuccessHere?.(answer)
    return after
  }
  void change.then(succeed, onError ?? (() => undefined)).finally(onSettled)
}

/** First part of every query key, so that related queries can be invalidated together. */
export const queryKeys = {
  /** Of a ticket: not read again with the tickets, which may end it. */
  answers: ['answers'],
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
  office: ['office'],
  orders: ['orders'],
  organisations: ['organisations'],
  postCodes: ['post-codes'],
  signIn: ['sign-in'],
  tickets: ['tickets'],
} as const

/** Reads of an office that follow from its other pages: how far it is on its way to real payments, and its open tasks. */
export const officeDerived = [
  [...queryKeys.office, 'start'],
  [...queryKeys.office, 'today'],
] as const
