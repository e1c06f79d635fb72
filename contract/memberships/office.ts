import * as z from 'zod/mini'
import { clubTemplates } from '../organisations/templates.ts'
import { endpoint, orgApi } from '../endpoint.ts'
import { SoldSeason } from './answers.ts'
import { day, line, localText, money, number, optional, percentage, schemaOf, toggle } from '../fields.ts'
import { PriceParts } from '../organisations/organisations.ts'
import { yearOn } from './season-years.ts'
import { DanishTexts, LocalParagraphs, LocalTitle } from '../local-text.ts'
import { Id, integer, integerInQuery, isNoAge, LocalDate, Money, SeenVersion, text } from '../values.ts'

/** The most that a season, or its surcharge, may cost: 1,000,000 kr. in øre. */
export const MOST_PRICE = 100_000_000
const MOST_VAT = 100

/** The editable fields of a season. Rules beyond the shape are in `faultsOfSeason`. */
export const seasonFields = {
  name: localText(LocalTitle, 120, { required: true }),
  benefits: localText(LocalParagraphs, 2000, { lines: 'plain' }),
  /** May be held together with another membership of the same club and period. */
  combinable: toggle(),
  /** A trial, ended by a full membership. */
  isTrial: toggle(),
  /** A supporter's membership, never suggested to new members. */
  isPassive: toggle(),
  startDate: day({ required: true }),
  endDate: day({ required: true }),
  /** The first day on which it is sold. */
  offerStartDate: day({ required: true }),
  /** Seasons of a series follow each other; empty: the name without its years. */
  series: line(120),
  /** Before VAT. */
  price: money({ required: true }),
  vatRate: percentage(),
  /** After VAT. */
  surcharge: money(),
  /** Whole years on the first day, both included; null for no limit. */
  minAge: optional(number()),
  maxAge: optional(number()),
}
export const SeasonFields = schemaOf(seasonFields)
export type SeasonFields = z.infer<typeof SeasonFields>

/** Validation errors of a season. The last four depend on the club's other seasons and on sales. */
export const seasonFaults = [
  'name_missing',
  'ends_before_start',
  'longer_than_two_years',
  'after_this_century',
  'on_sale_after_end',
  'age_out_of_range',
  'ages_reversed',
  'price_negative',
  'price_too_high',
  'vat_out_of_range',
  'overlaps_series',
  'name_taken',
  'days_shrink',
  'days_of_holders',
] as const
export type SeasonFault = (typeof seasonFaults)[number]
export type FaultsOfSeason = Partial<Record<keyof SeasonFields, SeasonFault>>

/** Validates each field of a season by the fields alone. The form shows errors beside the field; the server refuses them. */
export function faultsOfSeason(season: SeasonFields): FaultsOfSeason {
  const { startDate, endDate, offerStartDate, minAge, maxAge, price, surcharge, vatRate } = season
  const faults: FaultsOfSeason = {}
  if (season.name.da === '') faults.name = 'name_missing'
  if (endDate < startDate) faults.endDate = 'ends_before_start'
  else if (endDate >= yearOn(yearOn(startDate))) faults.endDate = 'longer_than_two_years'
  else if (!seasonFields.endDate.schema.safeParse(endDate).success) faults.endDate = 'after_this_century'
  if (offerStartDate > endDate) faults.offerStartDate = 'on_sale_after_end'
  for (const [field, age] of [
    ['minAge', minAge],
    ['maxAge', maxAge],
  ] as const)
    if (age !== null && isNoAge(age)) faults[field] = 'age_out_of_range'
  if (minAge !== null && maxAge !== null && minAge > maxAge) faults.maxAge ??= 'ages_reversed'
  if (price < 0) faults.price = 'price_negative'
  if (price > MOST_PRICE) faults.price = 'price_too_high'
  if (surcharge < 0) faults.surcharge = 'price_negative'
  if (surcharge > MOST_PRICE) faults.surcharge = 'price_too_high'
  if (vatRate > MOST_VAT) faults.vatRate = 'vat_out_of_range'
  return faults
}

/** `draft`: only the office sees it. `announced`: published, on sale later. `stopped`: sold no longer; its holders keep it. */
export const SeasonState = z.enum(['draft', 'announced', 'on_sale', 'stopped', 'over'])
export type SeasonState = z.infer<typeof SeasonState>

export const OfficeSeason = z.object({
  id: Id,
  version: integer(1),
  ...SeasonFields.shape,
  startDate: LocalDate,
  endDate: LocalDate,
  offerStartDate: LocalDate,
  state: SeasonState,
  /** It is not sold any more, also once it is over. */
  stopped: z.optional(z.boolean()),
  /** The price as charged today. */
  parts: PriceParts,
  /** The price before VAT when its sale began, which a copy starts from: today's may be reduced for those who join late. */
  firstPrice: z.optional(integer(0)),
  /** People who have paid for it. */
  holders: integer(0),
  /** Of those who held a season that has ended or ends soon: who has the next one, who may still renew, and who was lost. */
  renewals: z.optional(z.nullable(z.object({ renewed: integer(0), notYet: integer(0), lost: integer(0) }))),
  /** People for whom it is reserved by orders that are being paid. */
  reserved: integer(0),
  /** Its income without refunds; null for whoever may not see the club's money. */
  income: z.nullable(Money),
})
export type OfficeSeason = z.infer<typeof OfficeSeason>

/** A season to copy to the next: its price before VAT, and its first day on sale. */
export const SeasonToCopy = z.object({
  configurationId: Id,
  price: integer(),
  offerStartDate: seasonFields.offerStartDate.schema,
})
export type SeasonToCopy = z.infer<typeof SeasonToCopy>

/** The copy of a season before it is made, and how it affects the people who hold the original. */
export const CopyPreview = z.object({
  configurationId: Id,
  name: text(),
  danish: DanishTexts,
  startDate: LocalDate,
  endDate: LocalDate,
  parts: PriceParts,
  holders: integer(0),
  /** They fit its ages and hold nothing later. */
  canRenew: integer(0),
  /** They are too old, or too young, on its first day. */
  outgrown: integer(0),
  /** It has age limits and their birth date is unknown. */
  withoutBirthDate: integer(0),
  /** They hold a later season already. */
  renewed: integer(0),
  /** Its holders by the price that they paid, highest first. */
  paid: z.array(z.object({ total: Money, holders: integer(1) })),
  /** The income if everybody renews who can. */
  income: Money,
  /** Why it is not copied, such as that it is already; then `other` is that season. */
  hindrance: z.nullable(
    z.enum([
      'copied',
      'overlaps_series',
      'after_this_century',
      'price_negative',
      'price_too_high',
      'on_sale_after_end',
    ]),
  ),
  /** Another season of the series that has these days. */
  other: z.nullable(SoldSeason),
})
export type CopyPreview = z.infer<typeof CopyPreview>

export const SeasonCopies = z.object({ seasons: z.array(SeasonToCopy).check(z.minLength(1), z.maxLength(100)) })

/** A price in øre raised by some per cent, rounded to 5 kr. */
export const raisedPrice = (price: number, percent: number): number =>
  percent === 0 ? price : Math.max(0, Math.round((price * (100 + percent)) / 100 / 500) * 500)

/** Members on one day, and what was sold for memberships and not refunded; `income` is null for whoever may not see the club's money. */
export const MembersAndIncome = z.object({ members: integer(0), income: z.nullable(Money) })

/** A year of a club's memberships beside the one before. Whoever has only a test, a trial or an optional extra is no member. */
export const MembershipFigures = z.object({
  year: integer(1900, 2999),
  /** The years in which somebody was a member. */
  firstYear: integer(1900, 2999),
  lastYear: integer(1900, 2999),
  /** On the last day of the year, or today; `before`: a year earlier. */
  ...MembersAndIncome.shape,
  before: MembersAndIncome,
  /** Of the members, those who were none a year earlier; and those of then who are none now. */
  joined: integer(0),
  left: integer(0),
  /** The months that have begun. `members`: on the last day, or today. */
  months: z
    .array(z.object({ month: integer(1, 12), ...MembersAndIncome.shape, before: MembersAndIncome }))
    .check(z.maxLength(12)),
  /** By kind of membership, on the same day; somebody with two is in both. */
  kinds: z
    .array(z.object({ series: text(), name: text(), danish: DanishTexts, members: integer(0), before: integer(0) }))
    .check(z.maxLength(1000)),
})
export type MembershipFigures = z.infer<typeof MembershipFigures>

/** A series whose season ends within 60 days, or ended in the last 60, without a next one that is published. */
export const MissingSeason = z.object({
  configurationId: Id,
  name: text(),
  endDate: LocalDate,
  /** A draft of the next one. */
  draftId: z.nullable(Id),
  /** People who hold the one that ends. */
  holders: integer(0),
})
export type MissingSeason = z.infer<typeof MissingSeason>

const params = z.object({ orgId: Id })
const one = z.object({ orgId: Id, configurationId: Id })
/** The version that the office has seen. */
const path = `${orgApi}/org/{orgId}/office/membership`

export const OfficeSeasons = z.object({ seasons: z.array(OfficeSeason).check(z.maxLength(1000)), currency: text() })

export const officeMemberships = {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    summary: "A club's seasons with drafts and stopped ones, newest first, and what each sold",
    params,
    output: OfficeSeasons,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  figures: endpoint({
    method: 'GET',
    path: `${path}/figures`,
    summary:
      "A year of a club's members beside the year before, by month and kind. Sums only for those who may see money",
    params,
    /** This year when left out. */
    query: z.object({ year: z.optional(integerInQuery(1901, 2999)) }),
    output: MembershipFigures,
    mayBeStale: true,
    errors: ['organisation_not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/item`,
    summary: 'A new season as a draft',
    params,
    body: SeasonFields,
    output: OfficeSeason,
    errors: ['organisation_not_found', 'season_invalid', 'too_many_seasons'],
  }),
  fromTemplate: endpoint({
    method: 'POST',
    path: `${path}/template`,
    summary: 'The first memberships of a club as drafts, from a template; nothing where there are some already',
    params,
    body: z.object({ template: z.enum(clubTemplates) }),
    output: z.array(OfficeSeason).check(z.maxLength(10)),
    errors: ['organisation_not_found'],
  }),
  save: endpoint({
    method: 'PUT',
    path: `${path}/item/{configurationId}`,
    summary: 'Changes a season. A price counts from now on; orders that are open keep theirs',
    params: one,
    body: z.object({ ...SeasonFields.shape, ...SeenVersion.shape }),
    output: OfficeSeason,
    errors: ['organisation_not_found', 'configuration_not_found', 'season_invalid', 'changed_meanwhile'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: `${path}/item/{configurationId}`,
    summary: 'Deletes a draft; what was ever published is stopped instead',
    params: one,
    output: null,
    errors: ['organisation_not_found', 'configuration_not_found', 'season_published'],
  }),
  publish: endpoint({
    method: 'POST',
    path: `${path}/publish`,
    summary: 'Publishes drafts, all or none; those that are published already stay as they are',
    params,
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    output: z.array(OfficeSeason).check(z.maxLength(100)),
    errors: ['organisation_not_found', 'configuration_not_found'],
  }),
  stop: endpoint({
    method: 'POST',
    path: `${path}/item/{configurationId}/stop`,
    summary: 'Stops the sale of a season and renewals into it; its holders keep it',
    params: one,
    body: SeenVersion,
    output: OfficeSeason,
    errors: ['organisation_not_found', 'configuration_not_found', 'changed_meanwhile'],
  }),
  resume: endpoint({
    method: 'POST',
    path: `${path}/item/{configurationId}/resume`,
    summary: 'Sells a stopped season again',
    params: one,
    body: SeenVersion,
    output: OfficeSeason,
    errors: ['organisation_not_found', 'configuration_not_found', 'season_invalid', 'changed_meanwhile'],
  }),
  previewCopies: endpoint({
    method: 'POST',
    path: `${path}/copy/preview`,
    summary: 'What copies of these seasons would be, and who could renew into them; writes nothing',
    params,
    body: SeasonCopies,
    output: z.array(CopyPreview).check(z.maxLength(100)),
    errors: ['organisation_not_found', 'configuration_not_found'],
  }),
  copy: endpoint({
    method: 'POST',
    path: `${path}/copy`,
    summary: 'Copies seasons to the next year as drafts, all or none; what is copied already is answered as it is',
    params,
    body: SeasonCopies,
    output: z.array(OfficeSeason).check(z.maxLength(100)),
    errors: ['organisation_not_found', 'configuration_not_found', 'season_invalid', 'too_many_seasons'],
  }),
}
