import type { EventFacts } from '#contract/event-answers.ts'
import { getLocale } from '#words/runtime.js'

type Times = Pick<EventFacts, 'startDate' | 'endDate' | 'timeZone'>

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale() === 'da' ? 'da-DK' : 'en-GB', { ...options, timeZone })

const clock = { hour: '2-digit', minute: '2-digit' } as const

/** When an event takes place, on the clock of its place: day and hours in one. */
export function whenWords({ startDate, endDate, timeZone }: Times, style: 'long' | 'short' = 'long'): string {
  const day =
    style === 'long'
      ? ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const)
  const text = format(timeZone, { ...day, ...clock }).formatRange(new Date(startDate), new Date(endDate))
  // Hours stay together on a line.
  return (text.charAt(0).toLocaleUpperCase() + text.slice(1)).replace(/(?<=\d)–(?=\d)/, '\u2060–\u2060')
}

/** The first day, as a leaf of a calendar shows it. */
export function leafOf({ startDate, timeZone }: Times): { day: string; month: string } {
  const start = new Date(startDate)
  return {
    day: format(timeZone, { day: 'numeric' }).format(start).replace('.', ''),
    month: format(timeZone, { month: 'short' }).format(start).replace('.', ''),
  }
}
