import { m } from '#words/messages.js'
import { formatDate, formatDayIn, formatShortDate, formatTime, intlLocale, today } from './format.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * How long ago a moment was while that is today, then its day: `5 min ago`, `yesterday 14:05`, `3 Mar`, of another year
 * `3 Mar 2025`; below the name of its day only its time.
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

/** The day of a moment as a heading: `Today`, `Yesterday`, `3 March 2026`. */
export function dayWords(moment: string, now: Date): string {
  const days = daysBetween(moment, now)
  if (days > 1) return formatDate(moment)
  const word = relative(-Math.max(0, days), 'day')
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}

/** Calendar days in Copenhagen from a moment until now. */
function daysBetween(moment: string, now: Date): number {
  const from = Date.parse(`${today(new Date(moment))}T12:00:00Z`)
  return Math.round((Date.parse(`${today(now)}T12:00:00Z`) - from) / (24 * hour))
}

const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(intlLocale(), { numeric: 'auto', style: 'short' }).format(value, unit)
