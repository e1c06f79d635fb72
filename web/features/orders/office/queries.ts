import {
  keepPreviousData,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { exports } from '#contract/exports.ts'
import type { Filter } from '#contract/filters.ts'
import type { PaymentSort } from '#contract/orders/office.ts'
import { orders, type ClubOrder } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments/payments.ts'
import { call } from '#web/api/client.ts'
import { earlierExportsQuery } from '#web/parts/earlier-exports.tsx'
import type { ExportCalls } from '#web/parts/export-menu.tsx'
import { pagesAfter } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall, useReload } from '#web/api/use-call.ts'

const ofClub = (orgId: string) => [...queryKeys.orders, 'club', orgId]

const REFUND_POLL_MS = 4000

export interface WhichPayments {
  readonly search: string
  readonly filter: Filter | undefined
  readonly sort: PaymentSort
}

const inputOf = ({ search, filter, sort }: WhichPayments) => ({
  sort,
  ...(search.trim() && { search: search.trim() }),
  ...(filter && { filter: JSON.stringify(filter) }),
})

export const paidOrdersQuery = (orgId: string, which: WhichPayments) =>
  pagesAfter(
    [...ofClub(orgId), 'paid', inputOf(which)],
    orders.ofClub,
    { orgId, ...inputOf(which) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.orders.some((order) => order.refundDelayed || isRefunding(order)))
          ? REFUND_POLL_MS
          : false,
    },
  )

export const exportPayments = (orgId: string, which: WhichPayments, ids?: readonly string[]): ExportCalls => ({
  begin: (format) =>
    call(exports.payments, { orgId, format, ...inputOf(which), ...(ids ? { ids: [...ids] } : { all: true }) }),
  show: (exportId) => call(exports.paymentsState, { orgId, exportId }),
  fetch: (exportId) => call(exports.paymentsFile, { orgId, exportId }),
  earlier: earlierExportsQuery(orgId, 'payments', () => call(exports.paymentsEarlier, { orgId })),
})

export const isRefunding = ({ givenBack }: ClubOrder) => givenBack.some(({ status }) => status === 'requested')

export const unresolvedQuery = (orgId: string) =>
  pagesAfter([...ofClub(orgId), 'unresolved'], payments.unresolved, { orgId }, { refetchOnWindowFocus: 'always' })

export function useRefund(orgId: string, orderId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (lineIds: string[]) => call(orders.refund, { orgId, orderId, lineIds }),
    onSuccess: (order) => {
      replace(cache, orgId, order)
      void cache.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed'] })
    },
    // Somebody else may have refunded them first, so refetch.
    onError: () => void cache.invalidateQueries({ queryKey: ofClub(orgId) }),
  })
}

function replace(cache: QueryClient, orgId: string, order: ClubOrder) {
  cache.setQueriesData<InfiniteData<{ orders: ClubOrder[] }>>(
    { queryKey: [...ofClub(orgId), 'paid'] },
    (all) =>
      all && {
        ...all,
        pages: all.pages.map((page) => ({
          ...page,
          orders: page.orders.map((one) => (one.id === order.id ? order : one)),
        })),
      },
  )
}

export function useResolve(orgId: string) {
  const onSettled = useReload(ofClub(orgId))
  return {
    resume: useCall(payments.resume, { orgId }, { onSettled }),
    close: useMutation({
      mutationFn: (paymentId: string) => call(payments.close, { orgId, paymentId }),
      onSettled,
    }),
    retryRefund: useMutation({
      mutationFn: (refundId: string) => call(payments.retryRefund, { orgId, refundId }),
      onSettled,
    }),
    confirmRefund: useCall(payments.confirmRefund, { orgId }, { onSettled }),
  }
}
