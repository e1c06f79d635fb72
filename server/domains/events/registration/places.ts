import type { Places as ShownPlaces } from '#contract/events/answers.ts'
import type { CategoryForSale, EventForSale, Limit } from './queries.ts'

/** The limits of an event and its categories. */
export interface OfferedPlaces extends Limit {
  readonly categories: readonly (Limit & Pick<CategoryForSale, 'pool'>)[]
}

/** Places left by one limit; Infinity if there is none. */
export const leftIn = ({ capacity, sold, held }: Limit): number =>
  capacity === null ? Infinity : Math.max(capacity - sold - held, 0)

const finite = (left: number): number | null => (left === Infinity ? null : left)

type WithId = Limit & { readonly id: string }
type InCategory = WithId & { readonly pool: WithId | null }

/** Every limit that a place of a category counts against: the category's, its pool's, the event's. */
export const limitsOf = (event: WithId, category: InCategory): WithId[] => [
  event,
  category,
  ...(category.pool ? [category.pool] : []),
]

export const leftOfCategory = (event: WithId, category: InCategory): number | null =>
  finite(Math.min(...limitsOf(event, category).map(leftIn)))

/** Places left in all categories together; null: no limit. */
export function leftOfEvent(event: OfferedPlaces): number | null {
  const pools = new Map<string, { limit: Limit; categories: number }>()
  let alone = 0
  for (const category of event.categories) {
    const left = leftIn(category)
    if (!category.pool) alone += left
    else {
      const pool = pools.get(category.pool.id) ?? { limit: category.pool, categories: 0 }
      pools.set(category.pool.id, { ...pool, categories: pool.categories + left })
    }
  }
  const pooled = [...pools.values()].map(({ limit, categories }) => Math.min(leftIn(limit), categories))
  return finite(Math.min(leftIn(event), alone + pooled.reduce((sum, left) => sum + left, 0)))
}

/** Places in all and left, as everybody sees them: the places of categories and pools may be fewer than the event's. */
export function placesOf(event: OfferedPlaces): ShownPlaces {
  const left = leftOfEvent(event)
  return { capacity: left === null ? null : event.sold + event.held + left, left }
}

/** Tracks the places taken by one selection, so that its next lines see fewer. */
interface PlaceAllocation {
  /** Null: no limit. `wanted`: the places taken by the selection, plus one; there are enough if it is at most `left`. */
  leftFor(event: EventForSale, category: CategoryForSale): { left: number | null; wanted: number }
  /** Whether the selection already has a place for the person and the event allows only one. */
  hasTaken(event: EventForSale, memberId: string): boolean
  take(event: EventForSale, category: CategoryForSale, memberId: string): void
  takenOf(category: CategoryForSale): number
}

export function allocatePlaces(): PlaceAllocation {
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
    takenOf: ({ id }) => taken.get(id) ?? 0,
  }
}
