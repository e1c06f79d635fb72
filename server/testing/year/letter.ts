import { daysBetween, type Day } from './days.ts'
import type { ClubKey } from './seasons.ts'

/** The address of whoever is the chair of both clubs. */
export const OFFICE = 'office@year.example'

/** A mail that somebody must get. */
export interface Letter {
  readonly to: string
  readonly club: ClubKey | null
  readonly kind: string
  /** Facts that it must name, and those that it must not. */
  readonly about: {
    readonly end: Day
    readonly charge?: Day
    readonly amount?: number
    readonly cardExpires?: boolean
    /** Another card cannot be given before that day. */
    readonly soldFrom?: Day | null
    readonly raised?: boolean
    /** The card had run out when it was declined. */
    readonly expired?: boolean
    /** They only had a trial. */
    readonly trial?: boolean
  }
}

/** Which reminder is due; null on other days. */
export function reminderOn(day: Day, end: Day, grace: number, trial: boolean): string | null {
  const left = daysBetween(day, end)
  if (left + grace < 0) return null
  if (trial) return left > 7 || left < -7 ? null : left < 0 ? 'trial is over' : 'trial'
  if (left < 0) return left + grace < 7 ? 'grace' : null
  return left > 30 ? null : left > 7 ? '30' : '7'
}
