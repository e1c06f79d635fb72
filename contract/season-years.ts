/** The same day a year later; 28 February instead of the 29th. */
export function yearOn(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return next.endsWith('-02-29') ? `${next.slice(0, 8)}28` : next
}

/** The name a year on: `Adult 2026` becomes `Adult 2027`, `Choir 2026/27` becomes `Choir 2027/28`. */
export const nameYearOn = (name: string): string =>
  name.replaceAll(
    /\b((?:19|20)\d\d)(?:([/–-])(\d\d)\b(?!\d))?/g,
    (_, year: string, between: string | undefined, short: string | undefined) =>
      `${Number(year) + 1}${between && short ? between + String((Number(short) + 1) % 100).padStart(2, '0') : ''}`,
  )

/** The days a year on. A season that ends the day before its first day comes round again does so next year, too: no day is left out. */
export function daysYearOn({ startDate, endDate }: { startDate: string; endDate: string }) {
  const start = yearOn(startDate)
  return { startDate: start, endDate: dayAfter(endDate) === start ? dayBefore(yearOn(start)) : yearOn(endDate) }
}

const DAY = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
