import * as z from 'zod/mini'
import { endpoint, eventApi, orgApi } from '../endpoint.ts'
import { LocalText } from '../local-text.ts'
import { Id, integer, Language, Moment, Money, text } from '../values.ts'
import { KeepOrRefund } from './move.ts'
import { Ticket } from './tickets.ts'

/** The question behind a link of a mail: the moved event, and each ticket that its receiver answers for. */
export const MoveQuestion = z.object({
  orgKey: text(),
  eventId: Id,
  club: text(),
  /** Of the texts. */
  language: Language,
  title: text(),
  /** When and where it was, and is now, in words. */
  was: text(500),
  is: text(500),
  /** The club's words. */
  text: text(5000),
  until: Moment,
  isOver: z.boolean(),
  tickets: z
    .array(z.object({ entryId: Id, name: text(), category: text(), amount: Money, answer: z.nullable(KeepOrRefund) }))
    .check(z.maxLength(200)),
})
export type MoveQuestion = z.infer<typeof MoveQuestion>

/** The answers to an event's last move, for its office. */
export const MoveAnswers = z.object({
  texts: z.nullable(LocalText),
  at: Moment,
  /** Null: guests were notified, and not asked. */
  until: z.nullable(Moment),
  counts: z.object({ keep: integer(0), refund: integer(0), none: integer(0) }),
  /** The first 500 by name; those without an answer first. */
  people: z
    .array(z.object({ entryId: Id, name: text(), buyer: text(), answer: z.nullable(KeepOrRefund) }))
    .check(z.maxLength(500)),
})
export type MoveAnswers = z.infer<typeof MoveAnswers>

const linked = { token: text(400) }
const refusals = ['move_answer_late', 'move_answered'] as const

export const moveAnswers = {
  show: endpoint({
    method: 'GET',
    path: `${eventApi}/moved`,
    summary: "A moved event and the tickets for which the holder of a mail's link answers; changes nothing",
    query: z.object(linked),
    output: MoveQuestion,
    errors: ['move_link_invalid'],
  }),
  answer: endpoint({
    method: 'POST',
    path: `${eventApi}/moved`,
    summary: "Keeps or refunds a ticket of a moved event by a mail's link. The money goes to the card that paid",
    body: z.object({ ...linked, entryId: Id, answer: KeepOrRefund }),
    output: MoveQuestion,
    errors: ['move_link_invalid', 'not_found', 'line_refunded', 'order_not_paid', ...refusals],
  }),
  ofTicket: endpoint({
    method: 'POST',
    path: `${eventApi}/ticket/{entryId}/moved`,
    summary: 'Keeps or refunds a ticket of a moved event, for its buyer; a free one also for its holder',
    params: z.object({ entryId: Id }),
    body: z.object({ answer: KeepOrRefund }),
    output: Ticket,
    errors: ['not_found', 'line_refunded', 'order_not_paid', ...refusals],
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: `${orgApi}/org/{orgId}/office/event/item/{eventId}/moved`,
    summary: 'Who keeps their ticket after the last move of an event, who was refunded, and who has not answered',
    params: z.object({ orgId: Id, eventId: Id }),
    output: MoveAnswers,
    errors: ['organisation_not_found', 'event_not_found', 'not_found'],
  }),
}
