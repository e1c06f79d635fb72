import { formatPeriod } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import type { CalendarEntry } from './entries.ts'

/** An event in one sentence, for whoever does not see where it stands. */
export function entryWords({ title, time, firstDay, lastDay, names, orgName }: CalendarEntry): string {
  const days = firstDay === lastDay ? null : formatPeriod(firstDay, lastDay)
  const tickets = names.length > 0 ? m.calendar_tickets_of({ names: names.join(', ') }) : null
  return [title, days, time, orgName, tickets].filter(Boolean).join(', ')
}
