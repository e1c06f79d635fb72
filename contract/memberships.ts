import * as z from 'zod/mini'
import { endpoint, memberApi } from './endpoint.ts'
import { PriceParts, SaleState } from './organisations.ts'
import { GatewayId, Id, Kroner, LocalDate, Moment, Money, singleLine } from './values.ts'

/** Derived from terms, payments and the date; never stored. */
export const MembershipStatus = z.enum(['inactive', 'active', 'grace', 'expired', 'cancelled'])
export type MembershipStatus = z.infer<typeof MembershipStatus>

/** How a season was paid, as far as the reader may know. */
export const TermPayment = z.object({
  total: Money,
  /** What of it was given back so far. */
  refunded: Money,
  /** The reader paid. */
  own: z.boolean(),
  /** Null: somebody whom the reader need not know. */
  payerName: z.nullable(z.string()),
  /** No money was taken: the club was in test mode. */
  testMode: z.boolean(),
})
export type TermPayment = z.infer<typeof TermPayment>

/** One season bought ("history" in the specification). */
export const Term = z.object({
  id: Id,
  membershipId: Id,
  memberId: Id,
  membershipConfId: Id,
  configurationName: z.string(),
  /** The earlier of the two years. */
  membershipFor: z.int(),
  startDate: LocalDate,
  endDate: LocalDate,
  enabled: z.boolean(),
  gdprAgreement: z.boolean(),
  status: z.string(),
  statusChangeDate: Moment,
  referenceKey: z.nullable(z.string()),
  wpEntryId: z.null(),
  wpFormId: z.null(),
  /** Whether a receipt exists for the order that bought it. */
  hasReceipt: z.boolean(),
  /** Null until it is paid. */
  payment: z.nullable(TermPayment),
})
export type Term = z.infer<typeof Term>

/** The season that follows the last one paid, of the same kind, as the club offers it. */
export const NextSeason = z.object({
  membershipConfId: Id,
  name: z.string(),
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  sale: SaleState,
  parts: PriceParts,
})
export type NextSeason = z.infer<typeof NextSeason>

/** How a membership goes on by itself, for whoever may see it; the card is its holder's alone. */
export const RenewalPlan = z.object({
  /** Who pays. */
  payerId: Id,
  payerName: z.string(),
  /** Null for everybody but the payer. */
  card: z.nullable(z.object({ id: Id, label: z.string(), expires: z.string() })),
  /** The day on which it is charged (tried first); null while nothing ends. */
  chargeDate: z.nullable(LocalDate),
  /** What is charged for this person, as far as the next season is known. */
  amount: z.nullable(Money),
  /**
   * `waiting`: nothing is due. `announced`: the payer was told. `failing`: a charge failed and is tried again. `given_up`:
   * three tries failed, the term ends as any other. `paid`: the next season is bought.
   */
  state: z.enum(['waiting', 'announced', 'failing', 'given_up', 'paid']),
  /** Charges that failed. */
  tries: z.int(),
  /** When the card is tried again. */
  nextTry: z.nullable(LocalDate),
  /** The order that the payer can pay with another card meanwhile. */
  orderToken: z.nullable(z.string()),
  can: z.object({ switchOff: z.boolean() }),
})
export type RenewalPlan = z.infer<typeof RenewalPlan>

export const Membership = z.object({
  id: Id,
  orgId: Id,
  memberId: Id,
  enabled: z.boolean(),
  status: MembershipStatus,
  /** The last day the status holds: the end of the term, or of the days of grace. */
  statusUntil: z.nullable(LocalDate),
  autoRenewal: z.boolean(),
  autoRenewCycle: z.nullable(z.string()),
  savedCardIdentifier: z.nullable(z.string()),
  oldStatus: z.nullable(z.string()),
  newStatus: z.nullable(z.string()),
  updateDate: Moment,
  overallStartDate: z.nullable(LocalDate),
  overallEndDate: z.nullable(LocalDate),
  readyForMembershipRenewal: z.boolean(),
  /** What it is renewed with, on sale or not; null where the club offers nothing that follows, or it is bought. */
  nextSeason: z.nullable(NextSeason),
  /** Null where it does not renew by itself. */
  renewal: z.nullable(RenewalPlan),
  memberships: z.array(Term),
})
export type Membership = z.infer<typeof Membership>

/**
 * A season's payment ("membership payment" in the specification), by the id of its line: what the order says, in the
 * specification's words. Nothing of it is ever believed when it comes in.
 */
export const MembershipPayment = z.object({
  id: Id,
  membershipHistoryId: Id,
  billingName: z.string(),
  /** Joined by commas. */
  billingAddress: z.string(),
  billingEmail: z.string(),
  billingPhone: z.string(),
  /** People on the order. */
  totalMembers: z.int(),
  /** Amount and currency of the whole order, `1400 DKK`. */
  totalMembershipFee: z.string(),
  /** Empty until an order was made of it: consent is given there. */
  gdprAgreement: z.enum(['', 'Agreed']),
  paymentMethod: z.string(),
  paymentStatus: z.enum(['init_mem', 'paid', 'declined', 'refunded']),
  paySystem: z.literal('member_web'),
  /** Browser, kind of device and operating system; empty where no browser was there. */
  payInitDevice: z.string(),
  payCompDevice: z.string(),
  paymentType: z.string(),
  /** Of this line. */
  paymentTotal: Kroner,
  totalPaid: Kroner,
  paymentCreatedAt: Moment,
  paymentUpdatedAt: Moment,
  referenceKey: z.nullable(z.string()),
  paymentIdentifier: z.nullable(GatewayId),
  authorizationIdentifier: z.nullable(GatewayId),
  savedCardIdentifier: z.nullable(GatewayId),
  gatewayreason: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  acquirer: z.nullable(z.string()),
})
export type MembershipPayment = z.infer<typeof MembershipPayment>

/** A card that its holder left with the gateway for renewals at one club. */
export const SavedCard = z.object({
  id: Id,
  orgId: Id,
  /** `4100 00XX XXXX 0000`. */
  label: z.string(),
  /** `YYYY-MM`. */
  expires: z.string(),
  savedAt: Moment,
  /** Whose memberships it renews. */
  renews: z.array(z.object({ membershipId: Id, memberName: z.string() })),
})
export type SavedCard = z.infer<typeof SavedCard>

/** Rows of the specification carry more than is read: amounts, states and `enabled` in them are ignored. */
const postedPayment = z.looseObject({
  billingName: z.optional(singleLine(120)),
  billingAddress: z.optional(singleLine(300)),
  billingEmail: z.optional(singleLine(254)),
  billingPhone: z.optional(singleLine(40)),
})

export const memberships = {
  list: endpoint({
    method: 'GET',
    path: `${memberApi}/{memberId}/membership/list`,
    summary: "A member's memberships, in one organisation or in all",
    params: z.object({ memberId: Id }),
    query: z.object({ orgId: z.optional(Id) }),
    output: z.array(Membership),
    errors: ['not_found'],
  }),
  item: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/{membershipId}`,
    summary: 'One membership with its terms, newest first',
    params: z.object({ membershipId: Id }),
    output: Membership,
    errors: ['not_found'],
  }),
  createItem: endpoint({
    method: 'POST',
    path: `${memberApi}/{memberId}/membership/item`,
    summary:
      'The membership of a person in a club, made inactive where there is none; everything but `orgId` is ignored',
    params: z.object({ memberId: Id }),
    body: z.looseObject({ orgId: Id }),
    output: Membership,
    errors: ['not_found', 'organisation_not_found'],
  }),
  updateItem: endpoint({
    method: 'PUT',
    path: `${memberApi}/{memberId}/membership/item`,
    summary:
      'Changes how a membership renews: off at any time, on with a card that the caller saved; all else is ignored',
    params: z.object({ memberId: Id }),
    body: z.looseObject({
      id: z.optional(Id),
      orgId: z.optional(Id),
      autoRenewal: z.optional(z.boolean()),
      savedCardIdentifier: z.optional(z.nullable(GatewayId)),
    }),
    output: Membership,
    errors: ['not_found', 'forbidden', 'saved_card_required', 'impersonator_refused'],
  }),
  createTerm: endpoint({
    method: 'POST',
    path: `${memberApi}/membership/{membershipId}/history/item`,
    summary: 'A season that a person is about to buy, made inactive where there is none; it reserves nothing',
    params: z.object({ membershipId: Id }),
    body: z.looseObject({ membershipConfId: Id, gdprAgreement: z.optional(z.unknown()) }),
    output: Term,
    errors: ['not_found', 'configuration_not_found', 'configuration_not_on_sale', 'term_already_held'],
  }),
  createPayment: endpoint({
    method: 'POST',
    path: `${memberApi}/membership/history/{historyId}/payment/item`,
    summary:
      'The payment of a season that is about to be bought, made where there is none; `init_mem` until money is taken',
    params: z.object({ historyId: Id }),
    body: postedPayment,
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  payment: endpoint({
    method: 'GET',
    path: `${memberApi}/membership/history/{historyId}/payment/item/{paymentId}`,
    summary: 'How a season is paid, for who pays it',
    params: z.object({ historyId: Id, paymentId: Id }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  updatePayment: endpoint({
    method: 'PUT',
    path: `${memberApi}/membership/history/{historyId}/payment/item`,
    summary: 'Answers with the payment as it is: its state comes from the gateway, never from here',
    params: z.object({ historyId: Id }),
    body: z.looseObject({ id: z.optional(Id) }),
    output: MembershipPayment,
    errors: ['not_found'],
  }),
  savedCards: endpoint({
    method: 'GET',
    path: `${memberApi}/member/saved-cards`,
    summary: 'The cards that the caller left for renewals',
    output: z.array(SavedCard),
    errors: [],
  }),
  forgetCard: endpoint({
    method: 'DELETE',
    path: `${memberApi}/member/saved-card/{cardId}`,
    summary: 'Deletes a card, here and at the gateway; what it would have renewed ends as any other',
    params: z.object({ cardId: Id }),
    output: z.object({ status: z.literal('success') }),
    errors: ['not_found', 'payment_in_progress', 'impersonator_refused'],
  }),
  calculateStatus: endpoint({
    method: 'POST',
    path: '/tools/member/calculate-status',
    summary: 'Recalculates and records the status of members; computes, never accepts a status',
    body: z.object({ memberIds: z.array(Id).check(z.maxLength(100)) }),
    output: z.array(z.object({ memberId: Id, orgId: Id, status: MembershipStatus })),
    errors: ['not_found'],
  }),
}
