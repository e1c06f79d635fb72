import { type Query, queryOptions } from '@tanstack/react-query'
import { orders, type OrderState, type UnpaidOrder } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** Milliseconds until an order is asked after again; false when it is certain. */
export function orderPollInterval(state: OrderState | undefined, asked: number): number | false {
  if (!state || isSettling(state)) return asked < 20 ? 1500 : 4000
  if (isRefunding(state)) return asked < 20 ? 3000 : 15_000
  // Its hold may end, or another tab may pay it.
  return outcomeOf(state) === 'declined' ? 15_000 : false
}

/** What became of an order; asked again while its payment is not settled. */
export const orderStateQuery = (token: string) =>
  queryOptions({
    queryKey: [...queryKeys.orders, token],
    queryFn: ({ signal }) => call(orders.state, { token }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }: Query<OrderState>) =>
      orderPollInterval(state.data, state.dataUpdateCount + state.errorUpdateCount),
  })

/** An order of the same basket, which waits for its turn. */
export const otherOrderQuery = (token: string) => ({ ...orderStateQuery(token), refetchInterval: 15_000 as const })

/** The receipt of the order that bought a term; it never changes. */
export const receiptQuery = (termId: string) =>
  queryOptions({
    queryKey: [...queryKeys.orders, 'receipt', termId],
    queryFn: ({ signal }) => call(orders.receipt, { historyId: termId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * What the buyer is told. `settling`: the gateway has the payment and the portal is making sure of it. `unpaid`: nothing is
 * known to be under way. `ended`: the hold is over and nothing was taken.
 */
export type Outcome = 'settling' | 'unpaid' | 'paid' | 'declined' | 'ended' | 'refunded'

const outcomes: Record<OrderState['status'], Outcome> = {
  open: 'unpaid',
  paid: 'paid',
  declined: 'declined',
  expired: 'ended',
  cancelled: 'ended',
  refunded: 'refunded',
}

/** A payment under way decides, whatever the order was before: it may have been declined or expired and be paid after all. */
export function outcomeOf({ status, confirming }: OrderState): Outcome {
  const outcome = outcomes[status]
  return confirming && outcome !== 'paid' && outcome !== 'refunded' ? 'settling' : outcome
}

/** Whether asking again may bring news soon. */
export const isSettling = (state: OrderState) => ['settling', 'unpaid'].includes(outcomeOf(state))

/** Whether money of it is on its way back. */
const isRefunding = ({ own }: OrderState) => own?.givenBack.some(({ status }) => status === 'requested') === true

/** What the answers about unpaid orders are kept under. */
export const unpaidKey = [...queryKeys.orders, 'unpaid'] as const

/** Milliseconds until unpaid orders are asked after again; false when there are none. */
export function unpaidPollInterval(
  unpaid: readonly Pick<UnpaidOrder, 'confirming'>[] | undefined,
  asked: number,
): number | false {
  if (!unpaid || unpaid.length === 0) return false
  if (unpaid.some(({ confirming }) => confirming)) return asked < 60 ? 2500 : 10_000
  // Another browser may pay one or give it up.
  return 20_000
}

/** What a member began to buy and has not paid. */
export const unpaidQuery = (memberId: string) =>
  queryOptions({
    queryKey: [...unpaidKey, memberId],
    queryFn: ({ signal }) => call(orders.unpaid, {}, { signal }),
    staleTime: 5000,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }: Query<UnpaidOrder[]>) =>
      unpaidPollInterval(state.data, state.dataUpdateCount + state.errorUpdateCount),
  })
