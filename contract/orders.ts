import * as z from 'zod/mini'
import { Billing } from './billing.ts'
import { endpoint, memberApi, orgApi } from './endpoint.ts'
import { ClubOrder, OrderState, OrderStatus, Receipt, UnpaidOrder } from './order-answers.ts'
import { GatewayId, Id, Language, OrderToken, singleLine } from './values.ts'

export * from './order-answers.ts'

export const MembershipSelection = z.object({ memberId: Id, orgId: Id, membershipConfId: Id })

/** What `membershipData` holds as base64 of JSON. Prices in it are not read. */
export const Selection = z.object({
  lines: z.array(MembershipSelection).check(z.maxLength(20)),
  gdprAgreement: z.boolean(),
  billing: Billing,
  coupon: z.optional(singleLine(64)),
  /** The buyer agrees that their card is kept at the gateway and renews what they buy here, until they say otherwise. */
  autoRenewal: z.optional(z.boolean()),
})
export type Selection = z.infer<typeof Selection>

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

export const orders = {
  prepare: endpoint({
    method: 'POST',
    path: `${memberApi}/member/payment-prepare`,
    summary: 'Prices and reserves a selection as one order; the same client token answers with the same order',
    body: z.object({ token: OrderToken, membershipData: z.string().check(z.maxLength(60_000)) }),
    output: z.looseObject({ token: OrderToken }),
    errors: [
      'selection_invalid',
      'selection_empty',
      'consent_required',
      'address_incomplete',
      'organisation_not_found',
      'payment_not_configured',
      'configuration_not_found',
      'configuration_not_on_sale',
      'term_already_held',
      'one_organisation_per_order',
      'token_reused',
      'not_found',
    ],
  }),
  state: endpoint({
    method: 'GET',
    path: `${memberApi}/member/order/{token}`,
    summary: 'What became of an order',
    params: z.object({ token: OrderToken }),
    output: OrderState,
    errors: ['order_not_found'],
  }),
  unpaid: endpoint({
    method: 'GET',
    path: `${memberApi}/member/orders/unpaid`,
    summary: "The caller's orders that still wait for their payment, the one that ends first before the others",
    output: z.array(UnpaidOrder),
    errors: [],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${memberApi}/member/order/{token}/cancel`,
    summary: 'Gives up an unpaid order, so that its places are free at once; one that has ended stays as it is',
    params: z.object({ token: OrderToken }),
    output: z.object({ status: OrderStatus }),
    errors: ['order_not_found', 'order_paid', 'payment_in_progress'],
  }),
  creditNotePdf: endpoint({
    method: 'GET',
    path: `${memberApi}/member/refund/{refundId}/credit-note.pdf`,
    summary: 'The credit note for money that was taken and paid back, as a PDF',
    params: z.object({ refundId: Id }),
    query: z.object({ language: z.optional(Language) }),
    output: 'file',
    errors: ['not_found'],
  }),
  openPaymentWindow: endpoint({
    method: 'POST',
    path: `${memberApi}/payment/freepay/link`,
    summary: 'Opens the payment window of an order; needs the handle in FreepayAuthToken',
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
  }),
  capture: endpoint({
    method: 'POST',
    path: `${memberApi}/payment/freepay/{authorizationIdentifier}/capture`,
    summary: 'Makes sure that an authorised payment is settled, once',
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
  }),
  decline: endpoint({
    method: 'POST',
    path: `${memberApi}/payment/freepay/{authorizationIdentifier}/decline`,
    summary: "A browser says that a payment was declined; the gateway's word counts, and paid never becomes declined",
    params: z.object({ authorizationIdentifier: GatewayId }),
    query: z.object({ membershipHistoryPaymentId: Id }),
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
  }),
  ofClub: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/orders`,
    summary: "A club's orders that were paid, newest first; for its admins",
    params: z.object({ orgId: Id }),
    query: z.object({ search: z.optional(singleLine(100)), before: z.optional(Id) }),
    output: z.object({ orders: z.array(ClubOrder), next: z.nullable(Id) }),
    errors: ['organisation_not_found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/order/{orderId}/refund`,
    summary:
      'Gives back lines of a paid order: what they bought ends, and the money goes back to the card; for admins of the club',
    params: z.object({ orgId: Id, orderId: Id }),
    body: z.object({ lineIds: z.array(Id).check(z.minLength(1), z.maxLength(20)) }),
    output: ClubOrder,
    errors: [
      'organisation_not_found',
      'order_not_found',
      'not_found',
      'order_not_paid',
      'line_refunded',
      'refund_in_progress',
    ],
  }),
  receipt: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/history/{historyId}/receipt`,
    summary: 'The receipt of the order that bought a term',
    params: z.object({ historyId: Id }),
    output: Receipt,
    errors: ['not_found'],
  }),
  receiptPdf: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/history/{historyId}/receipt.pdf`,
    summary: 'The same receipt as a PDF',
    params: z.object({ historyId: Id }),
    query: z.object({ language: z.optional(Language) }),
    output: 'file',
    errors: ['not_found'],
  }),
}
