import { OrderReturn } from '#web/pages/order-return.tsx'

/** The return from a payment that the gateway accepted. */
export const MembershipConfirmPage = () => <OrderReturn returnedTo="confirm" />
