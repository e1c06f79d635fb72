import type { MembershipConfiguration } from '#contract/organisations.ts'
import { m } from '#words/messages.js'
import { closedWords } from '#web/features/orders/words.ts'

/** Somebody for whom the list of offers is: the reader, or whom they may buy for. */
export interface OfferPerson {
  readonly id: string
  readonly name: string
  /** The first name, or both where two share it. */
  readonly short: string
  readonly self: boolean
}

/** How a club's season stands with people. */
export interface OfferAvailability {
  /** Why it cannot be bought, or who needs no other; null while nothing stands in the way. */
  readonly words: string | null
  /** All of them have a membership of that season. */
  readonly held: boolean
  /** An unpaid order holds it, or its days, for somebody, and for nobody else is there anything to buy. */
  readonly unpaid: boolean
  /** For whom it is bought: the reader whenever the reader can; null where nobody can. */
  readonly buyer: OfferPerson | null
}

/** How an offer stands with one person or several: nobody pays twice for the same days. */
export function availabilityOf(offer: MembershipConfiguration, people: readonly OfferPerson[]): OfferAvailability {
  const closed = people.map((person) => ({ person, why: closedWords(offer, person.id) }))
  const open = closed.find(({ why }) => why === null)?.person ?? null
  const standing = closed.filter(({ person }) =>
    offer.closedFor.some(
      ({ memberId, reason }) => memberId === person.id && (reason === 'held' || reason === 'reserved'),
    ),
  )
  const held = people.length > 0 && closed.every(({ why }) => why?.held)
  const count = standing.length
  const facts = { held, unpaid: open === null && closed.some(({ why }) => why?.unpaid), buyer: open }
  // What one of several cannot have is open to the others.
  const alone = people.length === 1
  if (alone || count === 0) return { words: (alone || !open ? closed[0]?.why?.words : null) ?? null, ...facts }
  return { words: held ? m.offer_closed_for_all() : heldBy(standing, people.length), ...facts }
}

interface Standing {
  readonly person: OfferPerson
  readonly why: ReturnType<typeof closedWords>
}

/** Who of several has it already; one of them by name. */
function heldBy(those: readonly Standing[], of: number): string {
  const [{ person, why } = {}] = those
  if (!person || those.length > 1) {
    const count = those.length
    if (those.every((one) => one.why?.held)) return m.offer_held_by({ count, name: '' })
    return count === of ? m.offer_overlaps_for_all() : m.offer_overlaps({ count })
  }
  // Other days, or what another order reserves, is said as it is.
  if (why && !why.held) return `${person.short}: ${why.words}`
  return person.self ? m.offer_held_you() : m.offer_held_by({ count: 1, name: person.short })
}
