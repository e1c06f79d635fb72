import type { EventBadge } from '#contract/events/office.ts'
import type { events } from '#server/database/schema/index.ts'

/** The facts that decide the badge of an event; `held` are places that unpaid orders hold now. */
export type BadgedEvent = Pick<
  typeof events.$inferSelect,
  'status' | 'startsAt' | 'endsAt' | 'publicFrom' | 'saleFrom' | 'saleUntil' | 'capacity' | 'sold' | 'held'
>

/** Few are left: five places, or a tenth of them. */
const isNearlyFull = (capacity: number, left: number) => left <= 5 || left < capacity / 10

/** The state of an event as people see it now. It is not stored. */
export function badgeOf(event: BadgedEvent, now: Date): EventBadge {
  const { status, startsAt, endsAt, publicFrom, saleFrom, saleUntil, capacity } = event
  if (status !== 'published') return status
  if (endsAt <= now) return 'over'
  if (startsAt <= now) return 'running'
  if (publicFrom > now) return 'hidden'
  if (saleFrom && saleFrom > now) return 'announced'
  if (saleUntil && saleUntil <= now) return 'sale_ended'
  if (capacity === null) return 'on_sale'
  const left = capacity - event.sold - event.held
  if (left <= 0) return 'sold_out'
  return isNearlyFull(capacity, left) ? 'last_places' : 'on_sale'
}
