import type { Output } from '#contract/endpoint.ts'
import type { events } from '#contract/events.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { keepBriefly } from '#server/http/keep-briefly.ts'
import { seesEarly } from './perspective-queries.ts'
import { selectCategories, selectOptionalShown } from './show-queries.ts'

/** How long a price that a club has just changed is still shown as it was. Whoever orders gets the price of that moment. */
const SECONDS = 5

/** What a category costs, kept by event for a few seconds. Whether it may be seen is as old as the price. */
export function priceOf(db: Db) {
  const readEvent = keepBriefly((eventId) => readPrices(db, eventId), { seconds: SECONDS, most: 1000 })

  return async (
    actor: Actor,
    { eventId, category }: { eventId: string; category: string },
  ): Promise<Output<typeof events.pricing>> => {
    const event = await readEvent(eventId)
    if (!event) throw new Problem('event_not_found')
    if (!event.isPublic && !seesEarly(actor, event.orgKey))
      throw new Problem('event_not_public', {
        data: { from: event.publicFrom.toISOString(), timeZone: event.timeZone },
      })
    const name = category.toLowerCase()
    const found = event.categories.find((one) => one.category === name)
    if (!found) throw new Problem('category_not_found')
    const { price, memberPrice } = found
    const { currency } = event
    return {
      eventId,
      category: found.category,
      name: found.name,
      price: price / 100,
      memberPrice: memberPrice === null ? null : memberPrice / 100,
      currencySymbol: currency,
      parts: {
        price: { minor: price, currency },
        memberPrice: memberPrice === null ? null : { minor: memberPrice, currency },
      },
    }
  }
}

async function readPrices(db: Db, eventId: string) {
  const event = await selectOptionalShown(db, eventId)
  if (!event) return null
  return { ...event, categories: await selectCategories(db, eventId) }
}
