import { type HandEvent, MOST_OFFERS } from '#contract/orders/by-hand.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { pricesAt } from '../registration/phases.ts'
import { leftOfCategory } from '../registration/places.ts'
import { selectEventsForSale } from '../registration/queries.ts'
import { keepAllForWaiting } from '../waiting/wishes.ts'

/**
 * A club's published events, also those of the last 30 days, the first first, with the places that are left.
 * @param asked one that is among them, however many there are and however long it is over
 */
export async function offeredEvents(db: Reader, orgId: string, asked?: string): Promise<HandEvent[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select id, starts_at from events where org_id = ${orgId}::uuid and status = 'published'
        and (ends_at > portal_now() - interval '30 days' ${asked ? sql`or id = ${asked}::uuid` : sql``})
      order by ${asked ? sql`id = ${asked}::uuid desc,` : sql``} starts_at, id limit ${MOST_OFFERS}
    ) offered
    order by starts_at, id`)
  const ids = rows.map(({ id }) => id)
  const events = await keepAllForWaiting(
    db,
    await selectEventsForSale(db, { eventIds: ids, memberIds: [], buyerId: null, wanted: [] }),
  )
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
