import { moneyRangeWords, moneyWords, numberWords, type Amount } from '#contract/money-words.ts'
import { getLocale, type Locale } from '#words/runtime.js'
import { m } from '#words/messages.js'

const zone = 'Europe/Copenhagen'

// Cached, because creating a formatter is much slower than using it and lists format hundreds of dates.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, formatter)
  return formatter
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const formatter = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  numberFormats.set(key, formatter)
  return formatter
}

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export const formatMoney = (amount: Amount): string => moneyWords(amount, getLocale())

/** From one amount to another: `0–45 kr.`, `DKK 0–45`. */
export const formatMoneyRange = (from: Amount, to: Amount): string => moneyRangeWords(from, to, getLocale())

/** A calendar day (`YYYY-MM-DD`) or timestamp as a date in Copenhagen: `3. marts 2026`, `3 March 2026`. */
export const formatDate = (value: string): string => format(value, { dateStyle: 'long' })

/** Like `formatDate`, with an abbreviated month. */
export const formatShortDate = (value: string): string => format(value, { dateStyle: 'medium' })

/** A timestamp in Copenhagen: `3. marts 2026 kl. 14.05`, `3 March 2026 at 14:05`. */
export const formatDateTime = (value: string): string =>
  format(value, { dateStyle: 'long', timeStyle: 'short' }).replace(' kl. ', ' kl.\u00a0')

/** The time of a timestamp in Copenhagen: `14.05`, `14:05`. */
export const formatTime = (value: string): string => format(value, { timeStyle: 'short' })

/** A period of calendar days: `1. jan. – 31. dec. 2026`. */
export function formatPeriod(from: string, to: string): string {
  return formatDaysIn(from, to, { dateStyle: 'medium' })
}

/** The current hour in Copenhagen, 0 to 23. */
export function hourNow(now = new Date()): number {
  return Number(dateFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now))
}

/** The current date in Copenhagen, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
}

function format(value: string, options: Intl.DateTimeFormatOptions): string {
  const calendarDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = calendarDay ? day(value) : new Date(value)
  return dateFormat(intlLocale(), { ...options, timeZone: calendarDay ? 'UTC' : zone }).format(date)
}

const day = (value: string) => new Date(`${value}T12:00:00Z`)

/** The names of all time zones. */
export const timeZones = (): string[] => Intl.supportedValuesOf('timeZone')

/** A number with at most two decimals: `12,5`, `12.5`. */
export const formatNumber = (value: number): string => numberWords(value, getLocale())

/** A file size: `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1
  return numberFormat(intlLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
}

/** `Anna, Bo og Alma`, `Anna, Bo and Alma`. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(intlLocale(), { type: 'conjunction' }).format(names)

/** `Anna, Bo eller Alma`, `Anna, Bo or Alma`. */
export const formatChoices = (names: readonly string[]): string =>
  new Intl.ListFormat(intlLocale(), { type: 'disjunction' }).format(names)

export const formatDayIn = (value: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(intlLocale(), { ...options, timeZone: 'UTC' }).format(day(value))

/** A range of calendar days with custom options; shared parts appear once. */
export const formatDaysIn = (from: string, to: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(intlLocale(), { ...options, timeZone: 'UTC' }).formatRange(day(from), day(to))

/** The current language's `Intl` locale. */
export const intlLocale = () => intlLocales[getLocale()]

const intlLocales: Record<Locale, string> = { da: 'da-DK', en: 'en-GB' }

interface Times {
  /** Timestamps. */
  readonly startDate: string
  readonly endDate: string
  /** IANA name of the event's time zone. */
  readonly timeZone: string
}

/** The date of a timestamp in a time zone, `YYYY-MM-DD`. */
const dayIn = (moment: string | Date, timeZone: string): string =>
  dateFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))

/** The time of a timestamp in a time zone, `HH:MM`. */
const clockIn = (moment: string, timeZone: string): string =>
  dateFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(moment))

/** Date and time of a timestamp in a time zone, `YYYY-MM-DD HH:MM:SS`. */
export const clockOf = (moment: string | Date, timeZone = zone): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(moment))

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

const dateWith = (moment: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  withHours(dateFormat(intlLocale(), { timeZone, ...options }).format(new Date(moment)))

type WhenStyle = 'long' | 'short' | 'dated'

const dates: Record<WhenStyle, Intl.DateTimeFormatOptions> = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/**
 * When an event takes place, in its own time zone: `Saturday, 13 June 2026, 09:00–17:00`; dates only for whole days.
 * `short` omits the year, and the end on a single day; `dated` is short with both.
 */
export function whenWords(times: Times, style: WhenStyle = 'long'): string {
  const words = whenInSentence(times, style)
  return style === 'short' ? words : words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** The time inside a sentence, where a Danish weekday has no capital. */
export function whenInSentence(times: Times, style: WhenStyle = 'long'): string {
  const { startDate, endDate, timeZone } = times
  const isWhole = takesWholeDays(times)
  const shown = isWhole ? dates[style] : { ...dates[style], ...clock }
  if (style === 'short' && firstDayOf(times) === lastDayOf(times)) return dateWith(startDate, timeZone, shown)
  // Midnight itself would show the next day.
  const end = new Date(Date.parse(endDate) - (isWhole ? 60_000 : 0))
  const text = dateFormat(intlLocale(), { timeZone, ...shown }).formatRange(new Date(startDate), end)
  // An en dash between Danish days; no line break within a time range.
  return withHours(text)
    .replace(/-(?=\p{L})/u, ' – ')
    .replace(/(?<=\d)[–-](?=\d)/, '\u2060–\u2060')
}

/** A timestamp in a time zone: `lørdag den 13. juni 2026 kl. 09.00`, `Saturday, 13 June 2026 at 09:00`. */
export const momentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, { ...dates.long, ...clock })

/** A short timestamp in a time zone: `13. jun. kl. 09.00`, `13 Jun, 09:00`. */
export const shortMomentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, { day: 'numeric', month: 'short', ...clock })

/** The time in a time zone: `09:00`. */
export const timeWords = (moment: string, timeZone: string): string => dateWith(moment, timeZone, clock)

/** From one time to another in a time zone: `09:00–17:00`. */
export const hoursWords = (from: string, to: string, timeZone: string): string =>
  [from, to].map((moment) => timeWords(moment, timeZone)).join('\u2060–\u2060')

/** Day number and short month, for `DateChip`. */
export function chipOf({ startDate, timeZone }: Times): { day: string; month: string } {
  return {
    day: String(Number(dayIn(startDate, timeZone).slice(8))),
    month: dateWith(startDate, timeZone, { month: 'short' }).replace('.', ''),
  }
}

const offsetIn = (moment: string, timeZone: string) =>
  dateFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value

/** The time on the user's own clock, or null when it is the same as at the event. */
export function onReadersClock(
  { startDate, timeZone }: Times,
  readers = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | null {
  if (offsetIn(startDate, timeZone) === offsetIn(startDate, readers)) return null
  return momentWords(startDate, readers)
}

/** The city in a time zone's name. */
export const zoneName = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')

const minute = 60_000
const hour = 60 * minute

/**
 * A relative time today, otherwise the day: `5 min ago`, `yesterday 14:05`, `3 Mar`, in another year `3 Mar 2025`. With
 * `inDay`, below a day's heading, only the time.
 */
export function sinceWords(moment: string, { now, inDay = false }: { now: Date; inDay?: boolean | undefined }): string {
  const passed = now.getTime() - new Date(moment).getTime()
  if (passed < minute) return m.time_just_now()
  if (passed < hour) return relative(-Math.floor(passed / minute), 'minute')
  const days = daysBetween(moment, now)
  if (days === 0) return relative(-Math.floor(passed / hour), 'hour')
  if (inDay) return formatTime(moment)
  if (days === 1) return `${relative(-1, 'day')} ${formatTime(moment)}`
  const thisYear = today(new Date(moment)).slice(0, 4) === today(now).slice(0, 4)
  return thisYear ? formatDayIn(today(new Date(moment)), { day: 'numeric', month: 'short' }) : formatShortDate(moment)
}

/** The day as a heading: `Today`, `Yesterday`, `3 March 2026`. */
export function dayHeading(moment: string, now: Date): string {
  const days = daysBetween(moment, now)
  if (days > 1) return formatDate(moment)
  const word = relative(-Math.max(0, days), 'day')
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}

function daysBetween(moment: string, now: Date): number {
  const from = Date.parse(`${today(new Date(moment))}T12:00:00Z`)
  return Math.round((Date.parse(`${today(now)}T12:00:00Z`) - from) / (24 * hour))
}

const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(intlLocale(), { numeric: 'auto', style: 'short' }).format(value, unit)

/** A number for a small badge: `7`, `99+`. */
export const countText = (count: number): string => (count > 99 ? '99+' : String(count))

/** A label as it is written within a sentence. */
export const inSentence = (label: string): string => label.charAt(0).toLocaleLowerCase() + label.slice(1)
