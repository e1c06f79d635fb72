import { OrderReturn } from '#web/pages/order-return.tsx'

/** The return from a payment that did not pass. */
export const MembershipDeclinePage = () => <OrderReturn returnedTo="decline" />
