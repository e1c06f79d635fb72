import type { EventFacts } from '#contract/event-answers.ts'
import { paths } from '#web/paths.ts'
import { firstDayOf, lastDayOf, takesWholeDays, timeWords } from '#web/ui/words/format.ts'
import type { Entry } from './calendar-grid.ts'

export interface CalendarEntry extends Entry {
  readonly title: string
  readonly orgName: string
  readonly place: string
  /** The clock at which it begins; null: it takes whole days. */
  readonly time: string | null
  /** For whom the family has tickets; none for an event that they may still go to. */
  readonly names: readonly string[]
  readonly to: string
}

interface OwnTicket {
  readonly event: EventFacts
  readonly memberName: string
  readonly status: 'valid' | 'cancelled'
}

/** The events of a calendar: those of one's clubs, and those to which the family has tickets, each once. */
export function entriesOf(events: readonly EventFacts[], tickets: readonly OwnTicket[]): CalendarEntry[] {
  const names = Map.groupBy(
    tickets.filter(({ status }) => status === 'valid'),
    ({ event }) => event.id,
  )
  const own = [...names.values()].map((those) => those[0]!.event)
  const all = new Map([...events, ...own].map((event) => [event.id, event]))
  return [...all.values()].map((event) => {
    const held = names.get(event.id) ?? []
    const { id, title, orgName, orgKey, place, startDate, timeZone } = event
    return {
      id,
      title,
      orgName,
      place,
      startDate,
      firstDay: firstDayOf(event),
      lastDay: lastDayOf(event),
      time: takesWholeDays(event) ? null : timeWords(startDate, timeZone),
      names: held.map(({ memberName }) => memberName),
      // Whoever has tickets looks for those.
      to: held.length > 0 ? paths.ticketsOf(orgKey, id) : paths.event(orgKey, id),
    }
  })
}
