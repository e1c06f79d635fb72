import { leftIn, limitsOf } from '../registration/places.ts'
import type { EventForSale } from '../registration/queries.ts'

type OfferedEvent = Pick<EventForSale, 'id' | 'capacity' | 'sold' | 'held' | 'categories'>

/** A place that somebody waits for. */
export interface WantedPlace {
  readonly memberId: string
  readonly categoryId: string
}

/** A wish, without those who have a place or cannot have one now. */
export interface PlannedWish {
  readonly id: string
  readonly people: readonly WantedPlace[]
  /** The fewest places that they take together. */
  readonly least: number
}

export interface PlannedOffer {
  readonly wishId: string
  readonly places: readonly WantedPlace[]
}

/**
 * Who is offered the free places of an event: whoever joined first and whose wish fits what is free, and so on. A wish that does not fit
 * is passed and keeps its turn. No place stays free while a wish that fits waits.
 * @param wishes in the order in which they joined
 */
export function planOffers(event: OfferedEvent, wishes: readonly PlannedWish[]): PlannedOffer[] {
  let taken: Taken = new Map()
  const offers: PlannedOffer[] = []
  for (const { id, people, least } of wishes) {
    const found = fit(event, people, taken)
    if (found.places.length === 0 || found.places.length < least) continue
    taken = found.taken
    offers.push({ wishId: id, places: found.places })
  }
  return offers
}

/** Places that the plan has given away, by the id of each limit. */
type Taken = ReadonlyMap<string, number>

/** As many of these people as there are places for. Limits contain each other, so taking whoever comes first takes the most. */
function fit(event: OfferedEvent, people: readonly WantedPlace[], before: Taken) {
  const taken = new Map(before)
  const places = people.filter(({ categoryId }) => {
    const category = event.categories.find(({ id }) => id === categoryId)
    if (!category || category.closed) return false
    const limits = limitsOf(event, category)
    if (limits.some((limit) => leftIn(limit) <= (taken.get(limit.id) ?? 0))) return false
    for (const { id } of limits) taken.set(id, (taken.get(id) ?? 0) + 1)
    return true
  })
  return { places, taken }
}

/** Those of these people for whom there are places now, whoever waits before them. */
export const fitsNow = (event: OfferedEvent, people: readonly WantedPlace[]): WantedPlace[] =>
  fit(event, people, new Map()).places

/** The event with so many more places in a category, and in what it belongs to. */
export function moreIn(event: OfferedEvent, categoryId: string, places: number): OfferedEvent {
  const more = <L extends { readonly capacity: number | null }>(limit: L): L =>
    limit.capacity === null ? limit : { ...limit, capacity: limit.capacity + places }
  const pool = event.categories.find(({ id }) => id === categoryId)?.pool
  const categories = event.categories.map((category) => ({
    ...(category.id === categoryId ? more(category) : category),
    pool: category.pool && category.pool.id === pool?.id ? more(category.pool) : category.pool,
  }))
  return { ...more(event), categories }
}

/** How many of these people would have a place if nobody else had one. */
export const fitsAtAll = (event: OfferedEvent, people: readonly WantedPlace[]): number =>
  fit(emptied(event), people, new Map()).places.length

const emptied = (event: OfferedEvent): OfferedEvent => ({
  ...event,
  sold: 0,
  held: 0,
  categories: event.categories.map((category) => ({
    ...category,
    sold: 0,
    held: 0,
    pool: category.pool && { ...category.pool, sold: 0, held: 0 },
  })),
})

/** The event with these places held as well. */
export function withHeld<E extends OfferedEvent>(event: E, places: readonly Pick<WantedPlace, 'categoryId'>[]): E {
  if (places.length === 0) return event
  const inCategory = (ids: ReadonlySet<string>) => places.filter(({ categoryId }) => ids.has(categoryId)).length
  const categories = event.categories.map((category) => {
    const { pool } = category
    const pooled = new Set(event.categories.filter((one) => pool && one.pool?.id === pool.id).map(({ id }) => id))
    return {
      ...category,
      held: category.held + inCategory(new Set([category.id])),
      pool: pool && { ...pool, held: pool.held + inCategory(pooled) },
    }
  })
  return { ...event, held: event.held + places.length, categories }
}
