import type { Language } from './values.ts'

/** When something takes place. */
export interface Times {
  /** Timestamps. */
  readonly startDate: string
  readonly endDate: string
  /** IANA name of the event's time zone. */
  readonly timeZone: string
}

// Cached, because creating a formatter is much slower than using it and lists format hundreds of dates.
const dateFormats = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, formatter)
  return formatter
}

export const intlLocales: Record<Language, string> = { da: 'da-DK', en: 'en-GB' }

/** A `YYYY-MM-DD` in full: `5 July 2026`. */
export const dayWords = (day: string, language: Language): string =>
  dateFormat(intlLocales[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )

/** The date of a timestamp in a time zone, `YYYY-MM-DD`. */
export const dayIn = (moment: string | Date, timeZone: string): string =>
  dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))

/** The time of a timestamp in a time zone, `HH:MM`. */
const clockIn = (moment: string, timeZone: string): string =>
  dateFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(moment))

/** The last day of an event; one that ends at midnight does not reach into the next day. */
export function lastDayOf({ startDate, endDate, timeZone }: Times): string {
  const first = dayIn(startDate, timeZone)
  if (clockIn(endDate, timeZone) !== '00:00') return dayIn(endDate, timeZone)
  const lastDay = dayIn(new Date(Date.parse(endDate) - 60_000), timeZone)
  return lastDay < first ? first : lastDay
}

export const firstDayOf = ({ startDate, timeZone }: Times): string => dayIn(startDate, timeZone)

/** From midnight to midnight, or to the minute before. */
export const takesWholeDays = ({ startDate, endDate, timeZone }: Times): boolean =>
  clockIn(startDate, timeZone) === '00:00' && /00:00|23:59/.test(clockIn(endDate, timeZone)) && startDate !== endDate

/** Danish puts "kl." before the time, with a non-breaking space. */
const withHours = (words: string) => words.replaceAll(/(?:,| kl\.)? (?=\d\d\.\d\d)/g, ' kl.\u00a0')

/** A timestamp in a time zone. */
export const dateWith = (moment: string, timeZone: string, language: Language, options: Intl.DateTimeFormatOptions) =>
  withHours(dateFormat(intlLocales[language], { timeZone, ...options }).format(new Date(moment)))

export type WhenStyle = 'long' | 'short' | 'dated'

export const whenDates: Record<WhenStyle, Intl.DateTimeFormatOptions> = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
}

export const whenClock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/**
 * When an event takes place, in its own time zone: `Saturday, 13 June 2026, 09:00–17:00`; dates only for whole days.
 * `short` omits the year, and the end on a single day; `dated` is short with both.
 */
export function whenWords(times: Times, language: Language, style: WhenStyle = 'long'): string {
  const words = whenInSentence(times, language, style)
  return style === 'short' ? words : words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** The time inside a sentence, where a Danish weekday has no capital. */
export function whenInSentence(times: Times, language: Language, style: WhenStyle = 'long'): string {
  const { startDate, endDate, timeZone } = times
  const isWhole = takesWholeDays(times)
  const shown = isWhole ? whenDates[style] : { ...whenDates[style], ...whenClock }
  if (style === 'short' && firstDayOf(times) === lastDayOf(times)) return dateWith(startDate, timeZone, language, shown)
  // Midnight itself would show the next day.
  const end = new Date(Date.parse(endDate) - (isWhole ? 60_000 : 0))
  const text = dateFormat(intlLocales[language], { timeZone, ...shown }).formatRange(new Date(startDate), end)
  // An en dash between Danish days; no line break within a time range.
  return withHours(text)
    .replace(/-(?=\p{L})/u, ' – ')
    .replace(/(?<=\d)[–-](?=\d)/, '\u2060–\u2060')
}
