import type { EventFacts, EventSummary, Places } from '#contract/events/events.ts'
import { textIn, textsIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import { faceOf } from '#server/domains/organisations/index.ts'
import { isForMembersOnly } from '../registration/eligibility-rules.ts'
import type { ShownEvent } from './show-queries.ts'

type Facts = Omit<EventFacts, 'startDate' | 'endDate' | 'picture' | 'orgFace' | 'title' | 'place'> &
  Pick<ShownEvent, 'startsAt' | 'endsAt' | 'title' | 'place' | 'picture' | 'colour' | 'logo' | 'cover'>

/** The fields of an event in every list, ticket and page. */
export const presentFacts = (event: Facts, language: Language): EventFacts => ({
  id: event.id,
  orgId: event.orgId,
  orgKey: event.orgKey,
  orgName: event.orgName,
  kind: event.kind,
  startDate: event.startsAt.toISOString(),
  endDate: event.endsAt.toISOString(),
  timeZone: event.timeZone,
  ...textsIn({ title: event.title, place: event.place }, language),
  address: event.address,
  hue: event.hue,
  orgFace: faceOf(event),
  picture: event.picture && {
    version: event.picture.version,
    width: event.picture.width,
    height: event.picture.height,
    alt: textIn(event.picture.alt, language),
    ...focalOf(event.picture),
  },
})

/** The middle is where crops are made anyway. */
const focalOf = ({ focalX: x, focalY: y }: NonNullable<ShownEvent['picture']>) =>
  x === 50 && y === 50 ? {} : { focal: { x, y } }

/** Until when a paid place can be cancelled and is refunded; null for not at all. */
export const refundUntil = ({
  startsAt,
  refundUntilHours: hours,
}: {
  startsAt: Date
  refundUntilHours: number | null
}) => (hours === null ? null : new Date(startsAt.getTime() - hours * 3_600_000))

/** An event's free places, and the prices of its categories in øre. */
interface Offer {
  readonly places: Places
  readonly prices: readonly {
    readonly price: number
    readonly memberPrice: number | null
    readonly membersOnly: boolean
    /** Free places; null: no limit. */
    readonly left: number | null
  }[]
  /** The reader pays the member price. */
  readonly paysAsMember: boolean
}

/** Those with free places; all where none has any. */
export function notSoldOut<T extends { readonly left: number | null }>(some: readonly T[]): readonly T[] {
  const open = some.filter(({ left }) => left !== 0)
  return open.length > 0 ? open : some
}

export function presentSummary(event: ShownEvent, offer: Offer, language: Language): EventSummary {
  const { places } = offer
  const forAll = offer.prices.filter(({ membersOnly }) => !membersOnly)
  const prices = notSoldOut(forAll.length > 0 ? forAll : offer.prices).map((one) => one.price)
  const memberPrices = notSoldOut(offer.prices).map((one) => one.memberPrice ?? one.price)
  const price = Math.min(...prices)
  const memberPrice = Math.min(...memberPrices)
  const money = (minor: number) => ({ minor, currency: event.currency })
  return {
    // Pictures have no access check, so there is none before the event is public.
    ...presentFacts({ ...event, picture: event.isPublic ? event.picture : null }, language),
    enabled: event.enabled,
    forMembers: event.forMembers,
    guestsInvited: event.guestsInvited,
    publicDate: event.publicFrom.toISOString(),
    saleFrom: event.saleFrom?.toISOString() ?? null,
    saleUntil: event.saleUntil?.toISOString() ?? null,
    places,
    price: money(Number.isFinite(price) ? price : 0),
    memberPrice: memberPrice < price ? money(memberPrice) : null,
    ...(new Set(prices).size > 1 && { priceTo: money(Math.max(...prices)) }),
    ...(new Set(memberPrices).size > 1 && { memberPriceTo: money(Math.max(...memberPrices)) }),
    paysAsMember: offer.paysAsMember,
    priceVaries: new Set(isForMembersOnly(event) ? memberPrices : prices).size > 1,
    tickets: event.tickets,
    ...(event.otherDates > 0 && { otherDates: event.otherDates }),
  }
}
