/** Denmark's public holidays, with the eves of Christmas and of the new year. */
export const holidays = [
  'new_year',
  'maundy_thursday',
  'good_friday',
  'easter',
  'easter_monday',
  'ascension',
  'whit_sunday',
  'whit_monday',
  'christmas_eve',
  'christmas_day',
  'boxing_day',
  'new_years_eve',
] as const
export type Holiday = (typeof holidays)[number]

const fixed: Readonly<Record<string, Holiday>> = {
  '01-01': 'new_year',
  '12-24': 'christmas_eve',
  '12-25': 'christmas_day',
  '12-26': 'boxing_day',
  '12-31': 'new_years_eve',
}

/** By days after Easter Sunday. */
const movable: Readonly<Record<number, Holiday>> = {
  [-3]: 'maundy_thursday',
  [-2]: 'good_friday',
  0: 'easter',
  1: 'easter_monday',
  39: 'ascension',
  49: 'whit_sunday',
  50: 'whit_monday',
}

/** The holiday on a local day, `YYYY-MM-DD`; null on any other. */
export function holidayOf(day: string): Holiday | null {
  const afterEaster = (Date.parse(day) - easterOf(Number(day.slice(0, 4)))) / 86_400_000
  return fixed[day.slice(5)] ?? movable[afterEaster] ?? null
}

/** Easter Sunday of a year in the Gregorian calendar, as UTC milliseconds: the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const n = Math.floor((a + 11 * h + 22 * l) / 451)
  const p = h + l - 7 * n + 114
  return Date.UTC(year, Math.floor(p / 31) - 1, (p % 31) + 1)
}
