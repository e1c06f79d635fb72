import * as z from 'zod/mini'
import { ClubFace } from '../organisations/face.ts'
import { answerOf, phone } from '../fields.ts'
import { DanishTexts } from '../local-text.ts'
import { Id, integer, LocalDate, Moment, Money, text } from '../values.ts'

/** Places in all and left to buy, without those that others hold; null for no limit. */
export const Places = z.object({ capacity: z.nullable(integer()), left: z.nullable(integer()) })
export type Places = z.infer<typeof Places>

/** The picture's version, which is part of its URL. */
export const Picture = z.object({
  version: text(),
  width: integer(),
  height: integer(),
  alt: text(),
  /** The centre of a crop, in per cent from the left and from the top, where the club chose it. */
  focal: z.optional(z.object({ x: integer(0, 100), y: integer(0, 100) })),
})
export type Picture = z.infer<typeof Picture>

/**
 * A membership on sale that would make a person eligible or lower their price. They can buy it, and nothing else prevents the
 * registration.
 */
export const MembershipOffer = z.object({
  membershipConfId: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  name: text(),
  danish: DanishTexts,
  startDate: LocalDate,
  endDate: LocalDate,
  total: Money,
  /** The trial that ends when it is bought, without a refund, and its new last day. */
  endsTrial: z.nullable(z.object({ name: text(), danish: DanishTexts, lastDay: LocalDate })),
})
export type MembershipOffer = z.infer<typeof MembershipOffer>

export const eligibilityCodes = [
  'event_not_public',
  'event_over',
  'event_members_only',
  'event_sale_not_started',
  'event_sale_ended',
  'event_sold_out',
  'already_registered',
  'category_closed',
  'category_members_only',
  'category_age',
  'birth_date_missing',
  'club_paused',
] as const

/** Why somebody cannot register, with the values for its text. Each code is also an error code. */
export const EligibilityRule = z.object({
  code: z.enum(eligibilityCodes),
  /** When registration opens: the public date or the start of sales. */
  from: z.optional(Moment),
  /** When registration closed. */
  until: z.optional(Moment),
  minAge: z.optional(integer()),
  maxAge: z.optional(integer()),
  /** The person's existing entry. `reserved`: held by an unpaid order of the caller's. */
  entryId: z.optional(Id),
  reserved: z.optional(z.boolean()),
  /** Places left, fewer than asked for. */
  left: z.optional(integer()),
  /** A membership that would make the person eligible; left out when none would, or when something else prevents it. */
  offer: z.optional(MembershipOffer),
})
export type EligibilityRule = z.infer<typeof EligibilityRule>

/** Which price applies. `member_in_basket`: a membership in the same order covers the event's first day. */
export const PriceKind = z.enum(['standard', 'member', 'member_in_basket'])
export type PriceKind = z.infer<typeof PriceKind>

const facts = {
  id: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  title: text(),
  danish: DanishTexts,
  /** The club's name for the kind of event: course, party, match. */
  kind: text(),
  /** Both are local times in `timeZone`, an IANA name. */
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  place: text(),
  /** The search text for a map; empty for none. */
  address: text(),
  /** Hue of covers without a picture, 0 to 359; `orgFace` has the colour. */
  hue: integer(),
  orgFace: z.optional(ClubFace),
  picture: z.nullable(Picture),
}

/** An event in lists, tickets and calendars. */
export const EventFacts = z.object(facts)
export type EventFacts = z.infer<typeof EventFacts>

/** Details of the error `event_called_off`. */
export const CancelledEvent = z.object({
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  title: text(),
  danish: DanishTexts,
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  /** The club's message to its guests. */
  text: text(5000),
})
export type CancelledEvent = z.infer<typeof CancelledEvent>

const summary = {
  ...facts,
  enabled: z.boolean(),
  /** Members only, or with `guestsInvited` also their guests. Neither: anyone. */
  forMembers: z.boolean(),
  guestsInvited: z.boolean(),
  /** When it becomes visible to everybody. */
  publicDate: Moment,
  saleFrom: z.nullable(Moment),
  saleUntil: z.nullable(Moment),
  places: Places,
  /** The lowest price of what is for everybody and not sold out, and the lowest for members if that is lower. */
  price: Money,
  memberPrice: z.nullable(Money),
  /** The highest of the prices that vary, and the highest for members. */
  priceTo: z.optional(Money),
  memberPriceTo: z.optional(Money),
  /** Whether the caller pays the member price: a paid membership of the club, or its grace period, covers the first day. */
  paysAsMember: z.boolean(),
  /** Whether these prices differ; for members-only events, the member prices. */
  priceVaries: z.boolean(),
  /** Paid tickets of the caller's family. */
  tickets: integer(),
  /** How many other dates of its series anybody may see and are not over; left out for none. */
  otherDates: z.optional(integer(1)),
}

export const EventSummary = z.object(summary)
export type EventSummary = z.infer<typeof EventSummary>

export const EventCategory = z.object({
  id: Id,
  /** Key of the category, lower case. */
  category: text(),
  name: text(),
  danish: DanishTexts,
  price: Money,
  memberPrice: z.nullable(Money),
  /** An earlier price that counts now: both prices above are its own. */
  phase: z.optional(
    z.nullable(
      z.object({
        name: text(),
        danish: DanishTexts,
        /** Its end, by time or by places; one of them is set, or both. */
        until: z.nullable(Moment),
        left: z.nullable(integer()),
        /** Of the next early price, or the category's own. */
        laterPrice: Money,
        laterMemberPrice: z.nullable(Money),
      }),
    ),
  ),
  /** Age in years on the event's first day, both limits included. */
  minAge: z.nullable(integer()),
  maxAge: z.nullable(integer()),
  membersOnly: z.boolean(),
  /** Limited also by the event and by categories in the same pool. */
  places: Places,
})
export type EventCategory = z.infer<typeof EventCategory>

/** Somebody the caller may register, with what prevents it in each category. */
export const EventPerson = z.object({
  memberId: Id,
  name: text(),
  isCaller: z.boolean(),
  /** Their tickets for this event. `held`: held by an unpaid order. */
  entries: z.array(
    z.object({
      entryId: Id,
      category: text(),
      categoryName: text(),
      danish: DanishTexts,
      status: z.enum(['held', 'paid']),
    }),
  ),
  choices: z.array(
    z.object({
      category: text(),
      price: Money,
      priceKind: PriceKind,
      /** The member price, when it is lower and the person could become a member and register. */
      memberOffer: z.nullable(z.object({ price: Money, offer: MembershipOffer })),
      /** Empty when the person can register. */
      gates: z.array(EligibilityRule),
    }),
  ),
})
export type EventPerson = z.infer<typeof EventPerson>

/** Fields of an event that only its page shows, to members, as the office wrote them. */
export const eventPageFields = { contactPhone: phone({ panel: 'what' }) }

export const EventDetail = z.object({
  ...summary,
  /** Markdown. */
  description: text(50_000),
  orgEmail: text(),
  ...answerOf(eventPageFields),
  /** Until when a paid place can be cancelled and is refunded; null for not at all. */
  refundUntil: z.optional(z.nullable(Moment)),
  /** It has questions, which are read by a call of their own. */
  asks: z.optional(z.boolean()),
  /** Whether one person may register more than once. */
  onePerPerson: z.boolean(),
  categories: z.array(EventCategory),
  /** Reasons why nobody can register. */
  gates: z.array(EligibilityRule),
  people: z.array(EventPerson),
})
export type EventDetail = z.infer<typeof EventDetail>

/** The status for the specification's clients. `init_eve`: not paid (yet). */
export const EntryPaymentStatus = z.enum(['init_eve', 'paid', 'declined', 'refunded'])

export const EventEntry = z.object({
  id: Id,
  email: text(),
  paymentStatus: EntryPaymentStatus,
  eveId: Id,
  orgId: Id,
  memberId: Id,
  memberName: text(),
  category: text(),
  categoryName: text(),
  danish: DanishTexts,
  /** The client's own name for the purchase, or the order's number; empty for others than the buyer. */
  referenceKey: text(),
  /** The registration's id at the client that paid. */
  eveEntryId: z.nullable(text()),
  createdAt: Moment,
})
export type EventEntry = z.infer<typeof EventEntry>
