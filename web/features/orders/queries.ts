import { orders, type OrderState, type UnpaidOrder } from '#contract/orders/orders.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'

/** Polling interval in milliseconds; false once the order is final. */
export function orderPollInterval(state: OrderState | undefined, polls: number): number | false {
  if (!state || isSettling(state)) return polls < 20 ? 1500 : 4000
  if (isRefunding(state)) return polls < 20 ? 3000 : 15_000
  // Its reservation may expire, or another tab may pay it.
  return outcomeOf(state) === 'declined' ? 15_000 : false
}

/** The state of an order; polls until its payment is settled. */
export const orderStateQuery = (token: string) =>
  callQuery(
    [...queryKeys.orders, token],
    orders.state,
    { token },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => orderPollInterval(state.data, state.dataUpdateCount + state.errorUpdateCount),
    },
  )

export const otherOrderQuery = (token: string) => ({ ...orderStateQuery(token), refetchInterval: 15_000 as const })

/** The receipt of the order that bought a term; never changes. */
export const receiptQuery = (termId: string) =>
  callQuery(
    [...queryKeys.orders, 'receipt', termId],
    orders.receipt,
    { historyId: termId },
    { staleTime: Number.POSITIVE_INFINITY },
  )

/**
 * `settling`: the gateway has the payment and the portal is verifying it. `unpaid`: no payment is known. `ended`: the
 * reservation expired and nothing was charged.
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

/** A payment in progress wins over the status: a declined or expired order may still be paid. */
export function outcomeOf({ status, confirming }: OrderState): Outcome {
  const outcome = outcomes[status]
  return confirming && outcome !== 'paid' && outcome !== 'refunded' ? 'settling' : outcome
}

/** Whether polling may bring news soon. */
export const isSettling = (state: OrderState) => ['settling', 'unpaid'].includes(outcomeOf(state))

const isRefunding = ({ own }: OrderState) => own?.givenBack.some(({ status }) => status === 'requested') === true

export const unpaidKey = [...queryKeys.orders, 'unpaid'] as const

/** Polling interval in milliseconds; false when there are no unpaid orders. */
export function unpaidPollInterval(
  unpaid: readonly Pick<UnpaidOrder, 'confirming'>[] | undefined,
  polls: number,
): number | false {
  if (!unpaid || unpaid.length === 0) return false
  if (unpaid.some(({ confirming }) => confirming)) return polls < 60 ? 2500 : 10_000
  // Another browser may pay or cancel one.
  return 20_000
}

/** A member's orders that are not paid yet. */
export const unpaidQuery = (memberId: string) =>
  callQuery(
    [...unpaidKey, memberId],
    orders.unpaid,
    {},
    {
      staleTime: 5000,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => unpaidPollInterval(state.data, state.dataUpdateCount + state.errorUpdateCount),
    },
  )
