import { addDays, isDay, mondayOf, monthEnd, monthStart } from './days.ts'

/** What a list of events is narrowed to, as its address says it. */
export interface EventFilter {
  /** A club's key. */
  readonly club?: string
  readonly kind?: string
  readonly when?: 'week' | 'month' | 'range'
  /** Calendar days, both included; with `range` only. */
  readonly from?: string
  readonly until?: string
  readonly fits?: true
  readonly search?: string
}

const whens = ['week', 'month', 'range'] as const

type Search = Readonly<Record<string, string | undefined>>

/** Reads the filter of an address; what makes no sense counts as left out. */
export function readFilter({ club, kind, when, from, until, fits, q }: Search): EventFilter {
  const named = whens.find((one) => one === when)
  return {
    ...(club && club.length <= 20 && { club: club.toUpperCase() }),
    ...(kind && kind.length <= 60 && { kind }),
    ...(named && { when: named }),
    ...(when === 'range' && isDay(from) && { from }),
    ...(when === 'range' && isDay(until) && { until }),
    ...(fits === 'true' && { fits: true as const }),
    ...(q && q.trim() !== '' && { search: q.slice(0, 100) }),
  }
}

/** The filter as the query of an address, in a fixed order: the same filter is the same address. */
export function writeFilter({ club, kind, when, from, until, fits, search }: EventFilter): Record<string, string> {
  const named = {
    club,
    kind,
    when,
    from: when === 'range' ? from : undefined,
    until: when === 'range' ? until : undefined,
    fits: fits && 'true',
    q: search?.trim() ? search : undefined,
  }
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** Whether the text of a day's field says a day, or none at all. `0202-12-24` is on the way to a year of today. */
export const isWholeDay = (text: string): boolean => text === '' || isDay(text)

export const isNarrowed = (filter: EventFilter): boolean => Object.keys(writeFilter(filter)).length > 0

/** What the server is asked for. @param day today @param orgId of the filter's club, or of the page's */
export function queryOf({ kind, when, from, until, fits, search }: EventFilter, day: string, orgId?: string) {
  const days =
    when === 'week'
      ? { from: day, until: addDays(mondayOf(day), 6) }
      : when === 'month'
        ? { from: monthStart(day), until: monthEnd(day) }
        : { from, until }
  return {
    ...(orgId && { orgId }),
    ...(kind && { kind }),
    ...(days.from && { from: days.from }),
    ...(days.until && { until: days.until }),
    ...(fits && { fits: 'true' as const }),
    ...(search?.trim() && { search: search.trim() }),
  }
}
