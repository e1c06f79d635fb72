import * as z from 'zod/mini'
import { endpoint, orgApi } from '../endpoint.ts'
import { Buyer, Refund, OrderStatus } from '../orders/orders.ts'
import { GatewayId, Id, Moment, Money, text, TrueOrFalse } from '../values.ts'

/** A payment that the portal could not finish by itself. */
export const UnresolvedPayment = z.object({
  paymentId: Id,
  orderId: Id,
  /** As shown in the gateway's own portal. */
  orderNumber: text(),
  buyer: Buyer,
  amount: Money,
  asked: Money,
  /** How the authorisation differs from the request. */
  differs: z.nullable(z.enum(['amount', 'currency', 'order_number', 'test_mode'])),
  testMode: z.boolean(),
  /**
   * `window_left`: a payment window was opened within the last hour and nobody came back, so it was closed, or paid without the portal
   * knowing. `window_closed`: the same, longer ago, so nearly always a change of mind; it is not counted.
   * `charge_unanswered`: a saved card was charged for a renewal, and the gateway's answer was lost. `not_settled`: authorised, but the
   * gateway refuses to finish it. `not_given_back`: money that must go back to the buyer has not. `differs`: an authorisation differed
   * from the request and was voided; the office should know.
   */
  kind: z.enum(['window_left', 'window_closed', 'charge_unanswered', 'not_settled', 'not_given_back', 'differs']),
  since: Moment,
  orderStatus: OrderStatus,
  /** The gateway's id of the authorisation, if known. */
  authorizationIdentifier: z.nullable(GatewayId),
  /** For `not_given_back` and `differs`. */
  refund: z.nullable(
    z.extend(z.pick(Refund, { id: true, cause: true, status: true }), {
      /**
       * Why a person has to act. `refused`: the gateway keeps refusing. `unclear`: the answer to a credit was lost, and the gateway's
       * list of credits does not show it; the portal does not request it twice.
       */
      problem: z.nullable(z.enum(['refused', 'unclear'])),
    }),
  ),
  can: z.object({
    resume: z.boolean(),
    close: z.boolean(),
    retryRefund: z.boolean(),
    confirmRefund: z.boolean(),
  }),
})
export type UnresolvedPayment = z.infer<typeof UnresolvedPayment>

const ofPayment = z.object({ orgId: Id, paymentId: Id })

export const UnresolvedPaymentPage = z.object({
  payments: z.array(UnresolvedPayment),
  /** Pass it as `after` for the next page; null on the last one. */
  next: z.nullable(Id),
})

export const ResumedPayment = z.object({
  /** `confirming`: the gateway has not finished yet; the portal continues by itself. */
  outcome: z.enum(['paid', 'confirming', 'returned']),
  orderStatus: OrderStatus,
})

export const ClosedPayment = z.object({ orderStatus: OrderStatus })

export const RefundOutcome = z.object({ status: Refund.shape.status })

export const payments = {
  unresolved: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/payments/unresolved`,
    summary:
      "A club's payments of the last 90 days that have been unresolved for 15 minutes, oldest first, for its admins",
    params: z.object({ orgId: Id }),
    /** `declined`: include declined windows, because one may have been paid with another card in the end. */
    query: z.object({ after: z.optional(Id), declined: z.optional(TrueOrFalse) }),
    output: UnresolvedPaymentPage,
    errors: ['organisation_not_found'],
  }),
  resume: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/payments/{paymentId}/resume`,
    summary: "Settles a payment by the authorisation identifier that the gateway's own portal shows",
    params: ofPayment,
    body: z.object({ authorizationIdentifier: GatewayId }),
    output: ResumedPayment,
    errors: [
      'organisation_not_found',
      'payment_not_found',
      'authorization_unknown',
      'authorization_foreign',
      'payment_gateway_unavailable',
      'payment_gateway_refused',
    ],
  }),
  close: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/payments/{paymentId}/close`,
    summary:
      "Records that an abandoned window was not paid according to the gateway's own portal, or that a differing payment was seen; a payment that turns up later still counts",
    params: ofPayment,
    output: ClosedPayment,
    errors: ['organisation_not_found', 'payment_not_found', 'payment_in_progress'],
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/refunds/{refundId}/retry`,
    summary: 'Requests a refund again that the gateway refused',
    params: z.object({ orgId: Id, refundId: Id }),
    output: RefundOutcome,
    errors: ['organisation_not_found', 'refund_not_found'],
  }),
  confirmRefund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/refunds/{refundId}/confirm`,
    summary:
      "Records whether a refund was credited according to the gateway's own portal, when this one cannot tell: it is then done, or requested again",
    params: z.object({ orgId: Id, refundId: Id }),
    body: z.object({ credited: z.boolean() }),
    output: RefundOutcome,
    errors: ['organisation_not_found', 'refund_not_found'],
  }),
}
