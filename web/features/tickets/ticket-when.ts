import type { EventFacts } from '#contract/event-answers.ts'
import { getLocale } from '#words/runtime.js'

type Times = Pick<EventFacts, 'startDate' | 'endDate' | 'timeZone'>

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale() === 'da' ? 'da-DK' : 'en-GB', { ...options, timeZone })

const clock = { hour: '2-digit', minute: '2-digit' } as const

/** When an event takes place, on the clock of its place: day and hours in one; days alone where it takes whole ones. */
export function whenWords({ startDate, endDate, timeZone }: Times, style: 'long' | 'short' = 'long'): string {
  const day =
    style === 'long'
      ? ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const)
  const [start, end] = [new Date(startDate), new Date(endDate)]
  const isWhole = end > start && [start, end].every((moment) => isMidnight(moment, timeZone))
  const text = isWhole
    ? format(timeZone, day).formatRange(start, new Date(end.getTime() - 1))
    : format(timeZone, { ...day, ...clock }).formatRange(start, end)
  // Hours stay together on a line.
  return (text.charAt(0).toLocaleUpperCase() + text.slice(1)).replace(/(?<=\d)–(?=\d)/, '\u2060–\u2060')
}

const isMidnight = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(moment) === '00:00'

/** The first day, as a leaf of a calendar shows it. */
export function leafOf({ startDate, timeZone }: Times): { day: string; month: string } {
  const start = new Date(startDate)
  return {
    day: format(timeZone, { day: 'numeric' }).format(start).replace('.', ''),
    month: format(timeZone, { month: 'short' }).format(start).replace('.', ''),
  }
}
