import { cutText } from '#contract/cut-text.ts'
import { addDays, isDay, mondayOf, monthEnd, monthStart } from './days.ts'

/** Filters of an event list, as in its URL. */
export interface EventFilter {
  /** A club's key. */
  readonly club?: string
  readonly kind?: string
  readonly when?: 'week' | 'month' | 'range'
  /** Inclusive; only with `range`. */
  readonly from?: string
  readonly until?: string
  readonly fits?: true
  readonly search?: string
}

const whens = ['week', 'month', 'range'] as const

type Search = Readonly<Record<string, string | undefined>>

/** Filters from the URL, without invalid values. A visitor filters by neither kind nor family. */
export function readFilter(
  { club, kind, when, from, until, fits, q }: Search,
  { isVisitor = false } = {},
): EventFilter {
  const named = whens.find((one) => one === when)
  return {
    ...(club && club.length <= 20 && { club: club.toUpperCase() }),
    ...(!isVisitor && kind && kind.length <= 60 && { kind }),
    ...(named && { when: named }),
    ...(when === 'range' && isDay(from) && { from }),
    ...(when === 'range' && isDay(until) && { until }),
    ...(!isVisitor && fits === 'true' && { fits: true as const }),
    ...(q && q.trim() !== '' && { search: cutText(q, 100) }),
  }
}

/** Search parameters in a fixed order, so that equal filters have equal URLs. */
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

export const isNarrowed = (filter: EventFilter): boolean => Object.keys(writeFilter(filter)).length > 0

/** Parameters of the request for events. @param day today @param orgId the filter's or the page's club */
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
