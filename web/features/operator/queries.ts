import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ClubState } from '#contract/organisations/state.ts'
import type { Input } from '#contract/endpoint.ts'
import { operator } from '#contract/operator.ts'
import { call } from '#web/api/client.ts'

const all = ['operator'] as const

/** Whatever an operator changes may change every other page of the console. */
export const operatorKeys = {
  all,
  clubs: [...all, 'clubs'],
  club: (orgKey: string) => [...all, 'club', orgKey],
} as const

export const clubsQuery = (search: string, state: ClubState | null) =>
  infiniteQueryOptions({
    queryKey: [...operatorKeys.clubs, search, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        operator.clubs,
        { ...(search && { search }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const clubQuery = (orgKey: string) =>
  queryOptions({
    queryKey: operatorKeys.club(orgKey),
    queryFn: ({ signal }) => call(operator.show, { orgKey }, { signal }),
  })

/** Whether a key is free, and which clubs have a CVR number already. */
export const newClubQuery = (key: string, cvr: string) =>
  queryOptions({
    queryKey: [...all, 'check', key, cvr],
    queryFn: ({ signal }) => call(operator.check, { ...(key && { key }), ...(cvr && { cvr }) }, { signal }),
    enabled: key !== '' || cvr !== '',
    staleTime: 5_000,
  })

export const newClubShadeQuery = (colour: string) =>
  queryOptions({
    queryKey: [...all, 'shade', colour],
    queryFn: async ({ signal }) => ({
      colour,
      shade: (await call(operator.check, { colour }, { signal })).shade ?? colour,
    }),
    enabled: /^#[0-9a-f]{6}$/i.test(colour),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const healthQuery = queryOptions({
  queryKey: [...all, 'health'],
  queryFn: ({ signal }) => call(operator.health, {}, { signal }),
  refetchInterval: 30_000,
})

export type OperatorHistoryFilter = Omit<Input<typeof operator.history>, 'before'>

export const historyQuery = (filter: OperatorHistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...all, 'history', filter],
    queryFn: ({ pageParam, signal }) =>
      call(operator.history, { ...filter, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...all, 'people', search],
    queryFn: ({ signal }) => call(operator.people, { search }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
