import * as z from 'zod/mini'
import { ClubFace } from './face.ts'
import { picturePath } from './picture.ts'
import { TextVersions } from './texts.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { DanishTexts } from '../local-text.ts'
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
} from '../values.ts'

export const Organisation = z.object({
  id: Id,
  key: text(),
  name: text(),
  /** In the reader's language. */
  description: text(),
  danish: DanishTexts,
  city: text(),
  /** Hue (0 to 359) of the club's colour on covers; `face` has the colour. */
  hue: integer(),
  face: z.optional(ClubFace),
  /** The texts to which a buyer agrees. */
  texts: z.optional(TextVersions),
  enabled: z.boolean(),
  /** It sells nothing for now; left out while it sells. */
  isPaused: z.optional(z.literal(true)),
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

/** A club's public data. */
export const DirectoryEntry = z.object({
  id: Id,
  key: text(),
  name: text(),
  /** In the reader's language. */
  description: text(),
  danish: DanishTexts,
  city: text(),
  hue: integer(),
  face: z.optional(ClubFace),
  /** Upcoming public events. */
  events: integer(),
  /** The lowest price of a membership that is on sale; null when none is. */
  membershipFrom: z.nullable(Money),
  /** Payments are only simulated. */
  testMode: z.boolean(),
  /** It sells nothing for now; left out while it sells. */
  isPaused: z.optional(z.literal(true)),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

/** The parts of one price, in minor units: `total` = `price` + `vat` + `surcharge`. */
export const PriceParts = z.object({
  price: Money,
  vatRate: Percent,
  vat: Money,
  surcharge: Money,
  total: Money,
})
export type PriceParts = z.infer<typeof PriceParts>

export const SaleState = z.enum(['on_sale', 'not_yet', 'ended'])

/** The benefits of a membership, in the reader's language; left out where the club wrote nothing. */
const benefits = z.optional(text())

const kind = {
  /** May be held together with another membership of the same club and period. */
  combinable: z.boolean(),
  /** A trial, ended by a full membership. */
  isTrial: z.boolean(),
  /** A supporter's membership, without taking part. */
  isPassive: z.boolean(),
}

/** Age in years on its first day, both limits included; null for none. */
const ages = { minAge: z.nullable(integer()), maxAge: z.nullable(integer()) }

export const MembershipConfiguration = z.object({
  id: Id,
  orgId: Id,
  name: text(),
  benefits,
  danish: DanishTexts,
  membershipPrice: Kroner,
  vatRate: Percent,
  membershipSurcharge: Kroner,
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  /** The price as charged. */
  parts: PriceParts,
  sale: SaleState,
  ...ages,
  ...kind,
  /**
   * The requested people who cannot buy it, and why. `held`: they have paid for it, or for another membership of the period. `reserved`:
   * held by somebody else's order, or by one being paid. `unpaid`: held by the caller's own unpaid order, which a new order would
   * replace. The dates are those of the conflicting membership. The other reasons are about the age on its first day; with
   * `birth_date_missing` it can be bought once that is known.
   */
  closedFor: z.array(
    z.object({
      memberId: Id,
      reason: z.enum(['held', 'reserved', 'unpaid', 'too_young', 'too_old', 'birth_date_missing']),
      /** The conflicting membership; the season itself when the reason is the age. */
      membershipConfId: Id,
      startDate: LocalDate,
      endDate: LocalDate,
    }),
  ),
  /** The requested people whose trial would end, without a refund. */
  endsTrial: z.array(
    z.object({ memberId: Id, name: text(), danish: DanishTexts, endDate: LocalDate, lastDay: LocalDate }),
  ),
  /** The season with which a saved card renews it, where that is published: the next of its kind. It may begin after a gap. */
  renewsInto: z.optional(z.object({ name: text(), danish: DanishTexts, startDate: LocalDate, total: Money })),
  /** The requested people for whom it is the best suggestion. */
  proposedFor: z.array(Id),
  /** The requested people who hold a membership of the club, bought with consent to process their data: it need not be asked again. */
  agreedFor: z.array(Id),
})
export type MembershipConfiguration = z.infer<typeof MembershipConfiguration>

export const PaymentConfiguration = z.object({
  provider: text(),
  /** A handle bound to the caller and the organisation for 15 minutes, not the gateway's key. */
  clientSecret: text(),
  testMode: z.boolean(),
  currencySymbol: text(),
})

/** A club's public page. The contact address is not included: questions go through the portal. */
export const ClubProfile = z.object({
  ...DirectoryEntry.shape,
  address: text(),
  phone: z.optional(text()),
  website: z.nullable(text()),
  cvr: z.nullable(text()),
  /** The club's message while it sells nothing, perhaps empty; left out while it sells. */
  paused: z.optional(text()),
  texts: z.optional(TextVersions),
  /** On sale or announced, those on sale first. */
  memberships: z.array(
    z.object({
      id: Id,
      name: text(),
      benefits,
      danish: DanishTexts,
      startDate: LocalDate,
      endDate: LocalDate,
      offerStartDate: LocalDate,
      ...ages,
      ...kind,
      parts: PriceParts,
      sale: SaleState,
    }),
  ),
})
export type ClubProfile = z.infer<typeof ClubProfile>

const Search = z.optional(singleLine(100))
/** The last club of the previous page. */
const After = z.optional(Id)

/** Up to this many clubs, an installation shows all of them to everybody. */
export const FEW_CLUBS = 12

export const organisations = {
  list: endpoint({
    method: 'GET',
    path: `${orgApi}/org/list`,
    specified: true,
    summary: 'Open organisations by name; up to a thousand at once, otherwise in pages',
    query: z.object({
      search: Search,
      /** Only clubs with these ids, or this key. */
      ids: z.optional(Ids),
      key: z.optional(OrgKey),
      after: After,
      limit: z.optional(integerInQuery(1, 1000)),
    }),
    /** 1,000 at most, and by default. */
    output: z.array(Organisation).check(z.maxLength(1000)),
    mayBeStale: true,
    errors: [],
  }),
  mine: endpoint({
    method: 'GET',
    path: `${orgApi}/org/mine/list`,
    summary: `Organisations where the caller's family has or had a membership or has an unpaid order, by name; with ${FEW_CLUBS} organisations or fewer, then all others`,
    output: z.array(Organisation).check(z.maxLength(100)),
    errors: [],
  }),
  directory: endpoint({
    method: 'GET',
    path: `${orgApi}/public/org/list`,
    summary: 'Open organisations by name, for anyone; the best matches of a search first',
    query: z.object({
      search: Search,
      /** Only the club with this key. */
      key: z.optional(OrgKey),
      after: After,
      limit: z.optional(integerInQuery(1, 100)),
    }),
    /** 100 at most; 24 by default. */
    output: z.array(DirectoryEntry).check(z.maxLength(100)),
    sharedCache: true,
    mayBeStale: true,
    errors: [],
  }),
  profile: endpoint({
    method: 'GET',
    path: `${orgApi}/public/org/{id}/item`,
    summary: "An organisation's public page",
    params: z.object({ id: Id }),
    output: ClubProfile,
    sharedCache: true,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  picture: endpoint({
    method: 'GET',
    path: picturePath,
    summary:
      "An open organisation's logo or cover; with `size=small` as WebP, the logo 96 and the cover 720 pixels wide",
    params: z.object({ id: Id }),
    query: z.object({ v: text(64), size: z.optional(z.literal('small')) }),
    output: 'file',
    files: ['image/jpeg', 'image/png', 'image/webp'],
    errors: ['not_found'],
  }),
  membershipConfigurations: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{id}/config/membership/list`,
    specified: true,
    summary:
      'The membership configurations of an organisation, those on sale first, with the people who cannot buy them',
    params: z.object({ id: Id }),
    /** People the caller may not buy for are left out of the answer. */
    query: z.object({ memberIds: z.optional(Ids) }),
    output: z.array(MembershipConfiguration).check(z.maxLength(1000)),
    errors: ['organisation_not_found'],
  }),
  configurationsOfMine: endpoint({
    method: 'GET',
    path: `${orgApi}/org/mine/config/membership/list`,
    summary: 'The membership configurations of all organisations in the list of mine, and of others by id',
    query: z.object({
      memberIds: z.optional(Ids),
      /** Instead of ids: the caller and everyone they may buy for. */
      family: z.optional(z.literal('true')),
      orgIds: z.optional(Ids),
    }),
    output: z.array(MembershipConfiguration).check(z.maxLength(1000)),
    errors: [],
  }),
  activePaymentConfiguration: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{id}/config/payment/{provider}/active`,
    specified: true,
    summary: 'The active payment configuration, with a handle instead of the key',
    params: z.object({ id: Id, provider: text(40).check(z.toLowerCase(), z.regex(/^[a-z0-9-]{1,40}$/)) }),
    output: PaymentConfiguration,
    errors: ['organisation_not_found', 'payment_not_configured', 'impersonator_refused'],
  }),
  paymentConfiguration: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/config/payment/item/{paymentProviderId}`,
    specified: true,
    summary: 'A payment configuration, with a handle instead of the key',
    params: z.object({ orgId: Id, paymentProviderId: Id }),
    output: PaymentConfiguration,
    errors: ['organisation_not_found', 'payment_not_configured', 'impersonator_refused'],
  }),
}
