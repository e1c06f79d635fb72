// Calendar days are texts, `YYYY-MM-DD`. They are counted at noon UTC, where no clock is ever put forward or back.

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const text = (date: Date) => date.toISOString().slice(0, 10)

/** A day so many days later; earlier where they are negative. */
export function addDays(day: string, days: number): string {
  const date = noon(day)
  date.setUTCDate(date.getUTCDate() + days)
  return text(date)
}

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((noon(to).getTime() - noon(from).getTime()) / 86_400_000)

/** The weekday, Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (noon(day).getUTCDay() + 6) % 7

export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

export const monthEnd = (day: string): string => addDays(addMonths(monthStart(day), 1), -1)

/** The same day of another month, or its last one where it is shorter. */
export function addMonths(day: string, months: number): string {
  const first = noon(monthStart(day))
  first.setUTCMonth(first.getUTCMonth() + months)
  const start = text(first)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${start.slice(0, 7)}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** The week's number by ISO 8601: week 1 is the one with the year's first Thursday. */
export function isoWeekOf(day: string): number {
  const thursday = addDays(mondayOf(day), 3)
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

export const isDay = (value: string | undefined): value is string =>
  value !== undefined &&
  /^[12]\d{3}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  text(noon(value)) === value
