import * as z from 'zod/mini'
import { endpoint, eventApi, orgApi } from '../endpoint.ts'
import { EventFacts } from './answers.ts'
import { DanishTexts } from '../local-text.ts'
import { KeepOrRefund } from './move.ts'
import { Id, integer, Language, Moment, Money, text } from '../values.ts'

/** The state of the money of a cancelled ticket. */
const TicketMoney = z.object({
  /**
   * `late`: the card provider refuses, and the club is looking into it. `pending`: the club has not decided. `kept`: nothing is refunded.
   * `by_hand`: it was paid outside the portal, and the club refunds it itself.
   */
  state: z.enum(['free', 'test', 'on_its_way', 'refunded', 'late', 'pending', 'kept', 'by_hand', 'by_hand_returned']),
  amount: Money,
  /** When it went back. */
  at: z.nullable(Moment),
  /** Why nothing is refunded. */
  reason: z.nullable(text(1000)),
})
export type TicketMoney = z.infer<typeof TicketMoney>

export const TicketStatus = z.enum(['valid', 'cancelled'])

export const Ticket = z.object({
  /** The event entry's id. */
  id: Id,
  event: EventFacts,
  memberId: Id,
  memberName: text(),
  /** Whether it is the caller's own, not a relative's or participant's. */
  isOwn: z.boolean(),
  categoryName: text(),
  danish: DanishTexts,
  /** Printed below the code for people. */
  number: text(),
  status: TicketStatus,
  /** Content of the QR code, signed so that it can be checked offline. Null when cancelled. */
  code: z.nullable(text()),
  isTest: z.boolean(),
  /** The event is over. */
  past: z.boolean(),
  boughtAt: Moment,
  /** Name of the payer; only they can read the receipt. */
  boughtBy: text(),
  hasReceipt: z.boolean(),
  /** The caller may cancel it: it was free, the event has not started, and it is theirs or they ordered it. */
  returnable: z.boolean(),
  /** For the buyer of a valid ticket that was paid: what comes back if they cancel it, until when, and why they cannot. */
  refund: z.optional(
    z.object({
      amount: Money,
      /** Null: the event has no such rule. */
      until: z.nullable(Moment),
      refusal: z.nullable(z.enum(['no_rule', 'too_late', 'used', 'test'])),
      /** It was paid to the club itself, which refunds it itself. */
      byHand: z.optional(z.boolean()),
    }),
  ),
  /** Of a moved event, for whoever answers: until when they can have the money back, and what they said. */
  moved: z.optional(
    z.object({
      until: Moment,
      isOver: z.boolean(),
      answer: z.nullable(KeepOrRefund),
      amount: Money,
      /** When and where it was, in words. */
      was: text(500),
      /** The club's words. */
      text: text(5000),
      danish: DanishTexts,
    }),
  ),
  /** The club's message to the guests of an event that it has cancelled. */
  calledOff: z.optional(z.object({ text: text(5000), danish: DanishTexts })),
  /** Of an event with questions: how many required ones are open that the caller can still answer. */
  answersMissing: z.optional(integer(0)),
  /** For a cancelled ticket. */
  cancellation: z.optional(
    z.object({
      /** `you`: who is signed in. `club`: its office, or because the event is cancelled. */
      by: z.enum(['you', 'person', 'club']),
      /** Of the person, or of the club. */
      name: text(),
      at: z.nullable(Moment),
      /** The state of the buyer's money; null for others. */
      money: z.nullable(TicketMoney),
    }),
  ),
})
export type Ticket = z.infer<typeof Ticket>

/** An Ed25519 public key as a JSON Web Key, to verify codes. */
export const TicketKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  /** The key's id in a code. */
  kid: text(),
  /** The 32 bytes in base64url. */
  x: text(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
})
export type TicketKey = z.infer<typeof TicketKey>

const language = z.object({ language: z.optional(Language) })

/** A member's ticket, as the office of the event's club sees it. */
export const OfficeTicket = z.object({
  id: Id,
  eventId: Id,
  eventName: text(),
  danish: DanishTexts,
  startDate: Moment,
  endDate: Moment,
  timeZone: text(),
  categoryName: text(),
  number: text(),
  status: TicketStatus,
  isTest: z.boolean(),
})
export type OfficeTicket = z.infer<typeof OfficeTicket>

export const TicketKeys = z.object({ keys: z.array(TicketKey) })

export const tickets = {
  ofMember: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/members/{memberId}/tickets`,
    summary: "A member's tickets to the club's events, upcoming ones first",
    params: z.object({ orgId: Id, memberId: Id }),
    output: z.array(OfficeTicket).check(z.maxLength(500)),
    errors: ['organisation_not_found', 'not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/list`,
    summary:
      "Tickets of the caller's family and those the caller bought; upcoming ones first, then past ones, newest first",
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
  cancel: endpoint({
    method: 'POST',
    path: `${eventApi}/ticket/{entryId}/give-up`,
    summary: 'Cancels a free ticket until the event starts; its place is free at once',
    params: z.object({ entryId: Id }),
    output: Ticket,
    errors: ['not_found', 'ticket_not_free', 'ticket_not_refundable', 'event_begun'],
  }),
  refund: endpoint({
    method: 'POST',
    path: `${eventApi}/ticket/{entryId}/refund`,
    summary: "Cancels a paid ticket by its event's rule: its place is free at once, and what was paid for it goes back",
    params: z.object({ entryId: Id }),
    output: Ticket,
    errors: ['not_found', 'ticket_not_refundable'],
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
    summary: 'The events that the family has tickets for, or one of them, as calendar entries',
    query: z.extend(language, { eventId: z.optional(Id) }),
    output: 'file',
    files: ['text/calendar'],
    errors: ['not_found'],
  }),
  keys: endpoint({
    method: 'GET',
    path: `${eventApi}/public/ticket/keys`,
    summary: 'The public keys that verify ticket codes, as a JSON Web Key Set',
    output: TicketKeys,
    errors: [],
  }),
}
