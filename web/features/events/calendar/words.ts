import { formatDayIn, formatDaysIn, formatPeriod } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { addDays, isoWeekOf, mondayOf } from '../days.ts'
import type { View } from './calendar-grid.ts'
import type { CalendarEntry } from './entries.ts'

const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** `Saturday 21 November 2026`. */
export const dayWords = (day: string): string =>
  upper(formatDayIn(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }))

export const weekdayWords = (day: string, style: 'short' | 'long'): string =>
  upper(formatDayIn(day, { weekday: style }))

/** What a view is of: `November 2026`, `Week 47 · 16–22 Nov 2026`; a phone has its parts below each other. */
export function titleOf(view: View, day: string): string {
  if (view === 'month') return upper(formatDayIn(day, { month: 'long', year: 'numeric' }))
  if (view === 'list')
    return m.calendar_from({ date: formatDayIn(day, { day: 'numeric', month: 'short', year: 'numeric' }) })
  const monday = mondayOf(day)
  const range = formatDaysIn(monday, addDays(monday, 6), { day: 'numeric', month: 'short', year: 'numeric' })
  return `${m.calendar_week({ week: isoWeekOf(day) })} · ${range}`
}

/** An event in one sentence, for whoever does not see where it stands. */
export function entryWords({ title, time, firstDay, lastDay, names, orgName }: CalendarEntry): string {
  const days = firstDay === lastDay ? null : formatPeriod(firstDay, lastDay)
  const tickets = names.length > 0 ? m.calendar_tickets_of({ names: names.join(', ') }) : null
  return [title, days, time, orgName, tickets].filter(Boolean).join(', ')
}
