import { queryOptions, type Query } from '@tanstack/react-query'
import { orders, type OrderState } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'
import { isSettling } from './outcome.ts'

const pause = (updates: number) => (updates < 20 ? 1500 : 4000)

/** What became of an order; asked again while its payment is not settled. */
export const orderStateQuery = (token: string) =>
  queryOptions({
    queryKey: ['orders', token],
    queryFn: ({ signal }) => call(orders.state, { token }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }: Query<OrderState>) =>
      !state.data || isSettling(state.data) ? pause(state.dataUpdateCount + state.errorUpdateCount) : false,
  })

/** The receipt of the order that bought a term; it never changes. */
export const receiptQuery = (termId: string) =>
  queryOptions({
    queryKey: ['orders', 'receipt', termId],
    queryFn: ({ signal }) => call(orders.receipt, { historyId: termId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
