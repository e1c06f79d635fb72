import { addDays } from '#server/database/clock.ts'

export interface Season {
  /** `YYYY-MM-DD`, both included. */
  readonly startDate: string
  readonly endDate: string
  readonly combinable: boolean
  readonly isTrial: boolean
  readonly configurationId: string
}

/** A season that somebody has paid for, or that an order holds for them. */
export interface Held extends Season {
  readonly status: 'held' | 'active'
  readonly secondsHeld?: number | null
}

/** Details of a refusal about the conflicting season: `retryAfter` while only an unpaid order holds it, `beingPaid` once that is being paid. */
export const refusalData = (name: string, { startDate, endDate, status, secondsHeld }: Held) => ({
  name,
  startDate,
  endDate,
  paid: status === 'active',
  ...(status === 'held' && secondsHeld === null && { beingPaid: true }),
  ...(typeof secondsHeld === 'number' && { retryAfter: secondsHeld }),
})

const sharesDays = (one: Season, other: Season): boolean =>
  !one.combinable && !other.combinable && one.startDate <= other.endDate && other.startDate <= one.endDate

/** A paid trial ends when a full membership for some of its days is bought. */
export const isReplacedBy = (held: Held, wanted: Season): boolean =>
  held.isTrial && held.status === 'active' && !wanted.isTrial && sharesDays(held, wanted)

/**
 * Whether a held season prevents another one in the same club: it is the same one, or they share a day and neither is
 * combinable.
 */
export const conflicts = (held: Held, wanted: Season): boolean =>
  held.configurationId === wanted.configurationId || (sharesDays(held, wanted) && !isReplacedBy(held, wanted))

/** The last day of a trial that a full membership replaces: the day before the full membership begins, but not before it is paid. */
export function lastDayOfTrial(trial: Season, wanted: Pick<Season, 'startDate'>, today: string): string {
  const dayBefore = addDays(wanted.startDate > today ? wanted.startDate : today, -1)
  const last = dayBefore < trial.endDate ? dayBefore : trial.endDate
  return last > trial.startDate ? last : trial.startDate
}
