import type { EventBadge } from '#contract/events/office.ts'
import type { Places } from '#contract/events/events.ts'
import type { events } from '#server/database/schema/index.ts'

/** The facts that decide the badge of an event. */
export interface BadgedEvent extends Pick<
  typeof events.$inferSelect,
  'status' | 'startsAt' | 'endsAt' | 'publicFrom' | 'saleFrom' | 'saleUntil'
> {
  /** Of a published one, as everybody sees them: also of its categories and pools. */
  readonly places: Places | undefined
}

/** Few are left: five places, or a tenth of them. */
const isNearlyFull = (capacity: number, left: number) => left <= 5 || left < capacity / 10

/** The state of an event as people see it now. It is not stored. */
export function badgeOf(event: BadgedEvent, now: Date): EventBadge {
  const { status, startsAt, endsAt, publicFrom, saleFrom, saleUntil } = event
  if (status !== 'published') return status
  if (endsAt <= now) return 'over'
  if (startsAt <= now) return 'running'
  if (publicFrom > now) return 'hidden'
  if (saleFrom && saleFrom > now) return 'announced'
  if (saleUntil && saleUntil <= now) return 'sale_ended'
  const { capacity = null, left = null } = event.places ?? {}
  if (capacity === null || left === null) return 'on_sale'
  if (left === 0) return 'sold_out'
  return isNearlyFull(capacity, left) ? 'last_places' : 'on_sale'
}
