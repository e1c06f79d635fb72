import type { EventFacts, EventSummary } from '#contract/events.ts'
import type { Language } from '#contract/values.ts'
import type { Choices } from '../registration/choices.ts'
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
  const price = Math.min(...categories.map((one) => one.price.minor))
  const memberPrice = Math.min(...categories.map((one) => (one.memberPrice ?? one.price).minor))
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
    tickets: event.tickets,
  }
}

const money = (minor: number) => ({ minor, currency: CURRENCY })
