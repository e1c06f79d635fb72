import { beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { buildClub } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { currentMemberPrice, currentPrice, joinCurrentPhase, priceFor, pricesAt } from './phases.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

/** Prices of the category and of its early price, in øre; then what anybody pays now, and a member. */
const prices: [string, { own: [number, number | null]; early?: [number, number | null] }, [number, number]][] = [
  ['without an early price', { own: [20_000, 10_000] }, [20_000, 10_000]],
  ['an early price for members, too', { own: [20_000, 10_000], early: [15_000, 5000] }, [15_000, 5000]],
  ['an early price above that of members', { own: [20_000, 10_000], early: [15_000, null] }, [15_000, 10_000]],
  ['an early price while members come for nothing', { own: [20_000, 0], early: [15_000, null] }, [15_000, 0]],
  ['an early price below that of members', { own: [20_000, 10_000], early: [8000, null] }, [8000, 8000]],
  ['an early price and none for members', { own: [20_000, null], early: [15_000, null] }, [15_000, 15_000]],
]

test.each(prices)(
  '%s: members never pay more than otherwise, in lists and when they buy',
  async (_, { own, early }, pay) => {
    const [price, memberPrice] = own
    const event = await buildEvent(app, await buildClub(app), {
      categories: [{ category: 'adult', price, memberPrice }],
    })
    const category = event.categories['adult']!.id
    if (early)
      await app.database.sql(
        `insert into event_phases (id, event_id, category_id, position, name_texts, price, member_price, places)
       values ($1, $2, $3, 0, '{"da": "Tidlig"}', $4, $5, 9)`,
        [newId(), event.id, category, ...early],
      )
    const phases = early
      ? [{ id: newId(), name: { da: 'Tidlig' }, price: early[0], memberPrice: early[1], until: null, places: 9 }]
      : []
    const bought = pricesAt({ price, memberPrice, phases, sold: 0, held: 0 }, new Date())
    expect([priceFor(bought, false), priceFor(bought, true)]).toEqual(pay)
    const { rows } = await app.context.db.execute<{ price: number; member: number | null }>(sql`
    select (${currentPrice})::float8 as price, (${currentMemberPrice})::float8 as member
    from event_categories categories ${joinCurrentPhase} where categories.id = ${category}`)
    expect([rows[0]!.price, rows[0]!.member]).toEqual([bought.price, bought.memberPrice])
  },
)
