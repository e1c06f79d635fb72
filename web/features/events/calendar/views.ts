import { cutText } from '#contract/cut-text.ts'
import { useSearch } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { today } from '#web/ui/words/format.ts'
import type { EntryFilter } from './entries.ts'
import { addDays, addMonths, isDay, mondayOf, monthStart } from '../days.ts'

const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

/** Always six weeks, so the height stays the same. */
const weeksShown = 6

const listDays = 120

/** Calendar state, stored in the URL. */
export function useCalendar() {
  const { view, day, filter } = readCalendar(useSearch({ strict: false }))
  const go = useNavigateTo()
  const show = (next: { view?: View; day?: string } & Partial<EntryFilter>, replace = false) => {
    const { person, club, ...shown } = { view, day, ...filter, ...next }
    return go(paths.calendar({ ...shown, ...(person && { person }), ...(club && { club }) }), { replace, stay: true })
  }
  return { view, day, filter, show }
}

/** View, day and filter from the URL; invalid values count as missing. */
export function readCalendar({ view, day, person = '', club = '' }: Readonly<Record<string, string | undefined>>) {
  return {
    view: views.find((one) => one === view) ?? (isPhone() ? 'list' : 'month'),
    day: isDay(day) ? day : today(),
    filter: { person: cutText(person, 36), club: cutText(club, 20).toUpperCase() },
  }
}

/** Without room for a month's names. */
const isPhone = () => typeof window !== 'undefined' && window.matchMedia('(max-width: 48.49em)').matches

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

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** The day a key moves to; null for other keys. */
export const dayAfterKey = (key: string, day: string): string | null => moves[key]?.(day) ?? null
