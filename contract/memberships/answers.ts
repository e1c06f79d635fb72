import * as z from 'zod/mini'
import { PriceParts, SaleState } from '../organisations/organisations.ts'
import { DanishTexts } from '../local-text.ts'
import { GatewayId, Id, integer, Kroner, LocalDate, Moment, Money, text } from '../values.ts'

/** Computed from terms, payments and the date; never stored. */
export const MembershipStatus = z.enum(['inactive', 'active', 'grace', 'expired', 'cancelled'])
export type MembershipStatus = z.infer<typeof MembershipStatus>

/** A season that a club has sold. */
export const SoldSeason = z.object({ id: Id, name: text(), startDate: LocalDate, endDate: LocalDate })

/** How a season was paid, as far as the caller may know. */
export const TermPayment = z.object({
  total: Money,
  /** The amount refunded so far. */
  refunded: Money,
  /** Whether the caller paid. */
  own: z.boolean(),
  /** Null when the caller may not know them. */
  payerName: z.nullable(text()),
  /** The club was in test mode, so no money was taken. */
  testMode: z.boolean(),
})
export type TermPayment = z.infer<typeof TermPayment>

/** A bought season ("history" in the specification). */
export const Term = z.object({
  id: Id,
  membershipId: Id,
  memberId: Id,
  membershipConfId: Id,
  configurationName: text(),
  danish: DanishTexts,
  /** The first of its two years. */
  membershipFor: integer(),
  startDate: LocalDate,
  endDate: LocalDate,
  enabled: z.boolean(),
  gdprAgreement: z.boolean(),
  /** A trial that ended early, without a refund, because a full membership replaced it. */
  gaveWay: z.nullable(z.object({ to: text(), danish: DanishTexts, plannedEndDate: LocalDate })),
  status: text(),
  statusChangeDate: Moment,
  /** The client's name for the purchase; otherwise the order's number, for the payer. */
  referenceKey: z.nullable(text()),
  wpEntryId: z.null(),
  wpFormId: z.null(),
  /** Whether a receipt exists for the order that bought it. */
  hasReceipt: z.boolean(),
  /** Null until it is paid. */
  payment: z.nullable(TermPayment),
})
export type Term = z.infer<typeof Term>

/** The season on offer that follows the last paid one of the same kind. */
export const NextSeason = z.object({
  membershipConfId: Id,
  name: text(),
  danish: DanishTexts,
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  sale: SaleState,
  parts: PriceParts,
  /** They become a member with it: so far they only had a trial. Otherwise it renews. */
  joins: z.boolean(),
  /** The only following season is for another age. The suggested one fits. */
  insteadOf: z.nullable(
    z.object({ name: text(), danish: DanishTexts, minAge: z.nullable(integer()), maxAge: z.nullable(integer()) }),
  ),
})
export type NextSeason = z.infer<typeof NextSeason>

/** A membership's automatic renewal. Only the payer sees the card. */
export const RenewalPlan = z.object({
  payerId: Id,
  payerName: text(),
  /** Null for everybody but the payer. */
  card: z.nullable(z.object({ id: Id, label: text(), expires: text() })),
  /** The card expires before the day of the charge. */
  cardExpires: z.boolean(),
  /** The day of the first charge; null where none is known: it is closed by age, renewed by hand, or waits for the next season to go on sale. */
  chargeDate: z.nullable(LocalDate),
  /** The card does not renew the next season: it has renewed one of that year, or the payer cancelled the order. */
  byHand: z.boolean(),
  /** The charge for this person, if the next season is known. */
  amount: z.nullable(Money),
  /**
   * `waiting`: nothing is due. `announced`: the payer was notified. `failing`: a charge failed and will be retried. `given_up`: three
   * attempts failed, so the term ends. `paid`: the next season is bought. `closed_by_age`: the next season is for another age, or the
   * birth date is missing, so there is no renewal.
   */
  state: z.enum(['waiting', 'announced', 'failing', 'given_up', 'paid', 'closed_by_age']),
  /** Failed charges. */
  tries: integer(),
  /** When the card is charged again. */
  nextTry: z.nullable(LocalDate),
  /** The order, which the payer can pay with another card meanwhile. */
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
  /** The last day of this status: the end of the term or of the grace period. */
  statusUntil: z.nullable(LocalDate),
  /** The term that it is named by: its status, name, price and end. Null where nothing was paid. */
  mainTermId: z.nullable(Id),
  /** Other terms of it that run today: optional extras, or a trial. */
  besideTermIds: z.array(Id),
  autoRenewal: z.boolean(),
  /** Null where it does not renew by itself. */
  autoRenewCycle: z.nullable(z.literal('yearly')),
  savedCardIdentifier: z.nullable(text()),
  oldStatus: z.nullable(text()),
  newStatus: z.nullable(text()),
  /** The client's name for it; otherwise that of its newest term. */
  referenceKey: z.nullable(text()),
  updateDate: Moment,
  overallStartDate: z.nullable(LocalDate),
  overallEndDate: z.nullable(LocalDate),
  /** The last day of the last season paid for, whatever extras and trials run beside it. */
  paidUntil: z.nullable(LocalDate),
  readyForMembershipRenewal: z.boolean(),
  /**
   * Whether to suggest the renewal: the club sells it now, the previous season was not paid within the last week, and the person does
   * not leave.
   */
  asksForRenewal: z.boolean(),
  /** The caller does not want to be asked about it now, or it is nothing to ask about: the person has left, or the club sells nothing. */
  dismissed: z.boolean(),
  /** The season that renews it, on sale or not; null when there is none or it is already bought. */
  nextSeason: z.nullable(NextSeason),
  /** Null where it does not renew by itself. */
  renewal: z.nullable(RenewalPlan),
  /** When and why automatic renewal ended without anybody switching it off, until it is switched on again. */
  renewalEnded: z.nullable(
    z.object({ at: Moment, because: z.enum(['declined', 'expired', 'not_renewed', 'not_renewable']) }),
  ),
  memberships: z.array(Term),
  can: z.object({
    /** Buy `nextSeason`: it is on sale, no unpaid order holds it, and no card is going to renew it. */
    renew: z.boolean(),
    /** A saved card can renew it: it is neither a trial nor an optional extra. */
    renewAutomatically: z.boolean(),
  }),
})
export type Membership = z.infer<typeof Membership>

/**
 * A season's payment ("membership payment" in the specification), by the id of its line: the order's data under the specification's names.
 * It is never trusted as input.
 */
export const MembershipPayment = z.object({
  id: Id,
  membershipHistoryId: Id,
  billingName: text(),
  /** Comma-separated. */
  billingAddress: text(),
  billingEmail: text(),
  billingPhone: text(),
  /** People on the order. */
  totalMembers: integer(),
  /** Amount and currency of the whole order, `1400 DKK`. */
  totalMembershipFee: text(),
  /** Empty until there is an order, where consent is given. */
  gdprAgreement: z.enum(['', 'Agreed']),
  paymentMethod: text(),
  paymentStatus: z.enum(['init_mem', 'paid', 'declined', 'refunded']),
  paySystem: z.literal('member_web'),
  /** Browser, kind of device and operating system; empty when no browser was involved. */
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

/** A card saved at the gateway for renewals at one club. */
export const SavedCard = z.object({
  id: Id,
  orgId: Id,
  /** `4100 00XX XXXX 0000`. */
  label: text(),
  /** `YYYY-MM`. */
  expires: text(),
  savedAt: Moment,
  renews: z.array(z.object({ membershipId: Id, memberName: text() })),
})
export type SavedCard = z.infer<typeof SavedCard>
