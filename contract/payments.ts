import * as z from 'zod/mini'
import { endpoint, orgApi } from './endpoint.ts'
import { GivenBack, OrderStatus } from './orders.ts'
import { GatewayId, Id, Moment, Money, text } from './values.ts'

/** A payment of a club that came to no end by itself. */
export const UnresolvedPayment = z.object({
  paymentId: Id,
  orderId: Id,
  /** As the gateway's own portal shows it. */
  orderNumber: text(),
  buyer: z.object({ name: text(), email: text() }),
  amount: Money,
  /** What the payment window asked for. */
  asked: Money,
  /** In what the authorisation was not what had been asked for. */
  differs: z.nullable(z.enum(['amount', 'currency', 'order_number', 'test_mode'])),
  testMode: z.boolean(),
  /**
   * `window_left`: a payment window was opened and nobody came back, so it was left, or paid without the portal hearing of
   * it. `charge_unanswered`: a saved card was charged for a renewal, and the gateway's answer was lost. `not_settled`: authorised, and the gateway does not let it be finished. `not_given_back`: money that the club must
   * not keep, or that its office gave back, is still there. `differs`: an authorisation was not what had been asked for; it was given back,
   * and the office should know.
   */
  kind: z.enum(['window_left', 'charge_unanswered', 'not_settled', 'not_given_back', 'differs']),
  since: Moment,
  orderStatus: OrderStatus,
  /** The gateway's name for what was authorised, where the portal knows it. */
  authorizationIdentifier: z.nullable(GatewayId),
  /** Where it is `not_given_back` or `differs`. */
  refund: z.nullable(
    z.extend(z.pick(GivenBack, { id: true, cause: true, status: true }), {
      /**
       * Why it waits for somebody. `refused`: the gateway keeps saying no. `unclear`: the gateway was asked to credit it, its answer
       * was lost, and its list of credits does not tell; the portal does not ask twice.
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

export const payments = {
  unresolved: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/payments/unresolved`,
    summary:
      "A club's payments of the last 90 days that are unresolved for 15 minutes or more, oldest first; for its admins",
    params: z.object({ orgId: Id }),
    /** `declined`: windows that were declined too; one of them may have been paid in the end with another card. */
    query: z.object({ after: z.optional(Id), declined: z.optional(z.enum(['true', 'false'])) }),
    output: z.object({
      payments: z.array(UnresolvedPayment),
      /** Pass it as `after` for the next page; null on the last one. */
      next: z.nullable(Id),
    }),
    errors: ['organisation_not_found'],
  }),
  resume: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/payments/{paymentId}/resume`,
    summary: "Settles a payment by the authorisation identifier that the gateway's own portal shows",
    params: ofPayment,
    body: z.object({ authorizationIdentifier: GatewayId }),
    output: z.object({
      /** `confirming`: the gateway did not finish it yet; the portal goes on by itself. */
      outcome: z.enum(['paid', 'confirming', 'returned']),
      orderStatus: OrderStatus,
    }),
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
      "Notes that a left window was not paid, as the gateway's own portal shows, or that a payment that differed was seen; a payment that turns up later still counts",
    params: ofPayment,
    output: z.object({ orderStatus: OrderStatus }),
    errors: ['organisation_not_found', 'payment_not_found', 'payment_in_progress'],
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/refunds/{refundId}/retry`,
    summary: 'Asks the gateway anew to give money back that it refused to give back',
    params: z.object({ orgId: Id, refundId: Id }),
    output: z.object({ status: GivenBack.shape.status }),
    errors: ['organisation_not_found', 'refund_not_found'],
  }),
  confirmRefund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/refunds/{refundId}/confirm`,
    summary:
      "Says whether the gateway's own portal shows that a refund was credited, where the portal cannot tell: it is done then, or asked for once more",
    params: z.object({ orgId: Id, refundId: Id }),
    body: z.object({ credited: z.boolean() }),
    output: z.object({ status: GivenBack.shape.status }),
    errors: ['organisation_not_found', 'refund_not_found'],
  }),
}
