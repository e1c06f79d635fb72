import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { daysLeftWords } from '../offer-words.ts'
import { today } from '#web/ui/words/format.ts'

export type RankedOffer = Pick<
  MembershipConfiguration,
  'name' | 'sale' | 'startDate' | 'endDate' | 'combinable' | 'isTrial' | 'isPassive' | 'parts'
> &
  Partial<Pick<MembershipConfiguration, 'proposedFor'>>

/**
 * The one order of offers. By season: what is on sale, then what ends soon, then what comes. In a season: what is
 * proposed to one of these people, full memberships, trials, supporters, and last what is had beside a membership; each
 * the dearest first.
 */
export function rankOffers<T extends RankedOffer>(
  offers: readonly T[],
  memberIds: readonly string[] = [],
  day = today(),
): T[] {
  const seasonRank = (offer: T) =>
    offer.sale === 'ended' ? 3 : offer.sale === 'not_yet' ? 2 : daysLeftWords(offer, day) === null ? 0 : 1
  const kindRank = ({ proposedFor = [], combinable, isPassive, isTrial }: T) =>
    combinable ? 4 : proposedFor.some((id) => memberIds.includes(id)) ? 0 : isPassive ? 3 : isTrial ? 2 : 1
  return offers.toSorted(
    (a, b) =>
      seasonRank(a) - seasonRank(b) ||
      kindRank(a) - kindRank(b) ||
      a.startDate.localeCompare(b.startDate) ||
      b.parts.total.minor - a.parts.total.minor ||
      a.name.localeCompare(b.name, 'da'),
  )
}
