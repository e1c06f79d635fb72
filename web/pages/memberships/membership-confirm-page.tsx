import { useReloadMemberships } from '#web/features/memberships/queries.ts'
import { OrderReturn } from '#web/features/orders/result/order-return.tsx'

/** The return from a payment that the gateway accepted. */
export function MembershipConfirmPage() {
  return <OrderReturn returnedTo="confirm" place={null} onPaid={useReloadMemberships()} />
}
