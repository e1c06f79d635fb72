/** Days and hours in Europe/Copenhagen, counted from the day of seeding, so that the demo world never gets old. */

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

/** The moment of a wall clock, `HH:MM`, on a day. */
export function momentAt(day: string, clock: string): Date {
  const wanted = Date.parse(`${day}T${clock}:00Z`)
  const shown = Date.parse(`${clockFormat.format(wanted).replace(' ', 'T')}Z`)
  return new Date(wanted - (shown - wanted))
}

export interface Season {
  readonly startDate: string
  readonly endDate: string
  /** As people say it: `2026`, or `2026/27` when it spans two years. */
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
