import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import type { Money } from '#contract/values.ts'
import { isPlaceholder } from './basket.ts'
import { asksBirthDate, type Closed } from '../offer-words.ts'
import { rankOffers } from './rank-offers.ts'

type Offer = MembershipConfiguration

/** One person's offers in a club's season. */
export interface SeasonOffers {
  /** `2026`, or `2026/27`. */
  readonly label: string
  readonly memberships: readonly Offer[]
  /** Optional extras, such as a place for a kayak. */
  readonly extras: readonly Offer[]
}

/** @param closed why the person cannot buy an offer; those offers are left out */
export function seasonsOf(
  offers: readonly Offer[],
  memberId: string,
  closed: (offer: Offer) => Closed | undefined,
): SeasonOffers[] {
  const open = offers
    .filter((offer) => !isPlaceholder(offer) && !closed(offer))
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  const whole = open.filter(({ isTrial }) => !isTrial)
  // A trial of some months belongs to the season in which it begins.
  const labelOf = (offer: Offer) => {
    const around = whole.find(({ startDate, endDate }) => startDate <= offer.startDate && offer.startDate <= endDate)
    return seasonLabel(offer.isTrial ? (around ?? offer) : offer)
  }
  return [...Map.groupBy(open, labelOf)].map(([label, all]) => ({
    label,
    memberships: rankOffers(
      all.filter(({ combinable }) => !combinable),
      [memberId],
    ),
    extras: rankOffers(all.filter(({ combinable }) => combinable)),
  }))
}

export function seasonLabel({ startDate, endDate }: Pick<Offer, 'startDate' | 'endDate'>): string {
  const [from, to] = [startDate.slice(0, 4), endDate.slice(0, 4)]
  return from === to ? from : `${from}/${to.slice(2)}`
}

/** The offer of this kind in another season: its name but for the year, else the season's first. */
export function sameKindIn(season: SeasonOffers, offer: Offer | undefined): Offer | undefined {
  const kind = ({ name }: Offer) => name.replace(/\s*\d{4}(\/\d+)?/, '')
  return season.memberships.find((one) => offer && kind(one) === kind(offer)) ?? season.memberships[0]
}

interface Saving {
  readonly offerId: string
  readonly amount: Money
  /** The dearest of the season. */
  readonly than: string
}

/** The saving of the cheapest full membership that surely fits; null where there is nothing to choose between. */
export function savingIn({ memberships }: Pick<SeasonOffers, 'memberships'>, memberId: string): Saving | null {
  const full = memberships
    .filter((offer) => !offer.isTrial && !offer.isPassive && !asksBirthDate(offer, memberId))
    .toSorted((a, b) => a.parts.total.minor - b.parts.total.minor)
  const [cheapest, dearest] = [full[0], full.at(-1)]
  if (!cheapest || !dearest || cheapest.parts.total.currency !== dearest.parts.total.currency) return null
  const minor = dearest.parts.total.minor - cheapest.parts.total.minor
  if (minor <= 0) return null
  return { offerId: cheapest.id, amount: { ...cheapest.parts.total, minor }, than: dearest.name }
}

/** Offers that cannot be bought, by reason: those somebody has or has reserved, and those on sale later. */
export function closedByReason(
  offers: readonly Offer[],
  memberId: string,
  closed: (offer: Offer) => Closed | undefined,
): { readonly words: string; readonly names: readonly string[] }[] {
  const unavailable = offers.flatMap((offer) => {
    const why = closed(offer)
    const by = offer.closedFor.find((one) => one.memberId === memberId)
    // Another age, and what something else of the same days excludes.
    const isBeside = by && (by.reason === 'too_young' || by.reason === 'too_old' || by.membershipConfId !== offer.id)
    return why && !isBeside && !isPlaceholder(offer) && offer.sale !== 'ended' ? [{ words: why.words, offer }] : []
  })
  return [...Map.groupBy(unavailable, ({ words }) => words)].map(([words, all]) => ({
    words,
    names: all.map(({ offer }) => offer.name),
  }))
}
