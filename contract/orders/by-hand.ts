import * as z from 'zod/mini'
import { ClientToken } from '../conversations/parts.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { chosenRows, requireSelection } from '../filters.ts'
import { Email } from '../email.ts'
import {
  Facts,
  Id,
  integer,
  ListCursor,
  LocalDate,
  Moment,
  Money,
  MOST_FOUND,
  OrderToken,
  Phone,
  requiredLine,
  singleLine,
  text,
  TrueOrFalse,
  WithReason,
} from '../values.ts'
import { Buyer, LineKind, OrderStatus, TakenBy } from './answers.ts'

/** The most that one line may cost by hand, in øre. */
export const MOST_BY_HAND = 10_000_000

export const MOST_OFFERS = 200

/** Days after the due day on which an invoice is reminded of. A week after the last one it expires. */
export const reminderDays = [7, 14, 21] as const
export const EXPIRES_AFTER_DAYS = 28

/** The latest due day, from today. */
export const MOST_DUE_DAYS = 366

export const HandMembership = z.object({
  id: Id,
  name: text(),
  startDate: LocalDate,
  endDate: LocalDate,
  /** Everybody sees prices. */
  price: z.nullable(Money),
  /** Today; an office may sell it all the same. */
  onSale: z.boolean(),
})
export type HandMembership = z.infer<typeof HandMembership>

export const HandEvent = z.object({
  id: Id,
  title: text(),
  startsAt: Moment,
  timeZone: text(),
  categories: z
    .array(
      z.object({
        category: text(),
        name: text(),
        price: z.nullable(Money),
        /** Null: no limit. */
        left: z.nullable(integer()),
      }),
    )
    .check(z.maxLength(200)),
})
export type HandEvent = z.infer<typeof HandEvent>

/** Everything that an office can add for somebody. */
export const HandOffers = z.object({
  memberships: z.array(HandMembership).check(z.maxLength(MOST_OFFERS)),
  events: z.array(HandEvent).check(z.maxLength(MOST_OFFERS)),
  /** Whether the club has written where an invoice is paid. */
  hasAccount: z.boolean(),
  today: LocalDate,
})

/** Somebody for whom an office may add something. */
export const FoundPerson = z.object({
  id: Id,
  name: text(),
  dateOfBirth: z.nullable(LocalDate),
  /** Null of somebody whose club it is not: their family is. */
  email: z.nullable(text()),
  phone: text(),
  /** Whose participant they are: that person gets the order. */
  of: z.nullable(text()),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** Somebody new, by name, who agreed that the club keeps this. */
export const NewPerson = z.object({
  firstName: requiredLine(80),
  lastName: requiredLine(80),
  dateOfBirth: z.nullable(LocalDate),
  email: z.nullable(Email),
  phone: Phone,
  consent: z.literal(true),
})
export type NewPerson = z.infer<typeof NewPerson>

export const duplicateReasons = ['name', 'email', 'phone'] as const

export const Duplicate = z.object({
  ...FoundPerson.shape,
  /** `name`: with the birth date, where both are known. */
  reasons: z.array(z.enum(duplicateReasons)).check(z.maxLength(3)),
})
export type Duplicate = z.infer<typeof Duplicate>

/** A season, or a place at an event, at the price by the rules or another one in øre, with VAT. */
const line = {
  membership: z.object({ membershipConfId: Id }),
  event: z.object({ eventId: Id, category: singleLine(60) }),
}
const Line = z.union([line.membership, line.event])
const PricedLine = z.union([
  z.extend(line.membership, { price: z.optional(integer(0, MOST_BY_HAND)) }),
  z.extend(line.event, { price: z.optional(integer(0, MOST_BY_HAND)) }),
])
export type LineByHand = z.infer<typeof PricedLine>

const MOST_LINES = 20

export const QuoteByHand = z.object({
  lines: z
    .array(
      z.object({
        kind: LineKind,
        title: text(),
        /** By the rules; null when it cannot be sold. */
        price: z.nullable(Money),
        /** Rules for buyers that the office overrules, as error codes: it has to say why. */
        overrules: z.array(text(60)).check(z.maxLength(20)),
        /** A card renews the membership, and does not pay for this season; the day of the charge that is announced, if one is. */
        supersedes: z.optional(z.object({ chargeDate: z.nullable(LocalDate) })),
        refusal: z.nullable(z.object({ code: text(), data: z.nullable(Facts) })),
      }),
    )
    .check(z.maxLength(MOST_LINES)),
})
export type QuoteByHand = z.infer<typeof QuoteByHand>

const taken = {
  method: TakenBy,
  /** The day on which the club got it. */
  receivedOn: LocalDate,
  /** The club's own words: a number of the bank's, a name. */
  reference: singleLine(100),
}

/** A payment that the club took itself. */
export const TakenPayment = z.object({ ...taken, by: text() })
export type TakenPayment = z.infer<typeof TakenPayment>

/** An order of an office's, for whoever makes it: also for those who may not see the club's money. */
export const OrderByHand = z.object({
  id: Id,
  number: text(),
  status: OrderStatus,
  buyer: Buyer,
  lines: z
    .array(z.object({ title: text(), memberName: text(), total: z.nullable(Money) }))
    .check(z.maxLength(MOST_LINES)),
  total: z.nullable(Money),
  taken: z.nullable(TakenPayment),
  dueOn: z.nullable(LocalDate),
  receiptNumber: z.nullable(text()),
})
export type OrderByHand = z.infer<typeof OrderByHand>

/** How it is paid: taken already, by an invoice, or not at all. */
export const PayByHand = z.discriminatedUnion('how', [
  z.object({ how: z.literal('taken'), ...taken }),
  z.object({ how: z.literal('invoice'), dueOn: LocalDate }),
  z.object({ how: z.literal('free') }),
])
export type PayByHand = z.infer<typeof PayByHand>

/** An invoice that is not paid. */
export const OwedOrder = z.object({
  id: Id,
  number: text(),
  memberId: Id,
  buyer: Buyer,
  what: text(),
  amount: Money,
  dueOn: LocalDate,
  /** Days since the due day; 0 or less: it is not over. */
  overdue: integer(),
  reminders: integer(0),
  remindedAt: z.nullable(Moment),
  /** The last day on which it can be paid. */
  expiresOn: LocalDate,
  createdAt: Moment,
  testMode: z.boolean(),
  /** A card payment of it is under way. */
  confirming: z.boolean(),
  /** It lapsed, and can be paid while what it held is free. */
  expired: z.boolean(),
})
export type OwedOrder = z.infer<typeof OwedOrder>

/** Words of the buyer's or a person's name, or of the order number. */
const owedQuery = { search: z.optional(singleLine(100)), overdue: z.optional(TrueOrFalse) }
export const owesQuery = owedQuery

export const OwesPage = z.object({
  orders: z.array(OwedOrder).check(z.maxLength(50)),
  total: integer(0),
  /** Of all that match, without tests. */
  sum: Money,
  overdue: Money,
  next: z.nullable(ListCursor),
})
export type OwesPage = z.infer<typeof OwesPage>

/** How many were reminded of, and how many were not: paid by now, or reminded of today. */
export const Reminded = z.object({
  reminded: integer(0),
  skipped: integer(0),
  /** Of more than go out at once: those of the next call. */
  left: z.optional(integer(1)),
})

/** A refund that the club has yet to make itself, of money that it took itself. */
export const RefundByHand = z.object({
  refundId: Id,
  orderId: Id,
  number: text(),
  buyer: Buyer,
  phone: text(),
  amount: Money,
  method: TakenBy,
  reference: text(),
  since: Moment,
  creditNoteNumber: z.nullable(text()),
})
export type RefundByHand = z.infer<typeof RefundByHand>

const ofClub = z.object({ orgId: Id })
const ofOrder = z.object({ orgId: Id, orderId: Id })
const path = `${orgApi}/org/{orgId}/office/by-hand`
const known = ['organisation_not_found'] as const
const sells = [
  ...known,
  'not_found',
  'configuration_not_found',
  'event_not_found',
  'category_not_found',
  'category_closed',
  'event_sold_out',
  'already_registered',
  'term_already_held',
] as const

export const byHand = {
  offers: endpoint({
    method: 'GET',
    path: `${path}/offers`,
    summary: 'Memberships and events that an office can add for somebody, on sale or not',
    params: ofClub,
    /** An event to add somebody to: among those offered if it is published, however many there are and however long it is over. */
    query: z.object({ eventId: z.optional(Id) }),
    output: HandOffers,
    errors: known,
  }),
  people: endpoint({
    method: 'GET',
    path: `${path}/people`,
    summary:
      'People of the club and of their families, by words of their names, address or phone, to add something for',
    params: ofClub,
    query: z.object({ search: z.optional(requiredLine(100)), memberId: z.optional(Id) }),
    output: z.array(FoundPerson).check(z.maxLength(MOST_FOUND)),
    errors: known,
  }),
  duplicates: endpoint({
    method: 'POST',
    path: `${path}/duplicates`,
    summary:
      'People of the club who may be the one that is typed: the same name, e-mail address or phone. Changes nothing',
    params: ofClub,
    body: z.object({
      firstName: singleLine(80),
      lastName: singleLine(80),
      dateOfBirth: z.nullable(LocalDate),
      email: singleLine(254),
      phone: singleLine(30),
    }),
    output: z.array(Duplicate).check(z.maxLength(10)),
    errors: known,
  }),
  addPerson: endpoint({
    method: 'POST',
    path: `${path}/person`,
    summary:
      "Enters somebody new in the club's register; refused once when the same name and birth date are in it. A repeated token answers with the same person",
    params: ofClub,
    body: z.object({
      ...NewPerson.shape,
      /** They are another person than the one who is there. */
      another: z.optional(z.boolean()),
      token: z.optional(ClientToken),
    }),
    output: FoundPerson,
    errors: [...known, 'person_known', 'email_of_stranger'],
  }),
  quote: endpoint({
    method: 'POST',
    path: `${path}/quote`,
    summary:
      'What lines cost somebody by the rules, which rules an office overrules with them, or why they cannot be sold',
    params: ofClub,
    body: z.object({
      memberId: Id,
      lines: z.array(Line).check(z.minLength(1), z.maxLength(MOST_LINES)),
    }),
    output: QuoteByHand,
    errors: [...known, 'not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path,
    summary:
      'Adds memberships or places at events for somebody by hand: paid to the club, to be paid by an invoice, or free. A repeated token answers with the same order',
    params: ofClub,
    body: z.object({
      token: OrderToken,
      memberId: Id,
      lines: z.array(PricedLine).check(z.minLength(1), z.maxLength(MOST_LINES)),
      pay: PayByHand,
      /** Why: needed for another price, and where rules are overruled. */
      reason: singleLine(300),
    }),
    output: OrderByHand,
    errors: [
      ...sells,
      'token_reused',
      'reason_needed',
      'received_day_wrong',
      'due_day_wrong',
      'bank_account_missing',
      'nothing_to_pay',
    ],
  }),
  record: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/order/{orderId}/payment`,
    summary:
      'Records that the club itself got the money of an invoice; refused with the first payment when it is paid already',
    params: ofOrder,
    body: z.object({ ...taken, amount: integer(1, MOST_BY_HAND * MOST_LINES) }),
    output: OrderByHand,
    errors: [
      ...known,
      'order_not_found',
      'order_paid_before',
      'payment_in_progress',
      'amount_mismatch',
      'received_day_wrong',
      'order_ended',
      'invoice_places_taken',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/order/{orderId}/cancel-invoice`,
    summary: 'Cancels an invoice that is not paid: what it held is free',
    params: ofOrder,
    body: WithReason,
    output: null,
    errors: [...known, 'order_not_found', 'order_paid_before', 'payment_in_progress'],
  }),
  owes: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/owes`,
    summary:
      'Invoices that are not paid, the longest overdue first, 50 at a time, with their sum. A search also finds those that lapsed within a year',
    params: ofClub,
    query: z.object({ ...owedQuery, after: z.optional(ListCursor) }),
    output: OwesPage,
    errors: known,
  }),
  remind: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/owes/remind`,
    summary: 'Reminds of invoices that are not paid, each at most once a day',
    params: ofClub,
    body: z.object({ ...chosenRows, ...owedQuery }).check(requireSelection()),
    output: Reminded,
    errors: known,
  }),
  refunds: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/refunds-by-hand`,
    summary: 'Refunds that the club has yet to make itself, of money that it took itself, the oldest first',
    params: ofClub,
    output: z.array(RefundByHand).check(z.maxLength(200)),
    errors: known,
  }),
  refunded: endpoint({
    method: 'POST',
    path: `${orgApi}/org/{orgId}/refund/{refundId}/refunded`,
    summary: 'Ticks off that the club has made a refund itself',
    params: z.object({ orgId: Id, refundId: Id }),
    output: null,
    errors: [...known, 'refund_not_found'],
  }),
}
