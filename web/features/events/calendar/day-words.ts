import { formatDayIn, formatDaysIn } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { addDays, isoWeekOf, mondayOf } from '../days.ts'
import type { View } from './calendar-grid.ts'

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
