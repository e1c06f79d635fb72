import * as z from 'zod/mini'
import { Id, integer, LocalDate, Moment, Money, text } from './values.ts'

/** How many places there are and how many are left to buy; null: no limit. What others hold for a moment is not left. */
export const Places = z.object({ capacity: z.nullable(integer()), left: z.nullable(integer()) })
export type Places = z.infer<typeof Places>

/** Served with the event's id as long as its address has this version. */
export const Picture = z.object({ version: text(), width: integer(), height: integer(), alt: text() })
export type Picture = z.infer<typeof Picture>

/**
 * A membership that opens a gate or lowers a price for one person, as it is sold today: they can buy it, and nothing else stands in
 * their way.
 */
export const MembershipOffer = z.object({
  membershipConfId: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  name: text(),
  startDate: LocalDate,
  endDate: LocalDate,
  total: Money,
  /** The person's trial that ends when it is bought, and its last day then; nothing of it is given back. */
  endsTrial: z.nullable(z.object({ name: text(), lastDay: LocalDate })),
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
  'category_members_only',
  'category_age',
  'birth_date_missing',
] as const

/** Why somebody cannot register, with what the sentence needs. Each code is an error code, too. */
export const EligibilityRule = z.object({
  code: z.enum(eligibilityCodes),
  /** It opens then: the public date, or the first moment of sale. */
  from: z.optional(Moment),
  /** It closed then. */
  until: z.optional(Moment),
  minAge: z.optional(integer()),
  maxAge: z.optional(integer()),
  /** What the person holds already; `reserved`: an unpaid order of the caller's holds it. */
  entryId: z.optional(Id),
  reserved: z.optional(z.boolean()),
  /** Places left, fewer than asked for. */
  left: z.optional(integer()),
  /** The membership that opens the gate to this person; left out where none does, or something else stands in the way. */
  offer: z.optional(MembershipOffer),
})
export type EligibilityRule = z.infer<typeof EligibilityRule>

/** Which price counts. `member_in_basket`: a membership in the same order covers the event's first day. */
export const PriceKind = z.enum(['standard', 'member', 'member_in_basket'])
export type PriceKind = z.infer<typeof PriceKind>

const facts = {
  id: Id,
  orgId: Id,
  orgKey: text(),
  orgName: text(),
  title: text(),
  /** The club's own word for what it is: course, party, match. */
  kind: text(),
  /** Both are the club's wall clock in `timeZone`, an IANA name. */
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  place: text(),
  /** What a map is asked for; empty: nowhere on a map. */
  address: text(),
  /** Hue of covers without a picture, 0 to 359. */
  hue: integer(),
  picture: z.nullable(Picture),
}

/** What an entry of a list, a ticket and a calendar say of an event. */
export const EventFacts = z.object(facts)
export type EventFacts = z.infer<typeof EventFacts>

const summary = {
  ...facts,
  enabled: z.boolean(),
  /** Members only; with `guestsInvited` their guests too; neither: anyone. */
  forMembers: z.boolean(),
  guestsInvited: z.boolean(),
  /** Seen by everybody from then on. */
  publicDate: Moment,
  saleFrom: z.nullable(Moment),
  saleUntil: z.nullable(Moment),
  places: Places,
  /** The lowest price of any category, and the lowest for members where it is lower. */
  price: Money,
  memberPrice: z.nullable(Money),
  /** The prices of the categories differ; where only members may register, those for members. */
  priceVaries: z.boolean(),
  /** How many paid tickets the caller's family has; 0 for whoever is signed out. */
  tickets: integer(),
}

export const EventSummary = z.object(summary)
export type EventSummary = z.infer<typeof EventSummary>

export const EventCategory = z.object({
  id: Id,
  /** Its name on the wire, lower case. */
  category: text(),
  name: text(),
  price: Money,
  memberPrice: z.nullable(Money),
  /** Whole years on the event's first day, both included. */
  minAge: z.nullable(integer()),
  maxAge: z.nullable(integer()),
  membersOnly: z.boolean(),
  /** With what the event and the categories that share places with it leave. */
  places: Places,
})
export type EventCategory = z.infer<typeof EventCategory>

/** Somebody the caller may register, and what stands in the way in each category. */
export const EventPerson = z.object({
  memberId: Id,
  name: text(),
  isCaller: z.boolean(),
  /** What they have or hold here. `held`: an unpaid order holds it. */
  entries: z.array(z.object({ entryId: Id, category: text(), categoryName: text(), status: z.enum(['held', 'paid']) })),
  choices: z.array(
    z.object({
      category: text(),
      price: Money,
      priceKind: PriceKind,
      /** What it would cost as a member, when that is less, the place can be had, and the person can become one. */
      memberOffer: z.nullable(z.object({ price: Money, offer: MembershipOffer })),
      /** Empty: nothing stands in the way. */
      gates: z.array(EligibilityRule),
    }),
  ),
})
export type EventPerson = z.infer<typeof EventPerson>

export const EventDetail = z.object({
  ...summary,
  /** Markdown. */
  description: text(50_000),
  orgEmail: text(),
  /** May one person register more than once? */
  onePerPerson: z.boolean(),
  categories: z.array(EventCategory),
  /** What stands in everybody's way. */
  gates: z.array(EligibilityRule),
  /** Empty for whoever is signed out. */
  people: z.array(EventPerson),
})
export type EventDetail = z.infer<typeof EventDetail>

/** As the specification's clients read it. `init_eve`: not paid (yet). */
export const EventEntry = z.object({
  id: Id,
  email: text(),
  paymentStatus: z.enum(['init_eve', 'paid', 'declined', 'refunded']),
  eveId: Id,
  orgId: Id,
  memberId: Id,
  memberName: text(),
  category: text(),
  categoryName: text(),
  referenceKey: text(),
  createdAt: Moment,
})
export type EventEntry = z.infer<typeof EventEntry>
