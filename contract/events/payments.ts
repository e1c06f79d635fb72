import * as z from 'zod/mini'
import { endpoint, eventApi } from '../endpoint.ts'
import { captureCall, declineCall, linkCall, PaymentRequest } from '../payments/freepay-calls.ts'
import { Id, singleLine, text } from '../values.ts'

/** A client's own names for the purchase and the registration: kept, and returned here and with the registrations. */
const keys = { referenceKey: z.optional(singleLine(100)), eveEntryId: z.optional(singleLine(100)) }

export const EventPaymentWindow = z.object({ paymentWindowLink: text(), ...keys })

/** The card payment calls for orders with tickets. Apart from the other calls on events, because only checkout needs them. */
export const eventPayments = {
  openPaymentWindow: endpoint({
    ...linkCall,
    path: `${eventApi}/payment/freepay/link`,
    errors: [...linkCall.errors, 'event_payment_not_started'],
    summary: 'Opens the payment window of an order with tickets; needs the handle in FreepayAuthToken',
    query: z.object({ eventId: Id }),
    body: z.looseObject({ ...PaymentRequest.shape, ...keys }),
    output: EventPaymentWindow,
  }),
  capture: endpoint({
    ...captureCall,
    path: `${eventApi}/payment/freepay/{authorizationIdentifier}/capture`,
    summary: 'Settles an authorised payment of tickets, once',
    query: z.object({ eventId: Id }),
  }),
  decline: endpoint({
    ...declineCall,
    path: `${eventApi}/payment/freepay/{authorizationIdentifier}/decline`,
    summary: 'A browser reports that a payment of tickets was declined; the gateway decides',
    query: z.object({ membershipHistoryPaymentId: Id, eventId: Id }),
  }),
}
