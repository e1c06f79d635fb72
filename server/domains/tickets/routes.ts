import { tickets } from '#contract/tickets.ts'
import type { Db } from '#server/database/db.ts'
import { drawing } from '#server/documents/draw-in-thread.ts'
import { route } from '#server/http/route.ts'
import { publicTicketKeys, signingKey } from './codes/signing-key.ts'
import { giveUpTicket, type GiveUpServices } from './give-up-ticket.ts'
import { ticketCalendar } from './files/ticket-calendar.ts'
import { ticketPdf } from './files/ticket-pdf.ts'
import { listTickets, showTicket } from './show-tickets.ts'

export interface TicketServices extends GiveUpServices {
  readonly publicUrl: string
}

export const ticketRoutes = ({ secrets, sellers, publicUrl }: TicketServices) => [
  route(tickets.list, { may: 'member' }, (db, actor, input) => listTickets(secrets, db, actor, input)),
  route(tickets.item, { may: 'member' }, (db, actor, { entryId }) => showTicket(secrets, db, actor, entryId)),
  route(tickets.giveUp, { may: 'member', transaction: 'own', rate: { calls: 30 } }, (db, actor, { entryId }) =>
    giveUpTicket({ secrets, sellers }, db, actor, entryId),
  ),
  route(tickets.pdf, { may: 'member', ...drawing }, (db, actor, input) => ticketPdf(secrets, db, actor, input)),
  route(tickets.pdfOfEvent, { may: 'member', ...drawing }, (db, actor, input) => ticketPdf(secrets, db, actor, input)),
  route(tickets.calendar, { may: 'member', rate: { calls: 60 } }, (db, actor, input) =>
    ticketCalendar(publicUrl, db, actor, input),
  ),
  route(tickets.keys, { may: 'public', rate: { calls: 60 } }, async (db: Db) => {
    // A scanner that is set up before the first ticket is sold needs the key as well.
    await signingKey(db, secrets)
    return { keys: await publicTicketKeys(db) }
  }),
]
