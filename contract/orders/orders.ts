import * as z from 'zod/mini'
import { Billing, BillingWithoutAddress } from './billing.ts'
import { TextVersions } from '../organisations/texts.ts'
import { endpoint, memberApi, orgApi } from '../endpoint.ts'
import { eligibilityCodes } from '../events/answers.ts'
import { GivenAnswers } from '../events/questions.ts'
import { captureCall, declineCall, linkCall } from '../payments/freepay-calls.ts'
import { paymentListQuery } from './office.ts'
import { ClubOrder, type LineKind, OrderOutcome, OrderState, Quote, Receipt, UnpaidOrder } from './answers.ts'
import { Id, integer, Language, ListCursor, Moment, Money, OrderToken, singleLine, text } from '../values.ts'

export * from './answers.ts'

export const MembershipSelection = z.object({ memberId: Id, orgId: Id, membershipConfId: Id })

/** A place at an event for a person; the club is the event's. */
export const EventSelection = z.object({
  memberId: Id,
  eventId: Id,
  category: z.pipe(
    singleLine(60),
    z.transform((category: string) => category.toLowerCase()),
  ),
  /** To the event's questions. Those of the order itself are answered with its first place at the event. */
  answers: z.optional(GivenAnswers),
})

const selections = { membership: MembershipSelection, event: EventSelection } satisfies Record<LineKind, unknown>

const SelectedLines = z.array(z.union(Object.values(selections))).check(z.maxLength(20))
const CouponOfOrder = z.optional(singleLine(64))

/** The content of `membershipData`, base64 of JSON. Prices in it are ignored. */
export const Selection = z.object({
  lines: SelectedLines,
  gdprAgreement: z.boolean(),
  /** The versions of the club's texts that the buyer was shown. */
  texts: z.optional(TextVersions),
  /** With an address when there is something to pay. */
  billing: z.union([Billing, BillingWithoutAddress]),
  /** A discount code for the tickets. */
  coupon: CouponOfOrder,
  /** The buyer agrees that their card is saved at the gateway and renews this purchase until they cancel. */
  autoRenewal: z.optional(z.boolean()),
})
export type Selection = z.infer<typeof Selection>

export const PreparedOrder = z.looseObject({ token: OrderToken })

export const ClubOrderPage = z.object({
  orders: z.array(ClubOrder),
  /** How many match. */
  total: integer(),
  /**
   * Payments and refunds of all that match, and the amounts paid to the club outside the portal that it kept; without purchases in test
   * mode, by currency.
   */
  sums: z.array(z.object({ paid: Money, refunded: Money, byHand: z.optional(Money) })).check(z.maxLength(10)),
  /** Receipts of the last two years whose numbers were skipped, because the portal was restored from a backup; left out if there are none. */
  receiptGaps: z.optional(
    z.array(z.object({ first: text(50), last: text(50), backupAt: Moment })).check(z.maxLength(20)),
  ),
  next: z.nullable(ListCursor),
})
export type ClubOrderPage = z.infer<typeof ClubOrderPage>

/** The most orders of one member that are listed. */
export const MOST_OF_MEMBER = 50

export const orders = {
  prepare: endpoint({
    method: 'POST',
    path: `${memberApi}/member/payment-prepare`,
    specified: true,
    summary:
      'Prices and reserves a selection of memberships and tickets as one order; a repeated client token returns the same order',
    body: z.object({ token: OrderToken, membershipData: text(60_000) }),
    output: PreparedOrder,
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
      'membership_too_young',
      'membership_too_old',
      'one_organisation_per_order',
      'token_reused',
      'not_found',
      'event_not_found',
      'category_not_found',
      'coupon_not_valid',
      'coupon_used_up',
      'held_by_other',
      'too_many_unpaid_places',
      'too_many_unpaid_orders',
      ...eligibilityCodes,
      'event_price_changed',
      'answers_invalid',
    ],
  }),
  quote: endpoint({
    method: 'POST',
    path: `${memberApi}/member/order/quote`,
    summary: 'The price of a selection, and what cannot be bought; reserves nothing',
    body: z.object({ lines: SelectedLines.check(z.minLength(1)), coupon: CouponOfOrder }),
    output: Quote,
    errors: ['one_organisation_per_order', 'club_paused'],
  }),
  state: endpoint({
    method: 'GET',
    path: `${memberApi}/member/order/{token}`,
    summary: 'An order with its status',
    params: z.object({ token: OrderToken }),
    output: OrderState,
    errors: ['order_not_found'],
  }),
  unpaid: endpoint({
    method: 'GET',
    path: `${memberApi}/member/orders/unpaid`,
    summary: "The caller's unpaid orders, the next to expire first",
    output: z.array(UnpaidOrder).check(z.maxLength(50)),
    errors: [],
  }),
  accept: endpoint({
    method: 'POST',
    path: `${memberApi}/member/order/{token}/accept`,
    summary:
      'Completes an order that an administrator made for the caller and that costs nothing; repeats change nothing',
    params: z.object({ token: OrderToken }),
    /** Consent to the club's processing of data (`asksForConsent`). */
    body: z.object({ gdprAgreement: z.boolean() }),
    output: OrderOutcome,
    errors: [
      'order_not_found',
      'order_ended',
      'amount_mismatch',
      'consent_required',
      'club_paused',
      'event_price_changed',
      'no_longer_allowed_for',
      'impersonator_refused',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${memberApi}/member/order/{token}/cancel`,
    summary: 'Cancels an unpaid order and frees its places at once; a finished one stays as it is',
    params: z.object({ token: OrderToken }),
    output: OrderOutcome,
    errors: ['order_not_found', 'order_paid', 'payment_in_progress'],
  }),
  creditNotePdf: endpoint({
    method: 'GET',
    path: `${memberApi}/member/refund/{refundId}/credit-note.pdf`,
    summary: 'The credit note of a refund, as a PDF',
    params: z.object({ refundId: Id }),
    query: z.object({ language: z.optional(Language) }),
    output: 'file',
    files: ['application/pdf'],
    errors: ['not_found'],
  }),
  openPaymentWindow: endpoint({
    ...linkCall,
    path: `${memberApi}/payment/freepay/link`,
    summary: 'Opens the payment window of an order; needs the handle in FreepayAuthToken',
  }),
  capture: endpoint({
    ...captureCall,
    path: `${memberApi}/payment/freepay/{authorizationIdentifier}/capture`,
    summary: 'Settles an authorised payment, once',
  }),
  decline: endpoint({
    ...declineCall,
    path: `${memberApi}/payment/freepay/{authorizationIdentifier}/decline`,
    summary: 'A browser reports that a payment was declined; the gateway decides, and paid never becomes declined',
    query: z.object({ membershipHistoryPaymentId: Id }),
  }),
  ofClub: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/orders`,
    summary: "A club's paid orders with their sums. `filter`: JSON of a tree of `all`, `any`, `not` and conditions",
    params: z.object({ orgId: Id }),
    query: z.object({ ...paymentListQuery, after: z.optional(ListCursor) }),
    output: ClubOrderPage,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  ofMember: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members/{memberId}/orders`,
    summary: "A club's newest paid orders of one of its members: those they bought, and those with something for them",
    params: z.object({ orgId: Id, memberId: Id }),
    output: z.array(ClubOrder).check(z.maxLength(MOST_OF_MEMBER)),
    errors: ['organisation_not_found', 'not_found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/order/{orderId}/refund`,
    summary:
      'Refunds lines of a paid order to the card and ends what they bought, a minute later: until then the office can stop it',
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
    summary: 'The receipt of the order that bought a term or a ticket, by the id of either',
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
    files: ['application/pdf'],
    errors: ['not_found'],
  }),
}
