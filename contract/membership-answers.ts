import * as z from 'zod/mini'
import { PriceParts, SaleState } from './organisations.ts'
import { GatewayId, Id, integer, Kroner, LocalDate, Moment, Money, text } from './values.ts'

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
  payerName: z.nullable(text()),
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
  configurationName: text(),
  /** The earlier of the two years. */
  membershipFor: integer(),
  startDate: LocalDate,
  endDate: LocalDate,
  enabled: z.boolean(),
  gdprAgreement: z.boolean(),
  /** A trial that ended early because a full membership took its place; nothing of it was given back. */
  gaveWay: z.nullable(z.object({ to: text(), plannedEndDate: LocalDate })),
  status: text(),
  statusChangeDate: Moment,
  /** What the client called the purchase; else, for who paid it, the order's number. */
  referenceKey: z.nullable(text()),
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
  name: text(),
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  sale: SaleState,
  parts: PriceParts,
  /** Of the same kind there is only this one, which is for another age; what is proposed fits. */
  insteadOf: z.nullable(z.object({ name: text(), minAge: z.nullable(integer()), maxAge: z.nullable(integer()) })),
})
export type NextSeason = z.infer<typeof NextSeason>

/** How a membership goes on by itself, for whoever may see it; the card is its holder's alone. */
export const RenewalPlan = z.object({
  /** Who pays. */
  payerId: Id,
  payerName: text(),
  /** Null for everybody but the payer. */
  card: z.nullable(z.object({ id: Id, label: text(), expires: text() })),
  /** The day on which it is charged (tried first); null while nothing ends. */
  chargeDate: z.nullable(LocalDate),
  /** What is charged for this person, as far as the next season is known. */
  amount: z.nullable(Money),
  /**
   * `waiting`: nothing is due. `announced`: the payer was told. `failing`: a charge failed and is tried again. `given_up`:
   * three tries failed, the term ends as any other. `paid`: the next season is bought. `closed_by_age`: the next season is for another
   * age than the person's, or their birth date is missing: the card renews nothing.
   */
  state: z.enum(['waiting', 'announced', 'failing', 'given_up', 'paid', 'closed_by_age']),
  /** Charges that failed. */
  tries: integer(),
  /** When the card is tried again. */
  nextTry: z.nullable(LocalDate),
  /** The order that the payer can pay with another card meanwhile. */
  orderToken: z.nullable(text()),
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
  /** Null where it does not renew by itself. */
  autoRenewCycle: z.nullable(z.literal('yearly')),
  savedCardIdentifier: z.nullable(text()),
  oldStatus: z.nullable(text()),
  newStatus: z.nullable(text()),
  /** What the client that created it called it; else that of its newest term. */
  referenceKey: z.nullable(text()),
  updateDate: Moment,
  overallStartDate: z.nullable(LocalDate),
  overallEndDate: z.nullable(LocalDate),
  readyForMembershipRenewal: z.boolean(),
  /** Whether to ask for the renewal: it is on sale, and what it follows was not paid within the last week. */
  asksForRenewal: z.boolean(),
  /** What it is renewed with, on sale or not; null where the club offers nothing that follows, or it is bought. */
  nextSeason: z.nullable(NextSeason),
  /** Null where it does not renew by itself. */
  renewal: z.nullable(RenewalPlan),
  memberships: z.array(Term),
  can: z.object({
    /** Buy `nextSeason`: it is on sale, no unpaid order holds it, and no card is about to pay it. */
    renew: z.boolean(),
  }),
})
export type Membership = z.infer<typeof Membership>

/**
 * A season's payment ("membership payment" in the specification), by the id of its line: what the order says, in the
 * specification's words. Nothing of it is ever believed when it comes in.
 */
export const MembershipPayment = z.object({
  id: Id,
  membershipHistoryId: Id,
  billingName: text(),
  /** Joined by commas. */
  billingAddress: text(),
  billingEmail: text(),
  billingPhone: text(),
  /** People on the order. */
  totalMembers: integer(),
  /** Amount and currency of the whole order, `1400 DKK`. */
  totalMembershipFee: text(),
  /** Empty until an order was made of it: consent is given there. */
  gdprAgreement: z.enum(['', 'Agreed']),
  paymentMethod: text(),
  paymentStatus: z.enum(['init_mem', 'paid', 'declined', 'refunded']),
  paySystem: z.literal('member_web'),
  /** Browser, kind of device and operating system; empty where no browser was there. */
  payInitDevice: text(),
  payCompDevice: text(),
  paymentType: text(),
  /** Of this line. */
  paymentTotal: Kroner,
  totalPaid: Kroner,
  paymentCreatedAt: Moment,
  paymentUpdatedAt: Moment,
  referenceKey: z.nullable(text()),
  paymentIdentifier: z.nullable(GatewayId),
  authorizationIdentifier: z.nullable(GatewayId),
  savedCardIdentifier: z.nullable(GatewayId),
  gatewayreason: z.nullable(text()),
  reason: z.nullable(text()),
  acquirer: z.nullable(text()),
})
export type MembershipPayment = z.infer<typeof MembershipPayment>

/** A card that its holder left with the gateway for renewals at one club. */
export const SavedCard = z.object({
  id: Id,
  orgId: Id,
  /** `4100 00XX XXXX 0000`. */
  label: text(),
  /** `YYYY-MM`. */
  expires: text(),
  savedAt: Moment,
  /** Whose memberships it renews. */
  renews: z.array(z.object({ membershipId: Id, memberName: text() })),
})
export type SavedCard = z.infer<typeof SavedCard>
