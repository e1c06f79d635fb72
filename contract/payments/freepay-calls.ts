import * as z from 'zod/mini'
import { OrderOutcome } from '../orders/answers.ts'
import { AnyFields, GatewayId, Id, singleLine, Sum, text } from '../values.ts'

/** The specification's payment request. Only address, amount and consent are read. */
export const PaymentRequest = z.looseObject({
  Amount: z.union([Sum, text(12).check(z.regex(/^\d{1,12}$/))]),
  Currency: text(3).check(z.length(3)),
  OrderNumber: z.optional(text()),
  CustomerAcceptUrl: text(2000),
  CustomerDeclineUrl: z.optional(text(2000)),
  ServerCallbackUrl: z.optional(text(2000)),
  CustomerEmail: z.optional(text()),
  BillingAddress: z.optional(AnyFields),
  Options: z.optional(AnyFields),
  /** Consent to automatic renewal, for an order that somebody else started (`asksForRenewal`). */
  AutoRenewal: z.optional(z.boolean()),
  /** Consent to the club's processing of data, for an order that an administrator made (`asksForConsent`). */
  GdprAgreement: z.optional(z.boolean()),
  EnforceLanguage: z.optional(text()),
})

/** The handle that replaces the gateway's key in the specification's clients. A missing one is treated as wrong. */
const PaymentHandle = z.object({
  freepayauthtoken: z
    ._default(text(500), '')
    .register(z.globalRegistry, { description: 'The `clientSecret` of the payment configuration' }),
})

export const PaymentWindow = z.object({ paymentWindowLink: text() })

/** The request of the specification's clients to settle a payment; the gateway decides. */
export const CaptureRequest = z.looseObject({ membershipHistoryPaymentId: z.optional(Id), amount: z.optional(Sum) })

export const DeclineReport = z.looseObject({
  gatewayreason: z.optional(singleLine(80)),
  reason: z.optional(singleLine(200)),
  acquirer: z.optional(singleLine(80)),
})

/** The three card payment calls exist twice, for memberships and for events, and work on the same orders. */
export const linkCall = {
  method: 'POST',
  specified: true,
  headers: PaymentHandle,
  body: PaymentRequest,
  output: PaymentWindow,
  errors: [
    'order_not_found',
    'order_ended',
    'address_incomplete',
    'consent_required',
    'club_paused',
    'event_price_changed',
    'order_paid',
    'payment_in_progress',
    'no_longer_allowed_for',
    'amount_mismatch',
    'payment_handle_invalid',
    'impersonator_refused',
    'payment_not_configured',
    'payment_request_failed',
    'payment_link_missing',
  ],
} as const

export const captureCall = {
  method: 'POST',
  specified: true,
  params: z.object({ authorizationIdentifier: GatewayId }),
  headers: PaymentHandle,
  body: CaptureRequest,
  output: OrderOutcome,
  errors: [
    'payment_not_found',
    'payment_handle_invalid',
    'impersonator_refused',
    'amount_mismatch',
    'payment_capture_failed',
  ],
} as const

export const declineCall = {
  method: 'POST',
  specified: true,
  params: z.object({ authorizationIdentifier: GatewayId }),
  headers: PaymentHandle,
  body: DeclineReport,
  output: OrderOutcome,
  errors: ['payment_not_found', 'payment_handle_invalid', 'impersonator_refused', 'payment_decline_failed'],
} as const
