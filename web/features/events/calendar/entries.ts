import type { ScheduleEventData } from '@mantine/schedule'
import type { ReactNode } from 'react'
import type { EventFacts } from '#contract/events/answers.ts'
import type { Ticket } from '#contract/events/tickets.ts'
import { paths } from '#web/paths.ts'
import {
  capital,
  clockOf,
  firstDayOf,
  formatDayIn,
  formatPeriod,
  hoursWords,
  lastDayOf,
  takesWholeDays,
  timeWords,
} from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

type EntryFacts = Pick<
  EventFacts,
  'id' | 'title' | 'danish' | 'orgKey' | 'orgName' | 'place' | 'startDate' | 'endDate' | 'timeZone'
>

export interface CalendarEntry extends Omit<EntryFacts, 'startDate' | 'endDate' | 'timeZone'> {
  /** Calendar days in the event's time zone, inclusive. */
  readonly firstDay: string
  readonly lastDay: string
  /** Local times at the event, `YYYY-MM-DD HH:MM:SS`; the end is never later than 23:59:59 of `lastDay`. */
  readonly start: string
  readonly end: string
  /** Start time in words; null for whole days. */
  readonly time: string | null
  /** From start to end, where it ends on the same day. */
  readonly hours: string | null
  /** Family members with tickets. */
  readonly names: readonly string[]
  readonly holderIds: readonly string[]
  readonly to: string
  /** Shown before its title. */
  readonly mark?: { readonly icon: ReactNode; readonly words: string } | null
}

type OwnTicket = Pick<Ticket, 'event' | 'memberId' | 'memberName' | 'status'>

/** Events of the user's clubs and those the family has tickets for, without duplicates. */
export function entriesOf(events: readonly EntryFacts[], tickets: readonly OwnTicket[]): CalendarEntry[] {
  const names = Map.groupBy(
    tickets.filter(({ status }) => status === 'valid'),
    ({ event }) => event.id,
  )
  const own = [...names.values()].map((those) => those[0]!.event)
  const all = new Map<string, EntryFacts>([...events, ...own].map((event) => [event.id, event]))
  return [...all.values()].map((event) => {
    const held = names.get(event.id) ?? []
    const { startDate, endDate, timeZone, ...facts } = event
    const [firstDay, lastDay] = [firstDayOf(event), lastDayOf(event)]
    const whole = takesWholeDays(event)
    const end = clockOf(endDate, timeZone)
    return {
      ...facts,
      firstDay,
      lastDay,
      start: clockOf(startDate, timeZone),
      end: whole || !end.startsWith(lastDay) ? `${lastDay} 23:59:59` : end,
      time: whole ? null : timeWords(startDate, timeZone),
      hours: whole || firstDay !== lastDay ? null : hoursWords(startDate, endDate, timeZone),
      names: held.map(({ memberName }) => memberName),
      holderIds: held.map(({ memberId }) => memberId),
      // Ticket holders want their tickets.
      to: (held.length > 0 ? paths.ticketsOf : paths.event)(facts.orgKey, facts.id),
    }
  })
}

/** Something to narrow the calendar to: a person by id, or a club by key. */
export interface Named {
  readonly value: string
  readonly name: string
}

/** Everybody of the family, with a ticket or without, and whoever else has one; by name. */
export const peopleToChoose = (family: readonly Named[], tickets: readonly OwnTicket[]): Named[] =>
  byName([
    ...tickets
      .filter(({ status }) => status === 'valid')
      .map(({ memberId, memberName }) => ({ value: memberId, name: memberName })),
    ...family,
  ])

/** The family's clubs, with something in the calendar or without, and the others that have; by name. */
export const clubsToChoose = (clubs: readonly Named[], entries: readonly CalendarEntry[]): Named[] =>
  byName([...clubs, ...entries.map(({ orgKey, orgName }) => ({ value: orgKey, name: orgName }))])

const byName = (all: readonly Named[]) =>
  [...new Map(all.map((one) => [one.value, one])).values()].toSorted((a, b) => a.name.localeCompare(b.name, 'da'))

export interface EntryFilter {
  /** Whose tickets, by id. */
  readonly person: string
  /** A club's key. */
  readonly club: string
}

export const matching = (entries: readonly CalendarEntry[], { person, club }: EntryFilter): CalendarEntry[] =>
  entries.filter(
    ({ holderIds, orgKey }) => (person === '' || holderIds.includes(person)) && (club === '' || orgKey === club),
  )

/** The first entry that begins after a day. */
export const nextAfter = (entries: readonly CalendarEntry[], day: string): CalendarEntry | null =>
  entries
    .filter(({ firstDay }) => firstDay > day)
    .toSorted((a, b) => a.firstDay.localeCompare(b.firstDay) || inOrder(a, b))[0] ?? null

/** Events of several days first, then by start time. */
const inOrder = (a: CalendarEntry, b: CalendarEntry) =>
  Number(b.firstDay !== b.lastDay) - Number(a.firstDay !== a.lastDay) ||
  a.start.localeCompare(b.start) ||
  a.id.localeCompare(b.id)

/** Includes events that began earlier. */
export const entriesOn = (entries: readonly CalendarEntry[], day: string): CalendarEntry[] =>
  entries.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay).toSorted(inOrder)

/** Groups entries by day. Events that began earlier are listed on the first day. */
export function agendaOf(entries: readonly CalendarEntry[], from: string): { day: string; entries: CalendarEntry[] }[] {
  const shown = entries.filter(({ lastDay }) => lastDay >= from)
  const byDay = Map.groupBy(shown, ({ firstDay }) => (firstDay < from ? from : firstDay))
  return [...byDay]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, those]) => ({ day, entries: those.toSorted(inOrder) }))
}

/** Entries for the kit's calendar, sorted so that events of several days get the upper rows. */
export const scheduled = (entries: readonly CalendarEntry[]): ScheduleEventData[] =>
  entries
    .toSorted((a, b) => a.firstDay.localeCompare(b.firstDay) || inOrder(a, b))
    .map((entry) => ({
      id: entry.id,
      title: entry.title,
      start: entry.start,
      end: entry.end,
      ...(entry.names.length > 0 ? { color: 'teal', variant: 'filled' } : { color: 'fjord', variant: 'light' }),
      payload: entry,
    }))

/** Such as `Saturday 21 November 2026`. */
export const dayWords = (day: string): string =>
  capital(formatDayIn(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }))

/** Such as `November 2026`. */
export const monthWords = (day: string): string => capital(formatDayIn(day, { month: 'long', year: 'numeric' }))

/** Accessible name of an event in the calendar; it begins with what is shown there. */
export function entryWords(entry: CalendarEntry, dated = false): string {
  const { title, time, hours, firstDay, lastDay, names, orgName, mark } = entry
  const days = firstDay === lastDay ? (dated ? dayWords(firstDay) : null) : formatPeriod(firstDay, lastDay)
  const tickets = names.length > 0 ? m.calendar_tickets_of({ names: names.join(', ') }) : null
  const shown = [time, title].filter(Boolean).join(' ')
  return [shown, days, hours === time ? null : hours, orgName, mark?.words, tickets].filter(Boolean).join(', ')
}
