import type { CategoryForSale, EventForSale, Limit } from './queries.ts'

/** An event by what limits it and its categories. */
export interface OfferedPlaces extends Limit {
  readonly categories: readonly (Limit & Pick<CategoryForSale, 'pool'>)[]
}

/** Places that one limit leaves; Infinity where there is none. */
const leftIn = ({ capacity, sold, held }: Limit): number =>
  capacity === null ? Infinity : Math.max(capacity - sold - held, 0)

const finite = (left: number): number | null => (left === Infinity ? null : left)

type Places = Pick<EventForSale, 'id' | 'capacity' | 'sold' | 'held'>

/** Every limit that a place of a category counts against: its own, that of those who share places with it, the event's. */
const limitsOf = (event: Places, category: CategoryForSale): (Limit & { readonly id: string })[] => [
  event,
  category,
  ...(category.pool ? [category.pool] : []),
]

/** Places of a category that can be taken; null: no limit. */
export const leftOfCategory = (event: Places, category: CategoryForSale): number | null =>
  finite(Math.min(...limitsOf(event, category).map(leftIn)))

/** Places of all categories together; null: no limit. */
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

/** Places of one selection: what it takes, no longer is left for its next line. */
interface PlaceAllocation {
  /** Null: no limit. `wanted`: what the selection takes with one more. There are enough as long as it is not above `left`. */
  leftFor(event: EventForSale, category: CategoryForSale): { left: number | null; wanted: number }
  /** Whether the selection has a place for the person already, where nobody may have two. */
  hasTaken(event: EventForSale, memberId: string): boolean
  take(event: EventForSale, category: CategoryForSale, memberId: string): void
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
  }
}
