// Calendar days are `YYYY-MM-DD`. Arithmetic is done at noon UTC, which daylight saving never skips.

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const text = (date: Date) => date.toISOString().slice(0, 10)

/** Negative `days` go back. */
export function addDays(day: string, days: number): string {
  const date = noon(day)
  date.setUTCDate(date.getUTCDate() + days)
  return text(date)
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((noon(to).getTime() - noon(from).getTime()) / 86_400_000)

/** Monday 0 to Sunday 6. */
export const weekdayOf = (day: string): number => (noon(day).getUTCDay() + 6) % 7

export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day))

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

export const monthEnd = (day: string): string => addDays(addMonths(monthStart(day), 1), -1)

/** The day in another month, or its last day if that is shorter. */
export function addMonths(day: string, months: number): string {
  const first = noon(monthStart(day))
  first.setUTCMonth(first.getUTCMonth() + months)
  const start = text(first)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${start.slice(0, 7)}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** ISO 8601 week number. */
export function isoWeekOf(day: string): number {
  const thursday = addDays(mondayOf(day), 3)
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

export const isDay = (value: string | undefined): value is string =>
  value !== undefined &&
  /^[12]\d{3}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  text(noon(value)) === value
