import { type HandEvent, MOST_OFFERS } from '#contract/orders/by-hand.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { pricesAt } from '../registration/phases.ts'
import { leftOfCategory } from '../registration/places.ts'
import { selectEventsForSale } from '../registration/queries.ts'

/** A club's published events, also those of the last 30 days, the first first, with the places that are left. */
export async function offeredEvents(db: Reader, orgId: string): Promise<HandEvent[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from events where org_id = ${orgId}::uuid and status = 'published' and ends_at > portal_now() - interval '30 days'
    order by starts_at, id limit ${MOST_OFFERS}`)
  const ids = rows.map(({ id }) => id)
  const events = await selectEventsForSale(db, { eventIds: ids, memberIds: [], buyerId: null, wanted: [] })
  return ids.flatMap((id) => {
    const event = events.get(id)
    if (!event) return []
    return {
      id,
      title: event.title.da,
      startsAt: event.startsAt.toISOString(),
      timeZone: event.timeZone,
      categories: event.categories
        .filter(({ closed }) => !closed)
        .map((category) => ({
          category: category.category,
          name: category.name.da,
          price: { minor: pricesAt(category, event.now).price, currency: event.currency },
          left: leftOfCategory(event, category),
        })),
    }
  })
}
