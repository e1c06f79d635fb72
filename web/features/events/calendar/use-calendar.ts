import { useSearch } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useGo } from '#web/ui/link.tsx'
import { today } from '#web/ui/words/format.ts'
import type { View } from './calendar-grid.ts'
import { isDay } from '../days.ts'

/** What the calendar shows stands in the address. */
export function useCalendar() {
  const { view, day } = readCalendar(useSearch({ strict: false }))
  const go = useGo()
  const show = (next: { view?: View; day?: string }, replace = false) =>
    go(paths.calendar({ view, day, ...next }), { replace, stay: true })
  return { view, day, show }
}

const views: readonly View[] = ['month', 'week', 'list']

/** View and day of an address; what makes no sense counts as left out. */
export function readCalendar({ view, day }: Readonly<Record<string, string | undefined>>): { view: View; day: string } {
  return { view: views.find((one) => one === view) ?? 'month', day: isDay(day) ? day : today() }
}
