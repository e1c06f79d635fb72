import type { EventDetail, EventPerson, EligibilityRule, MembershipOffer } from '#contract/events/answers.ts'
import type { Answers } from '#contract/events/questions.ts'
import type { QuotedLine, Selection } from '#contract/orders/orders.ts'

export interface Place {
  readonly memberId: string
  readonly category: string
  /** To the event's questions, as they are typed. */
  readonly answers?: Answers | undefined
}

/** A membership bought in the same order. */
interface SelectedMembership {
  readonly memberId: string
  readonly orgId: string
  readonly membershipConfId: string
}

/** The user's selection before ordering. */
export interface Chosen {
  readonly places: readonly Place[]
  readonly memberships: readonly SelectedMembership[]
}

export const nothingChosen: Chosen = { places: [], memberships: [] }

export const maxLines = 20

type Event = Pick<EventDetail, 'categories' | 'people' | 'onePerPerson'>
type Choice = EventPerson['choices'][number]

export const membershipFor = ({ memberships }: Chosen, memberId: string): SelectedMembership | undefined =>
  memberships.find((one) => one.memberId === memberId)

/**
 * Reasons against booking, given the selection: a selected membership satisfies members-only rules, and a new order replaces the buyer's
 * unpaid one.
 */
export function openRequirements(choice: Choice, memberId: string, chosen: Chosen): EligibilityRule[] {
  const joining = membershipFor(chosen, memberId)
  return choice.gates.filter(
    ({ offer, reserved }) => reserved !== true && !(offer && joining && offer.orgId === joining.orgId),
  )
}

export const openChoices = ({ memberId, choices }: EventPerson, chosen: Chosen): Choice[] =>
  choices.filter((choice) => openRequirements(choice, memberId, chosen).length === 0)

/** Orders categories: those for an age or for members first, otherwise as the club did. */
export function bestFirst({ categories }: Pick<Event, 'categories'>): (one: string, other: string) => number {
  const rank = (category: string) => {
    const facts = categories.find((one) => one.category === category)
    const byAge = facts !== undefined && (facts.minAge !== null || facts.maxAge !== null)
    return Number(byAge) + Number(facts?.membersOnly ?? false)
  }
  return (one, other) => rank(other) - rank(one)
}

/** The best open category for a person. Null if none is open. */
export function fittingCategory(event: Event, person: EventPerson, chosen: Chosen): string | null {
  const open = openChoices(person, chosen).map(({ category }) => category)
  return open.toSorted(bestFirst(event))[0] ?? null
}

/** A membership that would let the person in, or lower their price. */
export function offerFor({ choices }: EventPerson): MembershipOffer | null {
  for (const { memberOffer, gates } of choices) {
    const offer = memberOffer?.offer ?? gates.find((rule) => rule.offer)?.offer
    if (offer) return offer
  }
  return null
}

/** Adds a place in the best category; unchanged if there is none. */
export function withPlace(chosen: Chosen, event: Event, person: EventPerson): Chosen {
  const category = fittingCategory(event, person, chosen)
  if (category === null) return chosen
  return { ...chosen, places: [...chosen.places, { memberId: person.memberId, category }] }
}

/** Puts a person's places in the best category now, where it was the best `before` their age was known. */
export function withFitting(chosen: Chosen, event: Event, person: EventPerson, before: string): Chosen {
  const best = fittingCategory(event, person, chosen)
  const moves = (place: Place) => place.memberId === person.memberId && place.category === before
  if (best === null || best === before || !chosen.places.some(moves)) return chosen
  return { ...chosen, places: chosen.places.map((place) => (moves(place) ? { ...place, category: best } : place)) }
}

export const withoutPerson = ({ places, memberships }: Chosen, memberId: string): Chosen => ({
  places: places.filter((one) => one.memberId !== memberId),
  memberships: memberships.filter((one) => one.memberId !== memberId),
})

/** Removes a place; with a person's last one, also their membership. */
export function withoutPlace(chosen: Chosen, index: number): Chosen {
  const gone = chosen.places[index]
  const places = chosen.places.toSpliced(index, 1)
  if (!gone || places.some(({ memberId }) => memberId === gone.memberId)) return { ...chosen, places }
  return withoutPerson(chosen, gone.memberId)
}

/** A place with another category, or other answers. */
export const withPart = (chosen: Chosen, index: number, part: Partial<Place>): Chosen => ({
  ...chosen,
  places: chosen.places.map((place, at) => (at === index ? { ...place, ...part } : place)),
})

/** Adds a membership, and a place if the person has none; unchanged if no place would open. */
export function withMembership(chosen: Chosen, event: Event, person: EventPerson, offer: MembershipOffer): Chosen {
  const { memberId } = person
  const joined = {
    ...chosen,
    memberships: [
      ...chosen.memberships.filter((one) => one.memberId !== memberId),
      { memberId, orgId: offer.orgId, membershipConfId: offer.membershipConfId },
    ],
  }
  const placed = chosen.places.some((one) => one.memberId === memberId) ? joined : withPlace(joined, event, person)
  return placed.places.some((one) => one.memberId === memberId) ? placed : chosen
}

export const withoutMembership = (chosen: Chosen, memberId: string): Chosen => ({
  ...chosen,
  memberships: chosen.memberships.filter((one) => one.memberId !== memberId),
})

/** Who has a ticket hardly wants another, and is not preselected. */
export const hasTicket = ({ entries }: EventPerson) => entries.some(({ status }) => status === 'paid')

/** Places per category, selected before signing in. */
export type PlaceCounts = Readonly<Record<string, number>>

/**
 * Assigns places selected before signing in: to the best matches first, then to anybody eligible.
 * @returns `missing`: places per category that fit nobody
 */
export function assignPlaces(event: Event, wanted: PlaceCounts): { chosen: Chosen; missing: PlaceCounts } {
  const places: Place[] = []
  const missing: Record<string, number> = {}
  const free = (person: EventPerson, category: string) =>
    !hasTicket(person) &&
    !places.some(({ memberId }) => memberId === person.memberId) &&
    openChoices(person, nothingChosen).some((choice) => choice.category === category)
  const requested = Object.entries(wanted).filter(([, count]) => count > 0)
  for (const best of [true, false])
    for (const [category, count] of requested) {
      const have = places.filter((place) => place.category === category).length
      const fits = event.people.filter(
        (person) => free(person, category) && (!best || fittingCategory(event, person, nothingChosen) === category),
      )
      for (const { memberId } of fits.slice(0, Math.max(0, count - have))) places.push({ memberId, category })
    }
  for (const [category, count] of requested) {
    const left = count - places.filter((place) => place.category === category).length
    if (left > 0) missing[category] = left
  }
  return { chosen: { places, memberships: [] }, missing }
}

/** Drops what is no longer possible: people out of reach or registered, and categories and offers that are gone. */
export function stillPossible(event: Event, { places, memberships }: Chosen): Chosen {
  const personOf = (memberId: string) => event.people.find((one) => one.memberId === memberId)
  const isRegistered = ({ choices }: EventPerson) =>
    choices.length > 0 &&
    choices.every(({ gates }) => gates.some((rule) => rule.code === 'already_registered' && rule.reserved !== true))
  const possible = memberships.filter(({ memberId, membershipConfId }) => {
    const person = personOf(memberId)
    return person && offerFor(person)?.membershipConfId === membershipConfId
  })
  const stillPlaced = places.flatMap((place) => {
    const person = personOf(place.memberId)
    if (!person || isRegistered(person)) return []
    if (person.choices.some(({ category }) => category === place.category)) return [place]
    const category = fittingCategory(event, person, { places: [], memberships: possible })
    return category === null ? [] : [{ ...place, category }]
  })
  // Memberships were selected for a place, and are dropped with it.
  return {
    memberships: possible.filter(({ memberId }) => stillPlaced.some((place) => place.memberId === memberId)),
    places: stillPlaced,
  }
}

export type Line = Selection['lines'][number]

/**
 * Order lines in a fixed order, so that equal selections serialize equally. Memberships come first, as they decide
 * prices.
 */
export const linesOf = (eventId: string, { places, memberships }: Chosen): Line[] => [
  ...memberships.map(({ memberId, orgId, membershipConfId }) => ({ memberId, orgId, membershipConfId })),
  ...places.map(({ memberId, category }) => ({ memberId, eventId, category })),
]

const sameLine = (a: Line, b: Line): boolean =>
  a.memberId === b.memberId &&
  ('category' in a ? 'category' in b && a.category === b.category : 'membershipConfId' in b)

/**
 * The quote for a line, matched by content, as the quote may be for an earlier selection. Equal lines match in order.
 */
export function quotedFor(
  { requested, lines }: { readonly requested: readonly Line[]; readonly lines: readonly QuotedLine[] },
  now: readonly Line[],
  index: number,
): QuotedLine | undefined {
  const line = now[index]
  if (!line) return undefined
  const nth = now.slice(0, index).filter((one) => sameLine(one, line)).length
  const same = requested.flatMap((one, at) => (sameLine(one, line) ? [at] : []))
  return lines[same[nth] ?? -1]
}

export function withoutRefused({ places, memberships }: Chosen, quoted: readonly QuotedLine[]): Chosen {
  const sells = (index: number) => !quoted[index]?.refusal
  const left = places.filter((_, index) => sells(memberships.length + index))
  return {
    places: left,
    memberships: memberships.filter(
      ({ memberId }, index) => sells(index) && left.some((place) => place.memberId === memberId),
    ),
  }
}
