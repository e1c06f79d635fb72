import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { m } from '#words/messages.js'
import { closedWords } from '../offer-words.ts'

/** The current user or one of their delegates. */
export interface OfferPerson {
  readonly id: string
  readonly name: string
  /** The first name, or the full name if another shares it. */
  readonly short: string
  readonly self: boolean
}

export interface OfferAvailability {
  /** Why it cannot be bought, or who has it already; null if neither applies. */
  readonly words: string | null
  /** Everybody has a membership of that season. */
  readonly held: boolean
  /** An unpaid order reserves it for somebody, and nobody else can buy it. */
  readonly unpaid: boolean
  /** Who it would be bought for, preferably the current user; null if nobody can. */
  readonly buyer: OfferPerson | null
}

export function availabilityOf(offer: MembershipConfiguration, people: readonly OfferPerson[]): OfferAvailability {
  const closed = people.map((person) => ({ person, why: closedWords(offer, person.id) }))
  const open = closed.find(({ why }) => why === null)?.person ?? null
  const holders = closed.filter(({ person }) =>
    offer.closedFor.some(
      ({ memberId, reason }) => memberId === person.id && (reason === 'held' || reason === 'reserved'),
    ),
  )
  const held = people.length > 0 && closed.every(({ why }) => why?.held)
  const count = holders.length
  const facts = { held, unpaid: open === null && closed.some(({ why }) => why?.unpaid), buyer: open }
  // The others can still buy what one of several cannot.
  const alone = people.length === 1
  if (alone || count === 0) return { words: (alone || !open ? closed[0]?.why?.words : null) ?? null, ...facts }
  return { words: held ? m.offer_closed_for_all() : heldBy(holders, people.length), ...facts }
}

interface Holder {
  readonly person: OfferPerson
  readonly why: ReturnType<typeof closedWords>
}

/** How many already have it, or the name if it is only one. */
function heldBy(holders: readonly Holder[], of: number): string {
  const [{ person, why } = {}] = holders
  if (!person || holders.length > 1) {
    const count = holders.length
    if (holders.every((one) => one.why?.held)) return m.offer_held_by({ count, name: '' })
    return count === of ? m.offer_overlaps_for_all() : m.offer_overlaps({ count })
  }
  // A different reason is shown as it is.
  if (why && !why.held) return `${person.short}: ${why.words}`
  return person.self ? m.offer_held_you() : m.offer_held_by({ count: 1, name: person.short })
}
