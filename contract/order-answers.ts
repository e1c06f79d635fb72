import * as z from 'zod/mini'
import { EligibilityRule, PriceKind } from './event-answers.ts'
import { PriceParts } from './organisations.ts'
import { Id, LocalDate, Moment, Money, OrderToken, text } from './values.ts'

export const OrderStatus = z.enum(['open', 'paid', 'declined', 'expired', 'cancelled', 'refunded'])
export type OrderStatus = z.infer<typeof OrderStatus>

/** What can be bought; what was priced before may change the price of what stands after it. */
export const lineKinds = ['membership', 'event'] as const
export const LineKind = z.enum(lineKinds)
export type LineKind = z.infer<typeof LineKind>

/** `total` = `price` + `vat` + `surcharge` − `discount`. */
export const LineParts = z.extend(PriceParts, { discount: Money })
export type LineParts = z.infer<typeof LineParts>

export const OrderLine = z.object({
  id: Id,
  kind: LineKind,
  memberId: Id,
  memberName: text(),
  title: text(),
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
      startsAt: Moment,
      timeZone: text(),
      priceKind: PriceKind,
    }),
  ),
  /** What of it was given back so far. */
  refunded: Money,
  /** The trial membership that ends because of it, as it is called; nothing of that is given back. */
  replacesTrial: z.nullable(text()),
})
export type OrderLine = z.infer<typeof OrderLine>

/** One line of a selection, in its order: what it costs, or why it cannot be bought. */
export const QuotedLine = z.object({
  kind: LineKind,
  memberId: Id,
  memberName: text(),
  title: text(),
  parts: z.nullable(LineParts),
  priceKind: z.nullable(PriceKind),
  /** An error code with what its sentence needs; null: it can be bought. */
  refusal: z.nullable(
    z.object({ code: text(), gate: z.nullable(EligibilityRule), data: z.nullable(z.record(text(40), z.unknown())) }),
  ),
})
export type QuotedLine = z.infer<typeof QuotedLine>

export const Quote = z.object({
  lines: z.array(QuotedLine),
  /** What became of the code, once a line can be bought; `off`: what it takes off in all, 0 when it is for none of the lines. */
  coupon: z.nullable(
    z.object({
      code: text(),
      name: text(),
      off: Money,
      problem: z.nullable(z.enum(['coupon_not_valid', 'coupon_used_up', 'too_many_requests'])),
    }),
  ),
  /** Of the lines that can be bought. */
  total: Money,
})
export type Quote = z.infer<typeof Quote>

/** Why the last attempt did not pay; codes as the gateway gives them. */
export const Decline = z.object({
  gatewayreason: z.nullable(text()),
  reason: z.nullable(text()),
  acquirer: z.nullable(text()),
})

/** Money of an order that the club did not keep; `office`: its office gave back what had been bought. */
export const GivenBack = z.object({
  id: Id,
  amount: Money,
  cause: z.enum([
    'differs',
    'paid_otherwise',
    'authorised_twice',
    'places_taken',
    'capture_refused',
    'lapsed',
    'test_over',
    'office',
  ]),
  /** The lines that were given back; empty where a payment never became the order's. */
  lineIds: z.array(Id),
  /** `void`: it was only reserved on the card. `credit`: it was taken and is paid back. Null until it is known. */
  method: z.nullable(z.enum(['void', 'credit'])),
  status: z.enum(['requested', 'done', 'failed']),
  doneAt: z.nullable(Moment),
  /** There is one for money that had been taken. */
  creditNoteNumber: z.nullable(text()),
})
export type GivenBack = z.infer<typeof GivenBack>

/** Somebody else began it, so whoever pays it is asked whether their card is kept and renews the memberships in it. */
const AsksForRenewal = z.boolean()

/** What anyone learns with the token; the rest is there for the buyer only. */
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
      /** Where the organisation's office is asked. */
      orgEmail: text(),
      testMode: z.boolean(),
      /** The buyer agreed to a card that is kept for renewals. */
      autoRenewal: z.boolean(),
      asksForRenewal: AsksForRenewal,
      /** Made by the portal to renew what ends soon. */
      isRenewal: z.boolean(),
      total: Money,
      /** The code that was used. */
      coupon: z.nullable(text()),
      /** Until then the places are held; null when nothing is held. */
      reservedUntil: z.nullable(Moment),
      createdAt: Moment,
      paidAt: z.nullable(Moment),
      lines: z.array(OrderLine),
      /** Names of those whom it makes members of the club; whoever renews is one already. */
      joining: z.array(text()),
      decline: z.nullable(Decline),
      /** Payments that the club did not keep, oldest first. */
      givenBack: z.array(GivenBack),
      receiptNumber: z.nullable(text()),
      can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
    }),
  ),
})
export type OrderState = z.infer<typeof OrderState>

/** An order that its buyer began and has not paid. */
export const UnpaidOrder = z.object({
  token: OrderToken,
  id: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  testMode: z.boolean(),
  /** The buyer agreed to a card that is kept for renewals. */
  autoRenewal: z.boolean(),
  asksForRenewal: AsksForRenewal,
  /** Somebody else began it: no other choice of the buyer's takes its place. */
  begunByOther: z.boolean(),
  /** Made by the portal to renew what ends soon: the card that was kept did not pay it. */
  isRenewal: z.boolean(),
  total: Money,
  /** Until then the places are held; null while a payment is being confirmed. */
  reservedUntil: z.nullable(Moment),
  /** A payment is under way at the gateway and not settled yet. */
  confirming: z.boolean(),
  lines: z.array(OrderLine),
  can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
})
export type UnpaidOrder = z.infer<typeof UnpaidOrder>

/** Who a document is from and to, and which order it is about. */
const parties = {
  number: text(),
  testMode: z.boolean(),
  issuedAt: Moment,
  orderNumber: text(),
  /** The code that took something off. */
  coupon: z.nullable(text()),
  organisation: z.object({
    name: text(),
    key: text(),
    cvr: z.nullable(text()),
    address: text(),
    email: text(),
  }),
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
  payment: z.object({ provider: text(), paidAt: Moment, authorizationIdentifier: z.nullable(text()) }),
  /** What was given back of it, oldest first. */
  creditNotes: z.array(CreditNoteFacts),
})
export type Receipt = z.infer<typeof Receipt>

/** An order as a club's office sees it. */
export const ClubOrder = z.object({
  id: Id,
  number: text(),
  status: OrderStatus,
  buyer: z.object({ name: text(), email: text() }),
  testMode: z.boolean(),
  total: Money,
  createdAt: Moment,
  paidAt: z.nullable(Moment),
  receiptNumber: z.nullable(text()),
  lines: z.array(OrderLine),
  /** Lines that bought nothing in the end: given back, or cancelled where they cost nothing. */
  endedLines: z.array(Id),
  givenBack: z.array(GivenBack),
  can: z.object({ refund: z.boolean() }),
})
export type ClubOrder = z.infer<typeof ClubOrder>
