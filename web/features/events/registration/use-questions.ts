import { useQuery } from '@tanstack/react-query'
import type { EventDetail } from '#contract/events/answers.ts'
import { type Answers, type AskedPerson, askedQuestions, type Question } from '#contract/events/questions.ts'
import { questionsQuery } from '../questions/queries.ts'
import { problemsIn, refusedAnswers, sentAnswers } from '../questions/typed-answers.ts'
import type { Registration } from './use-registration.ts'

export type RegistrationQuestions = ReturnType<typeof useQuestions>

/** The questions to somebody, or of the order: asked now with these answers, and how many later. */
export function askedOf(questions: readonly Question[], typed: Answers, person: AskedPerson | null) {
  const sent = sentAnswers(questions, typed)
  const asked = askedQuestions(questions, person, sent)
  const now = asked.filter(({ when }) => when === 'registration')
  return { asked: now, later: asked.length - now.length, sent, problems: problemsIn(now, sent, ['registration']) }
}

/** The questions of an event to the chosen people, with their answers. Nothing is loaded for an event without questions. */
export function useQuestions(event: EventDetail, { chosen, orderAnswers }: Registration) {
  const query = useQuery({ ...questionsQuery(event.id), enabled: event.asks === true })
  const { questions = [], people = [] } = query.data ?? {}
  const places = chosen.places.map(({ memberId, category, answers = {} }) => ({
    ...askedOf(questions, answers, {
      age: people.find((one) => one.memberId === memberId)?.age ?? null,
      categoryId: event.categories.find((one) => one.category === category)?.id ?? '',
    }),
    typed: answers,
  }))
  const order = { ...askedOf(questions, orderAnswers, null), typed: orderAnswers }
  return {
    query,
    places,
    order,
    isComplete:
      (!event.asks || query.data !== undefined) &&
      [...places, order].every(({ problems }) => Object.keys(problems).length === 0),
    /** Answers of the nth place, as they are sent; the order's own go with the first. */
    sentAt: (index: number): Answers => ({ ...places[index]?.sent, ...(index === 0 && order.sent) }),
    /** Answers of a person at an earlier event, to questions that are asked and not answered. */
    lastOf: (memberId: string, { asked, typed }: { readonly asked: readonly Question[]; readonly typed: Answers }) => {
      const last = people.find((one) => one.memberId === memberId)?.last ?? {}
      return Object.fromEntries(
        asked.flatMap(({ id }) => (typed[id] === undefined && last[id] !== undefined ? [[id, last[id]]] : [])),
      )
    },
    /** Answers that the server refused at the nth place. */
    refusedAt: (error: Error | null, index: number) =>
      refusedAnswers(error, `lines.${chosen.memberships.length + index}.answers`),
  }
}
