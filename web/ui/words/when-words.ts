import { intlLocale } from './format.ts'

interface Times {
  /** Moments. */
  readonly startDate: string
  readonly endDate: string
  /** The place's, an IANA name. */
  readonly timeZone: string
}

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
const dayIn = (moment: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))

/** The clock of a moment in a time zone, `HH:MM`. */
const clockIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(moment))

/** The last day on which an event takes place: one that ends at midnight does not reach into the next day. */
export function lastDayOf({ startDate, endDate, timeZone }: Times): string {
  const first = dayIn(startDate, timeZone)
  if (clockIn(endDate, timeZone) !== '00:00') return dayIn(endDate, timeZone)
  const before = dayIn(new Date(Date.parse(endDate) - 60_000), timeZone)
  return before < first ? first : before
}

export const firstDayOf = ({ startDate, timeZone }: Times): string => dayIn(startDate, timeZone)

/** From midnight to midnight, or to the minute before. */
export const takesWholeDays = ({ startDate, endDate, timeZone }: Times): boolean =>
  clockIn(startDate, timeZone) === '00:00' && /00:00|23:59/.test(clockIn(endDate, timeZone)) && startDate !== endDate

/** Danish has a word before the hours, and the word stays with them on a line. */
const withHours = (words: string) => words.replaceAll(/(?:,| kl\.)? (?=\d\d\.\d\d)/g, ' kl.\u00a0')

const dateWith = (moment: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  withHours(new Intl.DateTimeFormat(intlLocale(), { timeZone, ...options }).format(new Date(moment)))

type Style = 'long' | 'short' | 'dated'

const dates: Record<Style, Intl.DateTimeFormatOptions> = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/**
 * When an event takes place, on the clock of its place: `Saturday, 13 June 2026, 09:00–17:00`; days alone where it takes
 * whole ones. In short without the year, and of one day only its beginning; dated like that with the year and the end.
 */
export function whenWords(times: Times, style: Style = 'long'): string {
  const { startDate, endDate, timeZone } = times
  const isWhole = takesWholeDays(times)
  const shown = isWhole ? dates[style] : { ...dates[style], ...clock }
  if (style === 'short' && firstDayOf(times) === lastDayOf(times)) return dateWith(startDate, timeZone, shown)
  // Midnight itself would name the next day.
  const end = new Date(Date.parse(endDate) - (isWhole ? 60_000 : 0))
  const text = new Intl.DateTimeFormat(intlLocale(), { timeZone, ...shown }).formatRange(new Date(startDate), end)
  const words = style === 'short' ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1)
  // Danish has a dash between two days; hours stay together on a line.
  return withHours(words)
    .replace(/-(?=\p{L})/u, ' – ')
    .replace(/(?<=\d)[–-](?=\d)/, '\u2060–\u2060')
}

/** A moment on the clock of a place: `lørdag den 13. juni 2026 kl. 09.00`, `Saturday, 13 June 2026 at 09:00`. */
export const momentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, { ...dates.long, ...clock })

/** The same in short: `13. jun. kl. 09.00`, `13 Jun, 09:00`. */
export const shortMomentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, { day: 'numeric', month: 'short', ...clock })

/** The clock of a moment at a place: `09:00`. */
export const timeWords = (moment: string, timeZone: string): string => dateWith(moment, timeZone, clock)

/** What a chip on a card shows: the day's number and the month in short. */
export function chipOf({ startDate, timeZone }: Times): { day: string; month: string } {
  return {
    day: String(Number(dayIn(startDate, timeZone).slice(8))),
    month: dateWith(startDate, timeZone, { month: 'short' }).replace('.', ''),
  }
}

const offsetIn = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value

/** The same moment on the reader's clock, when it shows something else than the place's. */
export function onReadersClock(
  { startDate, timeZone }: Times,
  readers = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | null {
  if (offsetIn(startDate, timeZone) === offsetIn(startDate, readers)) return null
  return momentWords(startDate, readers)
}

/** How a time zone is called: the city of its name. */
export const zoneName = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')
