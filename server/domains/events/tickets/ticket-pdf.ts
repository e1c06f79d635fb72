import { cutText } from '#contract/cut-text.ts'
import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { drawInThread } from '#server/documents/draw-in-thread.ts'
import { selectPrintedFace } from '#server/domains/organisations/index.ts'
import { inLanguage } from '../event-texts.ts'
import { atLineStart, dayWords, hourWords } from '../when-words.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import * as m from '#words/messages.js'
import { signingKey } from './signing-key.ts'
import { ticketNumber } from './ticket-code.ts'
import { codeOf, isValid } from './show-tickets.ts'
import { selectTickets, type TicketRow } from './queries.ts'
import type { PrintedTicket } from './draw-tickets.ts'

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
export async function drawTickets(
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
    const [day, hours] = [atLineStart(dayWords(row.event, locale)), hourWords(row.event, locale)]
    return { row, code: codeOf(row, key), day, hours }
  })
  const bytes = await drawInThread(new URL('./draw-tickets.ts', import.meta.url), { title, face, tickets }, locale)
  const about = isOne ? ticketNumber(first.id) : fileWords(first.event.title)
  return { contentType: 'application/pdf', fileName: `${name}-${about}.pdf`, bytes }
}

/** Safe in file names. */
const fileWords = (text: string): string =>
  cutText(text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''), 60) || 'event'
