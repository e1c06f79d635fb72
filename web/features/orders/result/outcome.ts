import type { OrderState } from '#contract/orders.ts'

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
export const isOnItsWayBack = ({ own }: OrderState) =>
  own?.givenBack.some(({ status }) => status === 'requested') === true
