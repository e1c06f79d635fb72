import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { byHand, type QuoteByHand } from '#contract/orders/by-hand.ts'
import { call } from '#web/api/client.ts'
import { loadProblemText, problemOfCode, problemText } from '#web/api/problem-text.ts'
import { callQuery, pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'

const ofClub = (orgId: string) => [...queryKeys.orders, 'club', orgId, 'by-hand']

/** @param eventId an event that is among them */
export const offersQuery = (orgId: string, eventId?: string) =>
  callQuery([...ofClub(orgId), 'offers', eventId ?? null], byHand.offers, { orgId, ...(eventId && { eventId }) })

/** People of the club and of their families, by words. */
export const peopleQuery = (orgId: string, search: string) =>
  callQuery(
    [...ofClub(orgId), 'people', search],
    byHand.people,
    { orgId, search },
    { enabled: search.length > 1, placeholderData: keepPreviousData },
  )

/** One of them. */
export const personQuery = (orgId: string, memberId: string) =>
  queryOptions({
    queryKey: [...ofClub(orgId), 'person', memberId],
    queryFn: async ({ signal }) => (await call(byHand.people, { orgId, memberId }, { signal }))[0] ?? null,
    enabled: memberId !== '',
  })

export const duplicatesQuery = (orgId: string, typed: Omit<Input<typeof byHand.duplicates>, 'orgId'>) =>
  callQuery(
    [...ofClub(orgId), 'duplicates', typed],
    byHand.duplicates,
    { orgId, ...typed },
    { placeholderData: keepPreviousData },
  )

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
  pagesAfter(
    [...ofClub(orgId), 'owes', owedInput(which)],
    byHand.owes,
    { orgId, ...owedInput(which) },
    { placeholderData: keepPreviousData },
  )

export const refundsByHandQuery = (orgId: string) =>
  callQuery([...ofClub(orgId), 'refunds-by-hand'], byHand.refunds, { orgId })

export const exportOwes = (orgId: string, which: WhichOwed, ids?: readonly string[]): ExportCalls => ({
  begin: (format) =>
    call(exports.owes, { orgId, format, ...owedInput(which), ...(ids ? { ids: [...ids] } : { all: true }) }),
  show: (exportId) => call(exports.owesState, { orgId, exportId }),
  fetch: (exportId) => call(exports.owesFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, 'owes', () => call(exports.owesEarlier, { orgId })),
})

/** An office's entries about money change its lists, its members, its events and its page of today. */
export function useByHand(orgId: string) {
  const onSettled = useReload(queryKeys.orders, queryKeys.office, queryKeys.memberships, queryKeys.events)
  return {
    add: useCall(byHand.add, { orgId }, { onSettled }),
    addPerson: useCall(byHand.addPerson, { orgId }, { onSettled }),
    record: useCall(byHand.record, { orgId }, { onSettled }),
    cancel: useCall(byHand.cancel, { orgId }, { onSettled }),
    remind: useCall(byHand.remind, { orgId }, { onSettled }),
    refunded: useMutation({
      mutationFn: (refundId: string) => call(byHand.refunded, { orgId, refundId }),
      onSettled,
    }),
  }
}
