import { CUTOFF_HOURS } from '#contract/events/waiting.ts'
import { addDays, copenhagenDate, copenhagenHour } from '#server/database/clock.ts'
import { momentOf } from '#server/database/local-time.ts'

const HOUR = 3_600_000

/** From then on nobody waits any more. */
export const cutoffOf = ({ startsAt }: { readonly startsAt: Date }): Date =>
  new Date(startsAt.getTime() - CUTOFF_HOURS * HOUR)

/**
 * Until when an offer made now is held: 24 hours, within a week of the start 6, within two days 2. It ends between 9:00 and 21:00 in
 * Copenhagen, later rather than earlier, but never after the cut-off.
 */
export function offerUntil(event: { readonly startsAt: Date }, now: Date): Date {
  const ahead = event.startsAt.getTime() - now.getTime()
  const hours = ahead < 48 * HOUR ? 2 : ahead < 7 * 24 * HOUR ? 6 : 24
  const until = byDay(new Date(now.getTime() + hours * HOUR))
  return new Date(Math.min(until.getTime(), cutoffOf(event).getTime()))
}

function byDay(until: Date): Date {
  const hour = copenhagenHour(until)
  if (hour >= 9 && hour < 21) return until
  const day = copenhagenDate(until)
  return momentOf(`${hour < 9 ? day : addDays(day, 1)}T09:00`, 'Europe/Copenhagen')
}
