import type { EventFacts, EventSummary } from '#contract/events.ts'
import type { Language } from '#contract/values.ts'
import type { Choices } from '../registration/choices.ts'
import { isForMembersOnly } from '../registration/gates.ts'
import type { ShownEvent } from './show-queries.ts'

const CURRENCY = 'DKK'

/** What every list, ticket and page says of an event. */
export const presentFacts = (event: ShownEvent, language: Language): EventFacts => ({
  id: event.id,
  orgId: event.orgId,
  orgKey: event.orgKey,
  orgName: event.orgName,
  title: event.title,
  kind: event.kind,
  startDate: event.startsAt.toISOString(),
  endDate: event.endsAt.toISOString(),
  timeZone: event.timeZone,
  place: event.place,
  address: event.address,
  hue: event.hue,
  picture: presentPicture(event, language),
})

/** Pictures are for anyone, so that there is none before the event is. */
const presentPicture = ({ isPublic, picture }: ShownEvent, language: Language): EventFacts['picture'] =>
  isPublic && picture
    ? {
        version: picture.version,
        width: picture.width,
        height: picture.height,
        alt: language === 'da' ? picture.altDa : picture.altEn,
      }
    : null

export function presentSummary(
  event: ShownEvent,
  { places, categories }: Pick<Choices, 'places' | 'categories'>,
  language: Language,
): EventSummary {
  const prices = categories.map((one) => one.price.minor)
  const memberPrices = categories.map((one) => (one.memberPrice ?? one.price).minor)
  const price = Math.min(...prices)
  const memberPrice = Math.min(...memberPrices)
  return {
    ...presentFacts(event, language),
    enabled: event.enabled,
    forMembers: event.forMembers,
    guestsInvited: event.guestsInvited,
    publicDate: event.publicFrom.toISOString(),
    saleFrom: event.saleFrom?.toISOString() ?? null,
    saleUntil: event.saleUntil?.toISOString() ?? null,
    places,
    price: money(Number.isFinite(price) ? price : 0),
    memberPrice: memberPrice < price ? money(memberPrice) : null,
    priceVaries: new Set(isForMembersOnly(event) ? memberPrices : prices).size > 1,
    tickets: event.tickets,
  }
}

const money = (minor: number) => ({ minor, currency: CURRENCY })
