/** The day a year later; 28 February instead of the 29th. */
export function yearOn(day: string): string {
  const next = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
  return next.endsWith('-02-29') ? `${next.slice(0, 8)}28` : next
}

/**
 * The name one year later: `Adult 2026` becomes `Adult 2027`, `Choir 2026/27` and `Choir 26/27` become `Choir 2027/28` and `Choir 27/28`.
 * @param startDate of the season, which tells years without a century from ages and teams
 */
export function nameYearOn(name: string, startDate: string): string {
  const year = (ahead: number) => String((Number(startDate.slice(0, 4)) + ahead) % 100).padStart(2, '0')
  const short = new RegExp(String.raw`(?<![\d/–-])${year(0)}([/–-])${year(1)}(?![\d/–-])`, 'g')
  return withLongYearsOn(name).replaceAll(short, (_, between: string) => year(1) + between + year(2))
}

const withLongYearsOn = (name: string): string =>
  name.replaceAll(
    /\b((?:19|20)\d\d)(?:([/–-])(\d\d)\b(?!\d))?/g,
    (_, year: string, between: string | undefined, short: string | undefined) =>
      `${Number(year) + 1}${between && short ? between + String((Number(short) + 1) % 100).padStart(2, '0') : ''}`,
  )

/** The days one year later. A season that ends the day before its first day comes round again does so next year, too: no day is left out. */
export function daysYearOn({ startDate, endDate }: { startDate: string; endDate: string }) {
  const start = yearOn(startDate)
  if (dayAfter(endDate) === start) return { startDate: start, endDate: dayBefore(yearOn(start)) }
  // The last day of a month stays one.
  const end = dayAfter(endDate).endsWith('-01') ? dayBefore(yearOn(dayAfter(endDate))) : yearOn(endDate)
  return { startDate: start, endDate: end }
}

const DAY = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
