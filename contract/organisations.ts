import * as z from 'zod/mini'
import { endpoint, orgApi } from './endpoint.ts'
import {
  Id,
  Ids,
  integer,
  integerInQuery,
  Kroner,
  LocalDate,
  Money,
  OrgKey,
  Percent,
  singleLine,
  text,
} from './values.ts'

export const Organisation = z.object({
  id: Id,
  key: text(),
  name: text(),
  /** In the reader's language. */
  description: text(),
  city: text(),
  /** Hue (0 to 359) of the club's colour on covers. */
  hue: integer(),
  enabled: z.boolean(),
  paymentProviderId: z.nullable(Id),
  paymentProvider: z.nullable(text()),
  events: integer(),
  eventsForMembers: integer(),
  eventsForGuests: integer(),
  readyForMembershipRenewal: z.boolean(),
  /** Always null: the gateway's key stays on the server. */
  paymentAuthToken: z.null(),
  paymentTestMode: z.boolean(),
})
export type Organisation = z.infer<typeof Organisation>

/** A club as anyone may read of it, signed in or not. */
export const DirectoryEntry = z.object({
  id: Id,
  key: text(),
  name: text(),
  /** In the reader's language. */
  description: text(),
  city: text(),
  hue: integer(),
  /** Public events to come. */
  events: integer(),
  /** The lowest price of a membership that is on sale; null when none is. */
  membershipFrom: z.nullable(Money),
  /** Payments are tests only. */
  testMode: z.boolean(),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

/** What one price consists of, in minor units: `total` = `price` + `vat` + `surcharge`. */
export const PriceParts = z.object({
  price: Money,
  vatRate: Percent,
  vat: Money,
  surcharge: Money,
  total: Money,
})
export type PriceParts = z.infer<typeof PriceParts>

export const SaleState = z.enum(['on_sale', 'not_yet', 'ended'])

/** Whole years on its first day, both included; null: no limit. */
const ages = { minAge: z.nullable(integer()), maxAge: z.nullable(integer()) }

export const MembershipConfiguration = z.object({
  id: Id,
  orgId: Id,
  name: text(),
  membershipPrice: Kroner,
  vatRate: Percent,
  membershipSurcharge: Kroner,
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  /** What is shown is what is charged. */
  parts: PriceParts,
  sale: SaleState,
  /** May be held beside another membership of the same club and days. */
  combinable: z.boolean(),
  ...ages,
  /** It gives way to a full membership, which ends it. */
  isTrial: z.boolean(),
  /** It supports the club without taking part. */
  isPassive: z.boolean(),
  /**
   * Of the people asked for, those to whom it is not offered, and why. `held`: they have it, or another of these days, paid.
   * `reserved`: somebody else's order holds it, or one whose payment is on its way. `unpaid`: the caller's own order holds it
   * and waits to be paid; a new order for the person takes its place. The days are those of what stands in the way. The other
   * reasons are about their age on its first day; with `birth_date_missing` it can be bought once that is known.
   */
  closedFor: z.array(
    z.object({
      memberId: Id,
      reason: z.enum(['held', 'reserved', 'unpaid', 'too_young', 'too_old', 'birth_date_missing']),
      /** What stands in the way; where that is their age, the season itself. */
      membershipConfId: Id,
      startDate: LocalDate,
      endDate: LocalDate,
    }),
  ),
  /** Of the people asked for, those whose trial ends when it is bought: nothing of it is given back. */
  endsTrial: z.array(z.object({ memberId: Id, name: text(), endDate: LocalDate, lastDay: LocalDate })),
  /** Of the people asked for, those to whom the club would propose it before all others. */
  proposedFor: z.array(Id),
})
export type MembershipConfiguration = z.infer<typeof MembershipConfiguration>

export const PaymentConfiguration = z.object({
  provider: text(),
  /** A handle bound to the caller and the organisation for 15 minutes, not the gateway's key. */
  clientSecret: text(),
  testMode: z.boolean(),
  currencySymbol: text(),
})

/** What a club's own page says to anyone. The contact address stays on the server: questions come through the portal. */
export const ClubProfile = z.object({
  ...DirectoryEntry.shape,
  address: text(),
  website: z.nullable(text()),
  cvr: z.nullable(text()),
  /** On sale now or announced, what can be bought first. */
  memberships: z.array(
    z.object({
      id: Id,
      name: text(),
      startDate: LocalDate,
      endDate: LocalDate,
      offerStartDate: LocalDate,
      ...ages,
      parts: PriceParts,
      sale: SaleState,
    }),
  ),
})
export type ClubProfile = z.infer<typeof ClubProfile>

const Search = z.optional(singleLine(100))
/** The last club of the page before. */
const After = z.optional(Id)

/** An installation with so many clubs, or fewer, shows each of them to everybody. */
export const FEW_CLUBS = 12

export const organisations = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/list`,
    summary: 'Open organisations by name; all of them where there are no more than a thousand, else page by page',
    query: z.object({
      search: Search,
      /** Those with these ids, or this key, alone. */
      ids: z.optional(Ids),
      key: z.optional(OrgKey),
      after: After,
      limit: z.optional(integerInQuery(1, 1000)),
    }),
    /** At most 1,000; so many when no `limit` is given. */
    output: z.array(Organisation).check(z.maxLength(1000)),
    errors: [],
  }),
  mine: endpoint({
    method: 'GET',
    path: `${orgApi}/org/mine/list`,
    summary: `Where the caller's family holds or held a membership or has an unpaid order, by name; where there are no more than ${FEW_CLUBS} organisations, all others after them`,
    output: z.array(Organisation).check(z.maxLength(100)),
    errors: [],
  }),
  directory: endpoint({
    method: 'GET',
    path: `${orgApi}/public/org/list`,
    summary: 'Open organisations for anyone, by name; those whose name is searched for first',
    query: z.object({ search: Search, after: After, limit: z.optional(integerInQuery(1, 100)) }),
    /** At most 100; 24 when no `limit` is given. */
    output: z.array(DirectoryEntry).check(z.maxLength(100)),
    revalidated: true,
    errors: [],
  }),
  profile: endpoint({
    method: 'GET',
    path: `${orgApi}/public/org/{id}/item`,
    summary: "What an organisation's own page says to anyone",
    params: z.object({ id: Id }),
    output: ClubProfile,
    revalidated: true,
    errors: ['organisation_not_found'],
  }),
  membershipConfigurations: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{id}/config/membership/list`,
    summary: 'The membership configurations of an organisation, what is on sale first, and for whom they are closed',
    params: z.object({ id: Id }),
    /** Whoever the caller may not buy for is left out of the answer. */
    query: z.object({ memberIds: z.optional(Ids) }),
    output: z.array(MembershipConfiguration).check(z.maxLength(1000)),
    errors: ['organisation_not_found'],
  }),
  configurationsOfMine: endpoint({
    method: 'GET',
    path: `${orgApi}/org/mine/config/membership/list`,
    summary: 'The same of every organisation in the list of mine, and of others that are named, in one answer',
    query: z.object({ memberIds: z.optional(Ids), orgIds: z.optional(Ids) }),
    output: z.array(MembershipConfiguration).check(z.maxLength(1000)),
    errors: [],
  }),
  activePaymentConfiguration: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{id}/config/payment/{provider}/active`,
    summary: 'The payment configuration in force, with a handle in place of the key',
    params: z.object({ id: Id, provider: text(40).check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
    output: PaymentConfiguration,
    errors: ['organisation_not_found', 'payment_not_configured', 'impersonator_refused'],
  }),
  paymentConfiguration: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/config/payment/item/{paymentProviderId}`,
    summary: 'One payment configuration, with a handle in place of the key',
    params: z.object({ orgId: Id, paymentProviderId: Id }),
    output: PaymentConfiguration,
    errors: ['organisation_not_found', 'payment_not_configured', 'impersonator_refused'],
  }),
}
