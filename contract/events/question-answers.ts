import * as z from 'zod/mini'
import { endpoint, eventApi } from '../endpoint.ts'
import { Id, integer } from '../values.ts'
import { AnswerValue, GivenAnswers, MOST_QUESTIONS, Question } from './questions.ts'

const Questions = z.array(Question).check(z.maxLength(MOST_QUESTIONS))
/** By the id of the question. */
export const AnswersById = z.record(Id, AnswerValue)

/** Of whom an event asks, with what decides what it asks of them. A relative's age is one of which the same is asked; null on their ticket. */
const Asked = { memberId: Id, age: z.nullable(integer()) }

/** The questions of an event with a registration. */
export const RegistrationQuestions = z.object({
  questions: Questions,
  /** `last`: what the person answered at another event of the club, for the same question. */
  people: z.array(z.object({ ...Asked, last: AnswersById })).check(z.maxLength(200)),
})
export type RegistrationQuestions = z.infer<typeof RegistrationQuestions>

/** Questions and answers of a ticket that the caller may see. Those to a relative's are the relative's own. */
export const TicketAnswers = z.object({
  ...Asked,
  categoryId: Id,
  /** In their order, asked or not: a condition may come to hold. */
  questions: Questions,
  answers: AnswersById,
  /** The questions that can be answered no longer. */
  closed: z.array(Id).check(z.maxLength(MOST_QUESTIONS)),
})
export type TicketAnswers = z.infer<typeof TicketAnswers>

/** Answers by their questions; those that are not named stay. */
export const SavedAnswers = z.object({ answers: GivenAnswers })

const ofTicket = z.object({ entryId: Id })

export const questionAnswers = {
  toAsk: endpoint({
    method: 'GET',
    path: `${eventApi}/eve/{eventId}/questions`,
    summary: 'What an event asks with a registration, and what each of the family answered last time',
    params: z.object({ eventId: Id }),
    output: RegistrationQuestions,
    errors: ['event_not_found', 'event_not_public', 'event_called_off'],
  }),
  ofTicket: endpoint({
    method: 'GET',
    path: `${eventApi}/ticket/{entryId}/answers`,
    summary: "A ticket's questions and answers",
    params: ofTicket,
    output: TicketAnswers,
    errors: ['not_found'],
  }),
  save: endpoint({
    method: 'POST',
    path: `${eventApi}/ticket/{entryId}/answers`,
    summary: "Gives or changes answers of a ticket until each question's last day; those that are not named stay",
    params: ofTicket,
    body: SavedAnswers,
    output: TicketAnswers,
    errors: ['not_found', 'answers_invalid'],
  }),
}
