import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { OrderReturn } from '#web/features/orders/result/order-return.tsx'

/** The return from a payment that did not pass. */
export function MembershipDeclinePage() {
  return <OrderReturn returnedTo="decline" place={null} onPaid={useReloadMemberships()} />
}
