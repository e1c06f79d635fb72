import { today } from '#web/ui/words/format.ts'
import { isDay } from '../days.ts'
import type { View } from './calendar-grid.ts'

const views: readonly View[] = ['month', 'week', 'list']

/** View and day of an address; what makes no sense counts as left out. */
export function readCalendar({ view, day }: Readonly<Record<string, string | undefined>>): { view: View; day: string } {
  return { view: views.find((one) => one === view) ?? 'month', day: isDay(day) ? day : today() }
}
