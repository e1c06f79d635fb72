import { useSearch } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { today } from '#web/ui/words/format.ts'
import { addDays, addMonths, isDay, mondayOf, monthStart } from '../days.ts'

const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** Always six weeks, so the height stays the same. */
const weeksShown = 6

const listDays = 120

/** Calendar state, stored in the URL. */
export function useCalendar() {
  const { view, day } = readCalendar(useSearch({ strict: false }))
  const go = useNavigateTo()
  const show = (next: { view?: View; day?: string }, replace = false) =>
    go(paths.calendar({ view, day, ...next }), { replace, stay: true })
  return { view, day, show }
}

/** View and day from the URL; invalid values count as missing. */
export function readCalendar({ view, day }: Readonly<Record<string, string | undefined>>): { view: View; day: string } {
  return { view: views.find((one) => one === view) ?? 'month', day: isDay(day) ? day : today() }
}

/** First and last day of a view, inclusive. */
export function rangeOf(view: View, day: string): { from: string; until: string } {
  if (view === 'list') return { from: day, until: addDays(day, listDays - 1) }
  const from = mondayOf(view === 'week' ? day : monthStart(day))
  return { from, until: addDays(from, (view === 'week' ? 1 : weeksShown) * 7 - 1) }
}

export function stepDay(view: View, day: string, steps: -1 | 1): string {
  if (view === 'month') return addMonths(day, steps)
  return addDays(day, steps * (view === 'week' ? 7 : 30))
}

/** The day a key moves to; null for other keys. */
export function dayAfterKey(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return mondayOf(day)
    case 'End':
      return addDays(mondayOf(day), 6)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}
