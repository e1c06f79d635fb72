import type { EventDetail, EventPerson, EligibilityRule, MembershipOffer } from '#contract/event-answers.ts'
import type { QuotedLine, Selection } from '#contract/orders.ts'

/** A place for a person. */
export interface Place {
  readonly memberId: string
  readonly category: string
}

/** A membership that a person takes in the same basket. */
export interface Joining {
  readonly memberId: string
  readonly orgId: string
  readonly membershipConfId: string
}

/** What is chosen on the way to a registration. */
export interface Chosen {
  readonly places: readonly Place[]
  readonly memberships: readonly Joining[]
}

export const nothingChosen: Chosen = { places: [], memberships: [] }

/** So many lines can be bought at once. */
export const mostLines = 20

type Event = Pick<EventDetail, 'categories' | 'people' | 'onePerPerson'>
type Choice = EventPerson['choices'][number]

/** The membership that a person joins with in this basket. */
export const joins = ({ memberships }: Chosen, memberId: string): Joining | undefined =>
  memberships.find((one) => one.memberId === memberId)

/**
 * What stands in a person's way, with what is in the basket: a membership there opens what is for members, and what an
 * unpaid order of the buyer's holds gives way to a new one.
 */
export function openRequirements(choice: Choice, memberId: string, chosen: Chosen): EligibilityRule[] {
  const joining = joins(chosen, memberId)
  return choice.gates.filter(
    ({ offer, reserved }) => reserved !== true && !(offer && joining && offer.orgId === joining.orgId),
  )
}

export const openChoices = ({ memberId, choices }: EventPerson, chosen: Chosen): Choice[] =>
  choices.filter((choice) => openRequirements(choice, memberId, chosen).length === 0)

/**
 * The category that fits a person best: one that is made for their age or for members before one for everybody, and the
 * club's own order among equals. Null when none is open.
 */
export function fittingCategory(event: Event, person: EventPerson, chosen: Chosen): string | null {
  const rank = (category: string) => {
    const facts = event.categories.find((one) => one.category === category)
    const byAge = facts !== undefined && (facts.minAge !== null || facts.maxAge !== null)
    return Number(byAge) + Number(facts?.membersOnly ?? false)
  }
  const open = openChoices(person, chosen).map(({ category }) => category)
  return open.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

/** The membership that a person could take to get in, or to pay less. */
export function offerFor({ choices }: EventPerson): MembershipOffer | null {
  for (const { memberOffer, gates } of choices) {
    const offer = memberOffer?.offer ?? gates.find((gate) => gate.offer)?.offer
    if (offer) return offer
  }
  return null
}

/** With a place for a person, in the category that fits; unchanged when none does. */
export function withPlace(chosen: Chosen, event: Event, person: EventPerson): Chosen {
  const category = fittingCategory(event, person, chosen)
  if (category === null) return chosen
  return { ...chosen, places: [...chosen.places, { memberId: person.memberId, category }] }
}

/** Without a person: their places, and the membership that was for those. */
export const withoutPerson = ({ places, memberships }: Chosen, memberId: string): Chosen => ({
  places: places.filter((one) => one.memberId !== memberId),
  memberships: memberships.filter((one) => one.memberId !== memberId),
})

/** Without one place; the membership goes with the person's last. */
export function withoutPlace(chosen: Chosen, index: number): Chosen {
  const gone = chosen.places[index]
  const places = chosen.places.toSpliced(index, 1)
  if (!gone || places.some(({ memberId }) => memberId === gone.memberId)) return { ...chosen, places }
  return withoutPerson(chosen, gone.memberId)
}

export const withCategory = (chosen: Chosen, index: number, category: string): Chosen => ({
  ...chosen,
  places: chosen.places.map((place, at) => (at === index ? { ...place, category } : place)),
})

/** With a membership for a person, who takes part from then on; unchanged where it would not open a place for them. */
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

/** How many of each category somebody wanted before they signed in. */
export type Wanted = Readonly<Record<string, number>>

/**
 * The people for whom somebody wanted so many of each category: those whom it fits best first, the rest wherever it is open
 * to them. @returns missing how many of each category found nobody
 */
export function withWanted(event: Event, wanted: Wanted): { chosen: Chosen; missing: Wanted } {
  const places: Place[] = []
  const missing: Record<string, number> = {}
  const free = (person: EventPerson, category: string) =>
    !places.some(({ memberId }) => memberId === person.memberId) &&
    openChoices(person, nothingChosen).some((choice) => choice.category === category)
  const asked = Object.entries(wanted).filter(([, count]) => count > 0)
  for (const best of [true, false])
    for (const [category, count] of asked) {
      const have = places.filter((place) => place.category === category).length
      const fits = event.people.filter(
        (person) => free(person, category) && (!best || fittingCategory(event, person, nothingChosen) === category),
      )
      for (const { memberId } of fits.slice(0, Math.max(0, count - have))) places.push({ memberId, category })
    }
  for (const [category, count] of asked) {
    const left = count - places.filter((place) => place.category === category).length
    if (left > 0) missing[category] = left
  }
  return { chosen: { places, memberships: [] }, missing }
}

/** What of a kept choice still makes sense: people in reach who are not registered, categories and offers there are. */
export function stillPossible(event: Event, { places, memberships }: Chosen): Chosen {
  const personOf = (memberId: string) => event.people.find((one) => one.memberId === memberId)
  const isRegistered = ({ choices }: EventPerson) =>
    choices.length > 0 &&
    choices.every(({ gates }) => gates.some((gate) => gate.code === 'already_registered' && gate.reserved !== true))
  const kept = memberships.filter(({ memberId, membershipConfId }) => {
    const person = personOf(memberId)
    return person && offerFor(person)?.membershipConfId === membershipConfId
  })
  const stillPlaced = places.flatMap((place) => {
    const person = personOf(place.memberId)
    if (!person || isRegistered(person)) return []
    if (person.choices.some(({ category }) => category === place.category)) return [place]
    const category = fittingCategory(event, person, { places: [], memberships: kept })
    return category === null ? [] : [{ ...place, category }]
  })
  // A membership was chosen for the place: without that it is nobody's wish.
  return {
    memberships: kept.filter(({ memberId }) => stillPlaced.some((place) => place.memberId === memberId)),
    places: stillPlaced,
  }
}

export type Line = Selection['lines'][number]

/** What is sent, in a fixed order: the same choice is the same text. Memberships first, which decide the prices. */
export const linesOf = (eventId: string, { places, memberships }: Chosen): Line[] => [
  ...memberships.map(({ memberId, orgId, membershipConfId }) => ({ memberId, orgId, membershipConfId })),
  ...places.map(({ memberId, category }) => ({ memberId, eventId, category })),
]

const sameLine = (a: Line, b: Line): boolean =>
  a.memberId === b.memberId &&
  ('category' in a ? 'category' in b && a.category === b.category : 'membershipConfId' in b)

/**
 * What was answered about one line, by what it is: the answer may be to the question before. Of lines that are the same the
 * first answer is for the first.
 */
export function quotedFor(
  { asked, lines }: { readonly asked: readonly Line[]; readonly lines: readonly QuotedLine[] },
  now: readonly Line[],
  index: number,
): QuotedLine | undefined {
  const line = now[index]
  if (!line) return undefined
  const nth = now.slice(0, index).filter((one) => sameLine(one, line)).length
  const same = asked.flatMap((one, at) => (sameLine(one, line) ? [at] : []))
  return lines[same[nth] ?? -1]
}

/** Without what the server would not sell, and the memberships of those who do not come then. */
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
