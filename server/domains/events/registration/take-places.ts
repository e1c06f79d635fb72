import { leftIn, leftOfCategory, limitsOf } from './places.ts'
import type { CategoryForSale, EventForSale } from './queries.ts'

/** Places of one selection: what it takes, no longer is left for its next line. */
export interface Taking {
  /** Null: no limit. `wanted`: what the selection takes with one more. There are enough as long as it is not above `left`. */
  leftFor(event: EventForSale, category: CategoryForSale): { left: number | null; wanted: number }
  /** Whether the selection has a place for the person already, where nobody may have two. */
  hasTaken(event: EventForSale, memberId: string): boolean
  take(event: EventForSale, category: CategoryForSale, memberId: string): void
}

export function takePlaces(): Taking {
  const taken = new Map<string, number>()
  const people = new Set<string>()
  return {
    leftFor(event, category) {
      const left = leftOfCategory(event, category)
      if (left === null) return { left, wanted: 1 }
      const still = Math.min(...limitsOf(event, category).map((limit) => leftIn(limit) - (taken.get(limit.id) ?? 0)))
      return { left, wanted: left - still + 1 }
    },
    hasTaken: (event, memberId) => event.onePerPerson && people.has(`${event.id} ${memberId}`),
    take(event, category, memberId) {
      for (const limit of limitsOf(event, category)) taken.set(limit.id, (taken.get(limit.id) ?? 0) + 1)
      people.add(`${event.id} ${memberId}`)
    },
  }
}
