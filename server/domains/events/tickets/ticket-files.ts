import type { Download } from '#contract/endpoint.ts'
import { textIn } from '#contract/local-text.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { fileWords } from '#server/documents/format.ts'
import { selectPrintedFace } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { type CalendarEntry, calendarFile } from '../calendar-file.ts'
import { inLanguage } from '../event-texts.ts'
import { atLineStart, whenLines } from '../when-words.ts'
import type { PrintedTicket } from './draw-tickets.ts'
import { countAnswerable } from '../questions/ticket-answers.ts'
import { selectTickets, selectTicketsOf, type TicketRow } from './queries.ts'
import { codeOf, isValid } from './show-tickets.ts'
import { signingKey } from './signing-key.ts'
import { ticketNumber } from './ticket-code.ts'

/** One ticket, or the family's tickets to one event, as a PDF. Refunded tickets are left out. */
export async function ticketPdf(
  secrets: Secrets,
  db: Db,
  actor: MemberActor,
  { language = actor.via.language, ...which }: { eventId?: string; entryId?: string; language?: Language | undefined },
): Promise<Download> {
  const rows = (await selectTickets(db, { seenBy: actor, ...which })).filter(isValid)
  if (rows.length === 0) throw new Problem('not_found')
  return drawTickets({ db, secrets }, rows, language)
}

/** One page per ticket, in one language. */
async function drawTickets(
  { db, secrets }: { db: Db; secrets: Secrets },
  found: readonly TicketRow[],
  locale: Language,
): Promise<Download> {
  const rows = found.map((row) => ({ ...row, event: inLanguage(row.event, locale) }))
  const [first] = rows as [TicketRow, ...TicketRow[]]
  const key = await signingKey(db, secrets)
  const face = await selectPrintedFace(db, first.organisation)
  const isOne = rows.length === 1
  const name = isOne ? m.ticket_title({}, { locale }) : m.tickets_title({}, { locale })
  const titles = [...new Set(rows.map(({ event }) => event.title))]
  const title = `${name} – ${titles.join(', ')}`
  const tickets = rows.map((row): PrintedTicket => {
    return { row, code: codeOf(row, key), when: whenLines(row.event, locale).map(atLineStart) }
  })
  const bytes = await drawInThread(new URL('./draw-tickets.ts', import.meta.url), { title, face, tickets }, locale)
  const about = isOne ? ticketNumber(first.id) : fileWords(first.event.title)
  return { contentType: 'application/pdf', fileName: `${[name, about].filter(Boolean).join('-')}.pdf`, bytes }
}

/** A calendar of the events to which the caller's family has tickets, or of one event. */
export async function ticketCalendar(
  publicUrl: string,
  db: Db,
  actor: MemberActor,
  { language = actor.via.language, eventId }: { language?: Language | undefined; eventId?: string | undefined },
): Promise<Download> {
  const rows = (await selectTickets(db, { seenBy: actor, eventId })).filter(isValid)
  if (eventId !== undefined && rows.length === 0) throw new Problem('not_found')
  return calendarOf(publicUrl, rows, language)
}

/** The calendar of events for one of their guests; null if they see no valid ticket. */
export async function calendarOfTickets(
  publicUrl: string,
  db: Db,
  memberId: string,
  { eventIds, language }: { readonly eventIds: readonly string[]; readonly language: Language },
): Promise<Download | null> {
  const rows = (await selectTickets(db, { seenBy: { memberId }, eventId: eventIds })).filter(isValid)
  return rows.length > 0 ? calendarOf(publicUrl, rows, language) : null
}

/**
 * One entry per event with its tickets. The id of an event is the same in every file, so that none is imported twice.
 */
function calendarOf(publicUrl: string, rows: readonly TicketRow[], language: Language): Download {
  const name = m.tickets_title({}, { locale: language })
  const eventIds = [...new Set(rows.map(({ event }) => event.id))]
  return calendarFile(
    { language, publicUrl, name },
    eventIds.map((id) =>
      entryOf(
        rows.filter(({ event }) => event.id === id),
        language,
      ),
    ),
  )
}

function entryOf(rows: readonly TicketRow[], language: Language): CalendarEntry {
  const [{ event, organisation }] = rows as [TicketRow, ...TicketRow[]]
  return {
    id: event.id,
    event: inLanguage(event, language),
    sequence: event.revision,
    changedAt: event.changedAt ?? event.createdAt,
    notes: rows.map((row) =>
      [row.memberName, textIn(row.categoryName, language), ticketNumber(row.id)].filter(Boolean).join(' · '),
    ),
    path: `/${encodeURIComponent(organisation.key)}/events/${event.id}/tickets`,
  }
}

/** A person's valid tickets, and those that they bought, an event a file. */
export async function ticketsOfPerson(
  services: { db: Db; secrets: Secrets },
  memberId: string,
  locale: Language,
): Promise<Download[]> {
  const rows = (await selectTickets(services.db, { seenBy: { memberId } })).filter(
    (row) => isValid(row) && (row.memberId === memberId || row.buyerId === memberId),
  )
  const files: Download[] = []
  for (const those of Map.groupBy(rows, ({ event }) => event.id).values())
    files.push(await drawTickets(services, those, locale))
  return files
}

/**
 * For the mail about a paid order: its valid tickets as one PDF and their events as a calendar, and a sentence if their events' questions wait
 * for answers.
 */
export const ticketAttachments =
  (services: { db: Db; secrets: Secrets; publicUrl: string }) =>
  async (orderId: string, locale: Language): Promise<{ files: Download[]; sentences: string[] }> => {
    const rows = (await selectTicketsOf(services.db, orderId)).filter(isValid)
    if (rows.length === 0) return { files: [], sentences: [] }
    const count = rows.reduce(
      (sum, row) => sum + countAnswerable(services.secrets, { memberId: row.buyerId, acting: null }, row),
      0,
    )
    return {
      files: [await drawTickets(services, rows, locale), calendarOf(services.publicUrl, rows, locale)],
      sentences: count > 0 ? [m.mail_answers_missing({ count }, { locale })] : [],
    }
  }
