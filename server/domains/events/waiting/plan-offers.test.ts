import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventForSale } from '../registration/queries.ts'
import { fitsAtAll, type PlannedOffer, type PlannedWish, planOffers, withHeld } from './plan-offers.ts'

type Event = Parameters<typeof planOffers>[0]
type Category = EventForSale['categories'][number]

const category = (id: string, capacity: number | null, pool: Category['pool'] = null) =>
  ({ id, capacity, sold: 0, held: 0, closed: false, pool }) as Category

const event = (capacity: number | null, categories: Category[]): Event => ({
  id: 'event',
  capacity,
  sold: 0,
  held: 0,
  categories,
})

const wish = (id: string, least: number, ...categories: string[]): PlannedWish => ({
  id,
  least,
  people: categories.map((categoryId, at) => ({ memberId: `${id}-${at}`, categoryId })),
})

const sizes = (offers: readonly PlannedOffer[]) => offers.map(({ wishId, places }) => `${wishId} ${places.length}`)

test('a family that does not fit is passed and keeps its turn', () => {
  const family = wish('family', 4, 'adult', 'adult', 'adult', 'adult')
  const one = wish('one', 1, 'adult')
  expect(sizes(planOffers(event(3, [category('adult', null)]), [family, one]))).toEqual(['one 1'])
  expect(sizes(planOffers(event(4, [category('adult', null)]), [family, one]))).toEqual(['family 4'])
  expect(sizes(planOffers(event(5, [category('adult', null)]), [family, one]))).toEqual(['family 4', 'one 1'])
})

test('at least two of three take three where there are three, two where there are two, and none where there is one', () => {
  const some = wish('some', 2, 'adult', 'adult', 'adult')
  const offered = (places: number) => sizes(planOffers(event(places, [category('adult', null)]), [some]))
  expect([offered(3), offered(2), offered(1)]).toEqual([['some 3'], ['some 2'], []])
})

test('category, pool and event all count', () => {
  const pool = { id: 'pool', capacity: 2, sold: 0, held: 0 }
  const full = event(10, [category('adult', 1, pool), category('child', null, pool), category('guest', 1)])
  expect(sizes(planOffers(full, [wish('a', 1, 'adult', 'adult', 'child', 'child', 'guest')]))).toEqual(['a 3'])
  expect(fitsAtAll(full, wish('a', 1, 'child', 'child', 'child').people)).toBe(2)
})

test('whatever becomes free, nobody whose wish fits is passed, nobody is offered twice, and no place stays free for nobody', () => {
  const categories = ['adult', 'child', 'guest']
  const anyWish = fc.record({
    people: fc.array(fc.constantFrom(...categories), { minLength: 1, maxLength: 5 }),
    least: fc.integer({ min: 1, max: 5 }),
  })
  const anyEvent = fc.record({
    event: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
    pool: fc.integer({ min: 0, max: 6 }),
    adult: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
    child: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
    guest: fc.integer({ min: 0, max: 4 }),
  })
  // Somebody joins, cancels a place, or does not take an offer; or there is one more.
  const anySteps = fc.array(
    fc.oneof(
      fc.record({ join: anyWish }),
      fc.record({ free: fc.nat() }),
      fc.record({ decline: fc.nat() }),
      fc.record({ raise: fc.constantFrom('event', ...categories) }),
    ),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(anyEvent, anySteps, (limits, steps) => {
      const pool = { id: 'pool', capacity: limits.pool, sold: 0, held: 0 }
      let current = event(limits.event, [
        category('adult', limits.adult, pool),
        category('child', limits.child, pool),
        category('guest', limits.guest),
      ])
      let waiting: PlannedWish[] = []
      let held: PlannedOffer[] = []
      const served = new Set<string>()
      const now = () =>
        withHeld(
          current,
          held.flatMap(({ places }) => places),
        )
      const offerAll = () => {
        const before = now()
        const offers = planOffers(before, waiting)
        for (const { wishId, places } of offers) {
          const asked = waiting.find(({ id }) => id === wishId)!
          expect(places.length).toBeGreaterThanOrEqual(Math.min(asked.least, asked.people.length))
          for (const { memberId } of places) {
            expect(served.has(memberId)).toBe(false)
            served.add(memberId)
          }
        }
        // Each by itself: everybody before it who was passed did not fit what was left then.
        let seen = before
        for (const one of waiting) {
          const offer = offers.find(({ wishId }) => wishId === one.id)
          expect(planOffers(seen, [one])).toEqual(offer ? [offer] : [])
          if (offer) seen = withHeld(seen, offer.places)
        }
        const offered = new Set(offers.map(({ wishId }) => wishId))
        held = [...held, ...offers]
        waiting = waiting.filter(({ id }) => !offered.has(id))
        expect(planOffers(now(), waiting)).toEqual([])
        // No limit is exceeded.
        for (const limit of [now(), ...now().categories, ...now().categories.flatMap((one) => one.pool ?? [])])
          expect(limit.held).toBeLessThanOrEqual(limit.capacity ?? Infinity)
      }
      steps.forEach((step, at) => {
        if ('join' in step) {
          const { people, least } = step.join
          waiting = [...waiting, wish(`wish${at}`, Math.min(least, people.length), ...people)]
        } else if ('free' in step && held.length > 0) {
          const gone = step.free % held.length
          held = held.toSpliced(gone, 1, { ...held[gone]!, places: held[gone]!.places.slice(1) })
        } else if ('decline' in step && held.length > 0) held = held.toSpliced(step.decline % held.length, 1)
        else if ('raise' in step) current = raised(current, step.raise)
        offerAll()
      })
    }),
    { numRuns: 300 },
  )
})

function raised(before: Event, what: string): Event {
  const more = (capacity: number | null) => (capacity === null ? null : capacity + 1)
  if (what === 'event') return { ...before, capacity: more(before.capacity) }
  const categories = before.categories.map((one) => (one.id === what ? { ...one, capacity: more(one.capacity) } : one))
  return { ...before, categories }
}
