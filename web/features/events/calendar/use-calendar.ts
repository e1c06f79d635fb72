import { useSearch } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/ui/link.tsx'
import type { View } from './calendar-grid.ts'
import { readCalendar } from './read-calendar.ts'

/** What the calendar shows stands in the address. */
export function useCalendar() {
  const { view, day } = readCalendar(useSearch({ strict: false }))
  const go = useGo()
  const show = (next: { view?: View; day?: string }, replace = false) =>
    go(paths.calendar({ view, day, ...next }), { replace, stay: true })
  return { view, day, show }
}
