import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ClubState } from '#contract/organisations/state.ts'
import type { Input } from '#contract/endpoint.ts'
import { operator } from '#contract/operator.ts'
import { call } from '#web/api/client.ts'
import { callQuery, pagesAfter, pagesBefore } from '#web/api/call-query.ts'

const all = ['operator'] as const

/** Whatever an operator changes may change every other page of the console. */
export const operatorKeys = {
  all,
  clubs: [...all, 'clubs'],
  club: (orgKey: string) => [...all, 'club', orgKey],
} as const

export const clubsQuery = (search: string, state: ClubState | null) =>
  pagesAfter(
    [...operatorKeys.clubs, search, state],
    operator.clubs,
    { ...(search && { search }), ...(state && { state }) },
    { placeholderData: keepPreviousData },
  )

export const clubQuery = (orgKey: string) => callQuery(operatorKeys.club(orgKey), operator.show, { orgKey })

/** Whether a key is free, and which clubs have a CVR number already. */
export const newClubQuery = (key: string, cvr: string) =>
  callQuery(
    [...all, 'check', key, cvr],
    operator.check,
    { ...(key && { key }), ...(cvr && { cvr }) },
    { enabled: key !== '' || cvr !== '', staleTime: 5_000 },
  )

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

export const healthQuery = callQuery([...all, 'health'], operator.health, {}, { refetchInterval: 30_000 })

export type OperatorHistoryFilter = Omit<Input<typeof operator.history>, 'before'>

export const historyQuery = (filter: OperatorHistoryFilter) =>
  pagesBefore([...all, 'history', filter], operator.history, filter, { placeholderData: keepPreviousData })

export const peopleQuery = (search: string) =>
  callQuery(
    [...all, 'people', search],
    operator.people,
    { search },
    { enabled: search !== '', placeholderData: keepPreviousData },
  )
