/** Dates in Europe/Copenhagen relative to the day of seeding, so that the demo data never gets old. */

const clockFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Copenhagen',
  dateStyle: 'short',
  timeStyle: 'medium',
})

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The moment of a local time, `HH:MM`, on a day. */
export function momentAt(day: string, clock: string): Date {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  const shown = Date.parse(`${clockFormat.format(wanted).replace(' ', 'T')}Z`)
  return new Date(wanted - (shown - wanted))
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (day: string): Weekday => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!

/** Christmas to New Year, without events. */
export const isHoliday = (day: string): boolean => /-(12-24|12-25|12-26|12-31|01-01)$/.test(day)

export interface Planned {
  readonly inDays: number
  readonly weekday: Weekday
  /** Wall clock, `HH:MM`. */
  readonly at: string
  readonly hours: number
}

/**
 * The dates of an event: starts on its weekday nearest to the planned day, moved by a week or two to avoid holidays. Future events stay
 * in the future, past ones in the past.
 */
export function daysOfEvent(today: string, { inDays, weekday, at, hours }: Planned): string[] {
  const planned = addDays(today, inDays)
  const nearest = [0, 1, -1, 2, -2, 3, -3]
    .map((days) => addDays(planned, days))
    .find((day) => weekdayOf(day) === weekday)!
  const count = 1 + Math.floor((Number(at.slice(0, 2)) + hours) / 24)
  const daysFrom = (first: string) => Array.from({ length: count }, (_, days) => addDays(first, days))
  return [0, 7, -7, 14]
    .map((days) => daysFrom(addDays(nearest, days)))
    .find((days) => !days.some(isHoliday) && days[0]! > today === inDays > 0)!
}

export interface Season {
  readonly startDate: string
  readonly endDate: string
  /** `2026`, or `2026/27` when it spans two years. */
  readonly label: string
}

/** The season that covers a day, moved by whole years. `startsInMonth` counts from 1. */
export function seasonOf(day: string, startsInMonth: number, yearsOn = 0): Season {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const first = (month >= startsInMonth ? year : year - 1) + yearsOn
  const start = (of: number) => `${of}-${String(startsInMonth).padStart(2, '0')}-01`
  return {
    startDate: start(first),
    endDate: addDays(start(first + 1), -1),
    label: startsInMonth === 1 ? String(first) : `${first}/${String(first + 1).slice(2)}`,
  }
}
