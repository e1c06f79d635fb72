import { getLocale } from '#words/runtime.js'

const zone = 'Europe/Copenhagen'

/** Integer minor units with their currency. */
interface Amount {
  readonly minor: number
  readonly currency: string
}

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export function formatMoney({ minor, currency }: Amount): string {
  const danish = getLocale() === 'da'
  const number = new Intl.NumberFormat(danish ? 'da-DK' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(minor / 100)
  if (!danish) return `${currency}\u00a0${number}`
  return `${number}\u00a0${currency === 'DKK' ? 'kr.' : currency}`
}

/** A calendar day (`YYYY-MM-DD`) or a moment, as a date in Copenhagen: `3. marts 2026`, `3 March 2026`. */
export const formatDate = (value: string): string => format(value, { dateStyle: 'long' })

/** The same with an abbreviated month, for tables and chips. */
export const formatShortDate = (value: string): string => format(value, { dateStyle: 'medium' })

/** A moment with its time in Copenhagen: `3. marts 2026 kl. 14.05`, `3 March 2026 at 14:05`. */
export const formatDateTime = (value: string): string =>
  format(value, { dateStyle: 'long', timeStyle: 'short' }).replace(' kl. ', ' kl.\u00a0')

/** The time of a moment in Copenhagen: `14.05`, `14:05`. */
export const formatTime = (value: string): string => format(value, { timeStyle: 'short' })

/** A period of calendar days: `1. jan. – 31. dec. 2026`. */
export function formatPeriod(from: string, to: string): string {
  return formatDaysIn(from, to, { dateStyle: 'medium' })
}

/** The hour of the day in Copenhagen, 0 to 23. */
export function hourNow(now = new Date()): number {
  return Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now))
}

/** Today's calendar day in Copenhagen, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
}

function format(value: string, options: Intl.DateTimeFormatOptions): string {
  const calendarDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = calendarDay ? day(value) : new Date(value)
  return new Intl.DateTimeFormat(intlLocale(), { ...options, timeZone: calendarDay ? 'UTC' : zone }).format(date)
}

const day = (value: string) => new Date(`${value}T12:00:00Z`)

/** A number with at most two decimals: `12,5`, `12.5`. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(intlLocale(), { maximumFractionDigits: 2 }).format(value)

/** How large a file is: `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1
  return new Intl.NumberFormat(intlLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
}

/** `Anna, Bo og Alma`, `Anna, Bo and Alma`. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(intlLocale(), { type: 'conjunction' }).format(names)

/** A calendar day in parts that one chooses. */
export const formatDayIn = (value: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(intlLocale(), { ...options, timeZone: 'UTC' }).format(day(value))

/** Two calendar days in parts that one chooses; what both share is said once. */
export const formatDaysIn = (from: string, to: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(intlLocale(), { ...options, timeZone: 'UTC' }).formatRange(day(from), day(to))

/** The portal's language as `Intl` knows it. */
export const intlLocale = () => (getLocale() === 'da' ? 'da-DK' : 'en-GB')
