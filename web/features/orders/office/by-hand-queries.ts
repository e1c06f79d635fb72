import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { byHand, type QuoteByHand } from '#contract/orders/by-hand.ts'
import { call } from '#web/api/client.ts'
import { loadProblemText, problemOfCode, problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'

const ofClub = (orgId: string) => [...queryKeys.orders, 'club', orgId, 'by-hand']

/** @param eventId an event that is among them */
export const offersQuery = (orgId: string, eventId?: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'offers', eventId ?? null],
    queryFn: ({ signal }) => call(byHand.offers, { orgId, ...(eventId && { eventId }) }, { signal }),
  })

/** People of the club and of their families, by words. */
export const peopleQuery = (orgId: string, search: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'people', search],
    queryFn: ({ signal }) => call(byHand.people, { orgId, search }, { signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })

/** One of them. */
export const personQuery = (orgId: string, memberId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'person', memberId],
    queryFn: async ({ signal }) => (await call(byHand.people, { orgId, memberId }, { signal }))[0] ?? null,
    enabled: memberId !== '',
  })

export const duplicatesQuery = (orgId: string, typed: Omit<Input<typeof byHand.duplicates>, 'orgId'>) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'duplicates', typed],
    queryFn: ({ signal }) => call(byHand.duplicates, { orgId, ...typed }, { signal }),
    placeholderData: keepPreviousData,
  })

type QuoteInput = Omit<Input<typeof byHand.quote>, 'orgId'>

export const quoteQuery = (orgId: string, { memberId, lines }: QuoteInput) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'quote', memberId, lines],
    queryFn: async ({ signal }) => {
      const quote = await call(byHand.quote, { orgId, memberId, lines }, { signal })
      await loadProblemText(
        ...quote.lines.flatMap(({ refusal }) => (refusal ? problemOfCode(refusal.code, refusal.data) : [])),
      )
      return quote
    },
    enabled: memberId !== '' && lines.length > 0,
    placeholderData: keepPreviousData,
  })

/** Why a line cannot be sold. */
export const refusalWords = ({ code, data }: NonNullable<QuoteByHand['lines'][number]['refusal']>): string =>
  problemText(problemOfCode(code, data))

export interface WhichOwed {
  readonly search: string
}

const owedInput = ({ search }: WhichOwed) => ({ ...(search.trim() && { search: search.trim() }) })

export const owesQuery = (orgId: string, which: WhichOwed) =>
  infiniteQueryOptions({
    queryKey: [...ofClub(orgId), 'owes', owedInput(which)],
    queryFn: ({ pageParam, signal }) =>
      call(byHand.owes, { orgId, ...owedInput(which), ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const refundsByHandQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'refunds-by-hand'],
    queryFn: ({ signal }) => call(byHand.refunds, { orgId }, { signal }),
  })

export const exportOwes = (orgId: string, which: WhichOwed, ids?: readonly string[]): ExportCalls => ({
  begin: (format) =>
    call(exports.owes, { orgId, format, ...owedInput(which), ...(ids ? { ids: [...ids] } : { all: true }) }),
  show: (exportId) => call(exports.owesState, { orgId, exportId }),
  fetch: (exportId) => call(exports.owesFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, 'owes', () => call(exports.owesEarlier, { orgId })),
})

/** An office's entries about money change its lists, its members, its events and its page of today. */
export function useByHand(orgId: string) {
  const cache = useQueryClient()
  const onSettled = () =>
    Promise.all(
      [queryKeys.orders, queryKeys.office, queryKeys.memberships, queryKeys.events].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
  return {
    add: useMutation({
      mutationFn: (input: Omit<Input<typeof byHand.add>, 'orgId'>) => call(byHand.add, { orgId, ...input }),
      onSettled,
    }),
    addPerson: useMutation({
      mutationFn: (input: Omit<Input<typeof byHand.addPerson>, 'orgId'>) => call(byHand.addPerson, { orgId, ...input }),
      onSettled,
    }),
    record: useMutation({
      mutationFn: (input: Omit<Input<typeof byHand.record>, 'orgId'>) => call(byHand.record, { orgId, ...input }),
      onSettled,
    }),
    cancel: useMutation({
      mutationFn: (input: Omit<Input<typeof byHand.cancel>, 'orgId'>) => call(byHand.cancel, { orgId, ...input }),
      onSettled,
    }),
    remind: useMutation({
      mutationFn: (input: Omit<Input<typeof byHand.remind>, 'orgId'>) => call(byHand.remind, { orgId, ...input }),
      onSettled,
    }),
    refunded: useMutation({
      mutationFn: (refundId: string) => call(byHand.refunded, { orgId, refundId }),
      onSettled,
    }),
  }
}
