import * as z from 'zod/mini'
import { ClubFace } from '../organisations/face.ts'
import { EligibilityRule, PriceKind } from '../events/answers.ts'
import { PriceParts } from '../organisations/organisations.ts'
import { DanishTexts } from '../local-text.ts'
import { Facts, Id, integer, LocalDate, Moment, Money, OrderToken, text } from '../values.ts'

export const OrderStatus = z.enum(['open', 'paid', 'declined', 'expired', 'cancelled', 'refunded'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const OrderOutcome = z.object({ status: OrderStatus })

/** The kinds of lines, in the order they are priced: earlier ones may change the price of later ones. */
export const lineKinds = ['membership', 'event'] as const
export const LineKind = z.enum(lineKinds)
export type LineKind = z.infer<typeof LineKind>

/** How a club takes money itself. */
export const takenBy = ['cash', 'bank_transfer', 'mobilepay'] as const
export const TakenBy = z.enum(takenBy)
export type TakenBy = z.infer<typeof TakenBy>

/** How a place that an office added was paid to the club, outside the portal. */
export const handMethods = ['free', ...takenBy] as const
export const HandMethod = z.enum(handMethods)

/** The caller's permissions for an unpaid order. */
export const OrderCan = z.object({ pay: z.boolean(), cancel: z.boolean() })

/** Whether the caller may refund something that was paid. */
export const CanRefund = z.object({ refund: z.boolean() })

/** `total` = `price` + `vat` + `surcharge` − `discount`. */
export const LineParts = z.extend(PriceParts, { discount: Money })
export type LineParts = z.infer<typeof LineParts>

export const OrderLine = z.object({
  id: Id,
  kind: LineKind,
  memberId: Id,
  memberName: text(),
  title: text(),
  danish: DanishTexts,
  startDate: z.nullable(LocalDate),
  endDate: z.nullable(LocalDate),
  parts: LineParts,
  /** The membership behind the line, once there is one. */
  membershipId: z.nullable(Id),
  termId: z.nullable(Id),
  /** The place at an event that the line is for. */
  event: z.nullable(
    z.object({
      eventId: Id,
      entryId: Id,
      category: text(),
      categoryName: text(),
      danish: DanishTexts,
      startsAt: Moment,
      timeZone: text(),
      priceKind: PriceKind,
    }),
  ),
  /** The amount refunded so far. */
  refunded: Money,
  /** It renews a membership; left out where the page does not say so. */
  renews: z.optional(z.boolean()),
  /** Name of the trial membership that ends because of it, without a refund. */
  replacesTrial: z.nullable(text()),
})
export type OrderLine = z.infer<typeof OrderLine>

/** A line of a selection: its price, or why it cannot be bought. */
export const QuotedLine = z.object({
  kind: LineKind,
  memberId: Id,
  memberName: text(),
  title: text(),
  danish: DanishTexts,
  parts: z.nullable(LineParts),
  priceKind: z.nullable(PriceKind),
  /** An error code with the values for its text; null when it can be bought. */
  refusal: z.nullable(z.object({ code: text(), gate: z.nullable(EligibilityRule), data: z.nullable(Facts) })),
})
export type QuotedLine = z.infer<typeof QuotedLine>

export const Quote = z.object({
  lines: z.array(QuotedLine),
  /** The coupon's outcome, once a line can be bought. `off`: the discount in all, 0 when it applies to no line. */
  coupon: z.nullable(
    z.object({
      code: text(),
      name: text(),
      danish: DanishTexts,
      off: Money,
      problem: z.nullable(z.enum(['coupon_not_valid', 'coupon_used_up', 'too_many_requests'])),
    }),
  ),
  /** Total of the lines that can be bought. */
  total: Money,
})
export type Quote = z.infer<typeof Quote>

export const Buyer = z.object({ name: text(), email: text() })

/** Why the last payment failed, with the gateway's codes. */
export const Decline = z.object({
  gatewayreason: z.nullable(text()),
  reason: z.nullable(text()),
  acquirer: z.nullable(text()),
})

export const RefundCause = z.enum([
  'differs',
  'paid_otherwise',
  'authorised_twice',
  'places_taken',
  'capture_refused',
  'lapsed',
  'test_over',
  'office',
])

/** `waiting`: until an earlier refund of the order is done. `failed`: until the office has looked. */
export const RefundStatus = z.enum(['waiting', 'requested', 'done', 'failed'])

/** Money of an order that went back to the buyer. `office`: a refund by the club's office. */
export const Refund = z.object({
  id: Id,
  amount: Money,
  cause: RefundCause,
  /** The refunded lines; empty for a payment that was never accepted for the order. */
  lineIds: z.array(Id),
  /** `void`: it was only authorised. `credit`: it was captured and is credited. Null until known. */
  method: z.nullable(z.enum(['void', 'credit'])),
  status: RefundStatus,
  doneAt: z.nullable(Moment),
  /** Of money that the club took itself, and refunds itself: when it has. Left out for a card. */
  byHand: z.optional(z.object({ returnedAt: z.nullable(Moment) })),
  /** Exists for captured money. */
  creditNoteNumber: z.nullable(text()),
})
export type Refund = z.infer<typeof Refund>

/** Whether to ask the payer for consent to renewals, because somebody else started the order. */
const AsksForRenewal = z.boolean()

/** Whether to ask the payer for consent to the processing of data, as an administrator made the order. */
const AsksForConsent = z.optional(z.boolean())

/** The last day to pay an invoice of the club's; null or left out: it is none. */
const DueOn = z.optional(z.nullable(LocalDate))

/** Visible to anyone with the token; the rest is for the buyer only. */
export const OrderState = z.object({
  status: OrderStatus,
  /** A payment is under way at the gateway and not settled yet. */
  confirming: z.boolean(),
  own: z.nullable(
    z.object({
      id: Id,
      number: text(),
      orgId: Id,
      orgKey: text(),
      orgName: text(),
      /** The organisation's contact address. */
      orgEmail: text(),
      testMode: z.boolean(),
      /** The buyer agreed to renewals with a saved card. */
      autoRenewal: z.boolean(),
      /** The lines that the card renews next season. */
      linesByCard: z.optional(z.array(Id)),
      asksForRenewal: AsksForRenewal,
      asksForConsent: AsksForConsent,
      /** An automatic renewal. */
      isRenewal: z.boolean(),
      dueOn: DueOn,
      total: Money,
      /** The code that was used. */
      coupon: z.nullable(text()),
      /** When the hold on places expires; null when nothing is held. */
      reservedUntil: z.nullable(Moment),
      createdAt: Moment,
      paidAt: z.nullable(Moment),
      lines: z.array(OrderLine),
      /** Names of people who become members of the club with this order. */
      joining: z.array(text()),
      decline: z.nullable(Decline),
      /** Money that went back to the buyer, oldest first. */
      givenBack: z.array(Refund),
      receiptNumber: z.nullable(text()),
      can: OrderCan,
    }),
  ),
})
export type OrderState = z.infer<typeof OrderState>

export const UnpaidOrder = z.object({
  token: OrderToken,
  id: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  testMode: z.boolean(),
  /** The buyer agreed to renewals with a saved card. */
  autoRenewal: z.boolean(),
  asksForRenewal: AsksForRenewal,
  asksForConsent: AsksForConsent,
  /** The name of the administrator who made it; null where none did. */
  begunBy: z.optional(z.nullable(text())),
  /** Started by somebody else, so another selection by the buyer does not replace it. */
  begunByOther: z.boolean(),
  /** An automatic renewal whose saved card did not pay. */
  isRenewal: z.boolean(),
  dueOn: DueOn,
  total: Money,
  /** When the hold on places expires; null while a payment is being confirmed. */
  reservedUntil: z.nullable(Moment),
  /** A payment is under way at the gateway and not settled yet. */
  confirming: z.boolean(),
  lines: z.array(OrderLine),
  can: OrderCan,
})
export type UnpaidOrder = z.infer<typeof UnpaidOrder>

/** A document's issuer, receiver and order. */
const parties = {
  number: text(),
  testMode: z.boolean(),
  issuedAt: Moment,
  orderNumber: text(),
  /** The coupon that was used. */
  coupon: z.nullable(text()),
  organisation: z.object({
    name: text(),
    key: text(),
    cvr: z.nullable(text()),
    address: text(),
    email: text(),
  }),
  /** The issuer's face today; what it was called then is above. */
  issuer: z.optional(z.object({ id: Id, hue: integer(), face: ClubFace })),
  billing: z.object({ name: text(), address: text(), email: text(), phone: text() }),
}
const Parties = z.object(parties)
export type Parties = z.infer<typeof Parties>

export const CreditNoteFacts = z.object({
  refundId: Id,
  number: text(),
  amount: Money,
  issuedAt: Moment,
})

export const Receipt = z.object({
  ...parties,
  lines: z.array(OrderLine),
  net: Money,
  vat: Money,
  total: Money,
  payment: z.object({
    provider: text(),
    paidAt: Moment,
    authorizationIdentifier: z.nullable(text()),
    /** Money that the club took itself: how, and on which day. */
    taken: z.optional(z.object({ method: TakenBy, receivedOn: LocalDate })),
  }),
  /** Its refunds, oldest first. */
  creditNotes: z.array(CreditNoteFacts),
})
export type Receipt = z.infer<typeof Receipt>

/** An order as a club's office sees it. */
export const ClubOrder = z.object({
  id: Id,
  number: text(),
  status: OrderStatus,
  buyer: Buyer,
  testMode: z.boolean(),
  total: Money,
  /** The amount paid to the club outside the portal for places that an office added, and whether the club has refunded it. */
  byHand: z.optional(z.nullable(z.object({ method: HandMethod, amount: Money, paidBack: z.boolean() }))),
  /** The payment that the club took itself; left out where there is none. */
  taken: z.optional(z.object({ method: TakenBy, receivedOn: LocalDate, reference: text(), by: text() })),
  /** The last day to pay, of an invoice. */
  dueOn: z.optional(LocalDate),
  /** The sum of refunds that the club has yet to make itself, of money that it took itself. */
  refundByHand: z.optional(Money),
  createdAt: Moment,
  paidAt: z.nullable(Moment),
  receiptNumber: z.nullable(text()),
  lines: z.array(OrderLine),
  /** Lines that were refunded, or cancelled when they were free. */
  endedLines: z.array(Id),
  givenBack: z.array(Refund),
  /** A refund starts within a minute, unless it is stopped. */
  refundDelayed: z.boolean(),
  can: CanRefund,
})
export type ClubOrder = z.infer<typeof ClubOrder>
