import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiProblem, call } from './client.ts'
import type { Result } from './http-client.ts'

type Extras<O> = Omit<O, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'>

/** A query of one endpoint's answer. */
export const callQuery = <E extends Endpoint, K extends QueryKey>(
  queryKey: K,
  endpoint: E,
  input: Input<E>,
  extras: Extras<UseQueryOptions<Result<E>, Error, Result<E>, K>> = {},
) => queryOptions({ ...extras, queryKey, queryFn: ({ signal }) => call(endpoint, input, { signal }) })

/** Null instead of something that there is not; other errors stay. */
export function nullIfNone(error: unknown): null {
  if (error instanceof ApiProblem && error.code === 'not_found') return null
  throw error
}

interface Page {
  readonly next: string | null
}

const pagesOf =
  (cursor: 'after' | 'before') =>
  <E extends Endpoint & { readonly output: z.ZodMiniType<Page> }, K extends QueryKey>(
    queryKey: K,
    endpoint: E,
    input: Omit<Input<E>, 'after' | 'before'>,
    extras: Extras<UseInfiniteQueryOptions<Result<E>, Error, InfiniteData<Result<E>>, K, string | null>> = {},
  ) =>
    infiniteQueryOptions({
      ...extras,
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        call(endpoint, { ...input, ...(pageParam && { [cursor]: pageParam }) } as Input<E>, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => (page as Page).next,
    })

/** The pages of one endpoint's list, each of which names the next. */
export const pagesAfter = pagesOf('after')
/** Likewise, of a list whose newest come first. */
export const pagesBefore = pagesOf('before')
