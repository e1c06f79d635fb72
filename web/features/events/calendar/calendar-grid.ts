import { addDays, addMonths, daysBetween, mondayOf, monthStart, weekdayOf } from '../days.ts'

/** What a calendar shows of an event. */
export interface Entry {
  /** The event's id. */
  readonly id: string
  /** Calendar days in the event's own time zone, both included. */
  readonly firstDay: string
  readonly lastDay: string
  /** When it begins, for the order within a day. */
  readonly startDate: string
}

export type View = 'month' | 'week' | 'list'

/** Weeks of a month's sheet: always six, so that nothing moves from month to month. */
const weeksShown = 6

/** Days that the list looks ahead. */
const listDays = 120

/** The days that a view shows, both included. */
export function rangeOf(view: View, day: string): { from: string; until: string } {
  if (view === 'list') return { from: day, until: addDays(day, listDays - 1) }
  const from = mondayOf(view === 'week' ? day : monthStart(day))
  return { from, until: addDays(from, (view === 'week' ? 1 : weeksShown) * 7 - 1) }
}

/** The Mondays of a month's sheet. */
export const weeksOf = (day: string): string[] => {
  const { from } = rangeOf('month', day)
  return Array.from({ length: weeksShown }, (_, week) => addDays(from, week * 7))
}

export const daysOf = (monday: string): string[] => Array.from({ length: 7 }, (_, day) => addDays(monday, day))

/** The day from which the view before or after is seen. */
export function stepped(view: View, day: string, steps: -1 | 1): string {
  if (view === 'month') return addMonths(day, steps)
  return addDays(day, steps * (view === 'week' ? 7 : 30))
}

/** Where a key leads from a day; null: it means something else. */
export function movedBy(key: string, day: string): string | null {
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

const takesPlaceOn = (day: string) => (entry: Entry) => entry.firstDay <= day && day <= entry.lastDay

/** The order within a day: what goes on for days first, then by the clock. */
const inOrder = (a: Entry, b: Entry) =>
  Number(b.firstDay !== b.lastDay) - Number(a.firstDay !== a.lastDay) ||
  a.startDate.localeCompare(b.startDate) ||
  a.id.localeCompare(b.id)

/** What takes place on a day, whole or in part. */
export const entriesOn = <E extends Entry>(entries: readonly E[], day: string): E[] =>
  entries.filter(takesPlaceOn(day)).toSorted(inOrder)

export interface Segment<E extends Entry> {
  readonly entry: E
  /** The weekday on which it begins in this week, Monday 0, and how many days of the week it takes. */
  readonly column: number
  readonly span: number
  /** The line it lies on, from the top. */
  readonly lane: number
  readonly comesFromBefore: boolean
  readonly goesOn: boolean
}

/** Lays the events of one week into lines in which none covers another. */
export function layWeek<E extends Entry>(entries: readonly E[], monday: string): Segment<E>[] {
  const sunday = addDays(monday, 6)
  const taken: boolean[][] = []
  return entries
    .filter(({ firstDay, lastDay }) => firstDay <= sunday && lastDay >= monday)
    .toSorted((a, b) => a.firstDay.localeCompare(b.firstDay) || inOrder(a, b))
    .map((entry) => {
      const from = entry.firstDay < monday ? monday : entry.firstDay
      const until = entry.lastDay > sunday ? sunday : entry.lastDay
      const column = weekdayOf(from)
      const span = daysBetween(from, until) + 1
      const columns = Array.from({ length: span }, (_, offset) => column + offset)
      let lane = 0
      while (columns.some((one) => taken[lane]?.[one])) lane++
      const line = (taken[lane] ??= [])
      for (const one of columns) line[one] = true
      return { entry, column, span, lane, comesFromBefore: entry.firstDay < monday, goesOn: entry.lastDay > sunday }
    })
}

/** Days with what takes place on each; what goes on for days stands on its first one, or on the first that is shown. */
export function agendaOf<E extends Entry>(entries: readonly E[], from: string): { day: string; entries: E[] }[] {
  const shown = entries.filter(({ lastDay }) => lastDay >= from)
  const byDay = Map.groupBy(shown, ({ firstDay }) => (firstDay < from ? from : firstDay))
  return [...byDay]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, those]) => ({ day, entries: those.toSorted(inOrder) }))
}
