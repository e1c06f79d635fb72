import { useState } from 'react'
import type { OfficeAnswers } from '#contract/events/registrations.ts'
import {
  type AnswerProblem,
  answerProblem,
  type Answers,
  type AnswerValue,
  askedQuestions,
  isBlank,
  missingAnswers,
  type Question,
  type QuestionTime,
} from '#contract/events/questions.ts'
import { ApiProblem } from '#web/api/client.ts'
import { anyNumber, readNumber } from '#web/ui/words/typed-amount.ts'

export type AnswerProblems = Readonly<Record<string, AnswerProblem>>

/** Answers as they are sent: a number is typed as text, and blank ones are left out. */
export const sentAnswers = (questions: readonly Question[], typed: Answers): Record<string, AnswerValue> =>
  Object.fromEntries(
    questions.flatMap(({ id, kind }) => {
      const value = typed[id]
      if (value === undefined || isBlank(value)) return []
      const read = kind === 'number' && typeof value === 'string' ? readNumber(value, anyNumber) : null
      return [[id, read?.kind === 'read' ? read.value : value]]
    }),
  )

/** Problems of answers to questions that are asked, by the question. @param required the times whose required ones cannot wait */
export const problemsIn = (
  asked: readonly Question[],
  sent: Answers,
  required: readonly QuestionTime[],
): Record<string, AnswerProblem> =>
  Object.fromEntries([
    ...missingAnswers(asked, sent, required).map(({ id }) => [id, 'missing'] as const),
    ...asked.flatMap((question) => {
      const problem = sent[question.id] === undefined ? null : answerProblem(question, sent[question.id]!)
      return problem ? [[question.id, problem] as const] : []
    }),
  ])

/** Answers to the questions of a ticket, typed over those that are kept. @param required the times whose required ones cannot wait */
export function useTypedAnswers(loaded: OfficeAnswers | undefined, required: readonly QuestionTime[]) {
  const [typed, setTyped] = useState<Answers>({})
  const { questions = [], answers = {} } = loaded ?? {}
  const all = { ...answers, ...typed }
  const sent = sentAnswers(questions, all)
  const asked = loaded ? [...askedQuestions(questions, loaded, sent), ...askedQuestions(questions, null, sent)] : []
  const changed = asked.filter(({ id }) => typed[id] !== undefined)
  return {
    all,
    sent,
    asked,
    isChanged: changed.length > 0,
    problems: problemsIn(changed, sent, required),
    given: Object.fromEntries(changed.map(({ id }) => [id, isBlank(typed[id]) ? null : (sent[id] ?? null)])),
    type: (next: Answers) =>
      setTyped(Object.fromEntries(Object.entries(next).filter(([id, value]) => value !== answers[id]))),
    /** Later changes stay. */
    forget: () =>
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([id, value]) => value !== typed[id]))),
  }
}

/** Answers that the server refused, by the path of its answers: `answers`, or that of a line. */
export const refusedAnswers = (error: Error | null, path: string): AnswerProblems =>
  error instanceof ApiProblem && error.code === 'answers_invalid'
    ? Object.fromEntries(
        error.errors
          .filter((one) => one.path.startsWith(`${path}.`))
          .map((one) => [one.path.slice(path.length + 1), one.message as AnswerProblem]),
      )
    : {}
