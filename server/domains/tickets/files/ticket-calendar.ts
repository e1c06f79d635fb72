import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { calendarFile, type CalendarEntry } from '#server/domains/events/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { ticketNumber } from '../codes/ticket-number.ts'
import { isValid } from '../present.ts'
import { selectTickets, type TicketRow } from '../queries.ts'

/** Every event to which the caller's family has tickets, or one of them, an entry each. */
export async function ticketCalendar(
  publicUrl: string,
  db: Db,
  { memberId, via }: MemberActor,
  { language = via.language, eventId }: { language?: Language | undefined; eventId?: string | undefined },
): Promise<Download> {
  const rows = (await selectTickets(db, { seenBy: memberId, eventId })).filter(isValid)
  if (eventId !== undefined && rows.length === 0) throw new Problem('not_found')
  return calendarOf({ db, publicUrl }, rows, language)
}

/** Events as calendar entries that say whose tickets there are. An event has the same name in every file, so that none is there twice. */
export async function calendarOf(
  { db, publicUrl }: { db: Db; publicUrl: string },
  rows: readonly TicketRow[],
  language: Language,
): Promise<Download> {
  const name = m.tickets_title({}, { locale: language })
  const eventIds = [...new Set(rows.map(({ event }) => event.id))]
  return calendarFile(
    { language, publicUrl, name, now: await portalNow(db) },
    eventIds.map((id) => entryOf(rows.filter(({ event }) => event.id === id))),
  )
}

function entryOf(rows: readonly TicketRow[]): CalendarEntry {
  const [{ event, organisation }] = rows as [TicketRow, ...TicketRow[]]
  return {
    id: event.id,
    event,
    notes: rows.map((row) => [row.memberName, row.categoryName, ticketNumber(row.id)].filter(Boolean).join(' · ')),
    path: `/${encodeURIComponent(organisation.key)}/events/${event.id}/tickets`,
  }
}
