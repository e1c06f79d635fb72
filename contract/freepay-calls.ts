import * as z from 'zod/mini'
import { OrderStatus } from './order-answers.ts'
import { GatewayId, Id, singleLine } from './values.ts'

/** The payment request of the specification; only its addresses and amount are read, and both are checked. */
export const PaymentRequest = z.looseObject({
  Amount: z.union([z.int(), z.string().check(z.regex(/^\d{1,12}$/))]),
  Currency: z.string().check(z.length(3)),
  OrderNumber: z.optional(z.string()),
  CustomerAcceptUrl: z.string().check(z.maxLength(2000)),
  CustomerDeclineUrl: z.optional(z.string()),
  ServerCallbackUrl: z.optional(z.string()),
  CustomerEmail: z.optional(z.string()),
  BillingAddress: z.optional(z.looseObject({})),
  Options: z.optional(z.looseObject({})),
  EnforceLanguage: z.optional(z.string()),
})

/** The handle that stands in for the gateway's key, as the specification's clients send it. */
const PaymentHandle = z.object({ freepayauthtoken: z.string().check(z.maxLength(500)) })

/** The three calls about a card payment are there twice, for memberships and for events, and lead to the same orders. */
export const linkCall = {
  method: 'POST',
  headers: PaymentHandle,
  body: PaymentRequest,
  output: z.object({ paymentWindowLink: z.string() }),
  errors: [
    'order_not_found',
    'order_ended',
    'order_paid',
    'payment_in_progress',
    'amount_mismatch',
    'payment_handle_invalid',
    'impersonator_refused',
    'payment_not_configured',
    'payment_gateway_unavailable',
    'payment_gateway_refused',
  ],
} as const

export const captureCall = {
  method: 'POST',
  params: z.object({ authorizationIdentifier: GatewayId }),
  headers: PaymentHandle,
  body: z.looseObject({ membershipHistoryPaymentId: z.optional(Id), amount: z.optional(z.int()) }),
  output: z.object({ status: OrderStatus }),
  errors: [
    'payment_not_found',
    'payment_handle_invalid',
    'impersonator_refused',
    'amount_mismatch',
    'payment_gateway_unavailable',
    'payment_gateway_refused',
  ],
} as const

export const declineCall = {
  method: 'POST',
  params: z.object({ authorizationIdentifier: GatewayId }),
  headers: PaymentHandle,
  body: z.looseObject({
    gatewayreason: z.optional(singleLine(80)),
    reason: z.optional(singleLine(200)),
    acquirer: z.optional(singleLine(80)),
  }),
  output: z.object({ status: OrderStatus }),
  errors: [
    'payment_not_found',
    'payment_handle_invalid',
    'impersonator_refused',
    'payment_gateway_unavailable',
    'payment_gateway_refused',
  ],
} as const
