import { moneyRangeWords, moneyWords, numberWords, type Amount } from '#contract/money-words.ts'
import {
  dateFormat,
  dateWith,
  dayIn,
  intlLocales,
  whenClock,
  whenDates,
  whenInSentence as whenInSentenceOf,
  whenWords as whenWordsOf,
  type Times,
  type WhenStyle,
} from '#contract/when-words.ts'
import { getLocale } from '#words/runtime.js'
import { m } from '#words/messages.js'

const zone = 'Europe/Copenhagen'

// Cached, because creating a formatter is much slower than using it.
const numberFormats = new Map<string, Intl.NumberFormat>()

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

/** The first names of `count` people: `Anna, Bo and 3 more`. */
export const formatNames = (names: readonly string[], count: number): string =>
  count > names.length ? m.names_and_more({ names: names.join(', '), count: count - names.length }) : names.join(', ')

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

/** Date and time of a timestamp in a time zone, `YYYY-MM-DD HH:MM:SS`. */
export const clockOf = (moment: string | Date, timeZone = zone): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(moment))

export { firstDayOf, lastDayOf, takesWholeDays } from '#contract/when-words.ts'

/** When an event takes place, in its own time zone. */
export const whenWords = (times: Times, style?: WhenStyle): string => whenWordsOf(times, getLocale(), style)

/** The time inside a sentence, where a Danish weekday has no capital. */
export const whenInSentence = (times: Times, style?: WhenStyle): string => whenInSentenceOf(times, getLocale(), style)

/** A timestamp in a time zone: `lørdag den 13. juni 2026 kl. 09.00`, `Saturday, 13 June 2026 at 09:00`. */
export const momentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, getLocale(), { ...whenDates.long, ...whenClock })

/** A short timestamp in a time zone: `13. jun. kl. 09.00`, `13 Jun, 09:00`. */
export const shortMomentWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, getLocale(), { day: 'numeric', month: 'short', ...whenClock })

/** The time in a time zone: `09:00`. */
export const timeWords = (moment: string, timeZone: string): string =>
  dateWith(moment, timeZone, getLocale(), whenClock)

/** From one time to another in a time zone: `09:00–17:00`. */
export const hoursWords = (from: string, to: string, timeZone: string): string =>
  [from, to].map((moment) => timeWords(moment, timeZone)).join('\u2060–\u2060')

/** Day number and short month, for `DateChip`. */
export function chipOf({ startDate, timeZone }: Times): { day: string; month: string } {
  return {
    day: String(Number(dayIn(startDate, timeZone).slice(8))),
    month: dateWith(startDate, timeZone, getLocale(), { month: 'short' }).replace('.', ''),
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
export const zoneName = (timeZone: string): string =>
  timeZone === zone ? m.time_zone_copenhagen() : timeZone.split('/').at(-1)!.replaceAll('_', ' ')

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
  return capital(relative(-Math.max(0, days), 'day'))
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

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
