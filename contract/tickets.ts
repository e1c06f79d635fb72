import * as z from 'zod/mini'
import { endpoint, eventApi } from './endpoint.ts'
import { EventFacts } from './event-answers.ts'
import { Id, Language, Moment, text } from './values.ts'

export const Ticket = z.object({
  /** The event entry's id. */
  id: Id,
  event: EventFacts,
  memberId: Id,
  memberName: text(),
  /** The caller's own: not a relative's, nor a participant's. */
  isOwn: z.boolean(),
  categoryName: text(),
  /** For people, printed below the code. */
  number: text(),
  status: z.enum(['valid', 'cancelled']),
  /** What the square code holds: signed, so that it can be checked without the network. Null when cancelled. */
  code: z.nullable(text()),
  isTest: z.boolean(),
  /** The event is over. */
  past: z.boolean(),
  boughtAt: Moment,
  /** Whoever paid, by name; the caller has the receipt when they did. */
  boughtBy: text(),
  hasReceipt: z.boolean(),
  /** It cost nothing, the event has not begun, and the caller has it or took it: they may give it up. */
  returnable: z.boolean(),
})
export type Ticket = z.infer<typeof Ticket>

/** An Ed25519 key as a JSON Web Key: it checks codes, and signs none. */
export const TicketKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  /** As a code names it. */
  kid: text(),
  /** The 32 bytes in base64url. */
  x: text(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
})
export type TicketKey = z.infer<typeof TicketKey>

const language = z.object({ language: z.optional(Language) })

export const tickets = {
  list: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/list`,
    summary:
      "Tickets of the caller's family and those the caller bought; coming ones first, then past ones, newest first",
    query: z.object({ eventId: z.optional(Id) }),
    output: z.array(Ticket).check(z.maxLength(500)),
    errors: [],
  }),
  item: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/{entryId}/item`,
    summary: 'One ticket',
    params: z.object({ entryId: Id }),
    output: Ticket,
    errors: ['not_found'],
  }),
  giveUp: endpoint({
    method: 'POST',
    path: `${eventApi}/ticket/{entryId}/give-up`,
    summary: 'Gives up a ticket that cost nothing, until the event begins; its place is free for others at once',
    params: z.object({ entryId: Id }),
    output: Ticket,
    errors: ['not_found', 'ticket_not_free', 'event_begun'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/{entryId}/ticket.pdf`,
    summary: 'One ticket as a PDF',
    params: z.object({ entryId: Id }),
    query: language,
    output: 'file',
    files: ['application/pdf'],
    errors: ['not_found'],
  }),
  pdfOfEvent: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/{eventId}/tickets.pdf`,
    summary: "The family's tickets to one event in one PDF",
    params: z.object({ eventId: Id }),
    query: language,
    output: 'file',
    files: ['application/pdf'],
    errors: ['not_found'],
  }),
  calendar: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/calendar.ics`,
    summary: 'Every event to which the family has tickets, or one of them, as calendar entries',
    query: z.extend(language, { eventId: z.optional(Id) }),
    output: 'file',
    files: ['text/calendar'],
    errors: ['not_found'],
  }),
  keys: endpoint({
    method: 'GET',
    path: `${eventApi}/public/ticket/keys`,
    summary: 'The public keys that check the codes on tickets, as a JSON Web Key Set',
    output: z.object({ keys: z.array(TicketKey) }),
    errors: [],
  }),
}
