import * as z from 'zod/mini'
import { LocalName, LocalParagraphs, LocalSentence, LocalTitle } from '../local-text.ts'
import { Id, Ids, integer, LocalDate, longText, Phone, singleLine, text } from '../values.ts'

export const MOST_QUESTIONS = 40
export const MOST_OPTIONS = 30
export const MOST_OF_AN_ANSWER = 2000

/** Asked of each person, once for an order, or noted by the office about a person. */
export const QuestionScope = z.enum(['person', 'order', 'office'])
export type QuestionScope = z.infer<typeof QuestionScope>

export const questionKinds = ['text', 'long_text', 'choice', 'several', 'yes_no', 'number', 'date', 'phone'] as const
export const QuestionKind = z.enum(questionKinds)
export type QuestionKind = z.infer<typeof QuestionKind>

/** With the registration, afterwards until a day, or at the door. */
export const QuestionTime = z.enum(['registration', 'later', 'door'])
export type QuestionTime = z.infer<typeof QuestionTime>

const OptionKey = text(40).check(z.minLength(1))

/** Asked only of those who chose one of these options of an earlier question, or who are of an age. */
export const QuestionCondition = z.union([
  z.object({ question: Id, in: z.array(OptionKey).check(z.minLength(1), z.maxLength(MOST_OPTIONS)) }),
  z.object({ age: z.object({ min: z.nullable(integer(0, 150)), max: z.nullable(integer(0, 150)) }) }),
])
export type QuestionCondition = z.infer<typeof QuestionCondition>

/** Who may read a sensitive answer, besides the office's people with that right. */
export const QuestionReader = z.enum(['trainer', 'door'])

/** A question of an event. A later one may depend on it by its id. */
export const Question = z.object({
  id: Id,
  scope: QuestionScope,
  kind: QuestionKind,
  label: LocalTitle,
  help: LocalSentence,
  /** Of a choice; answers name their keys, so that a renamed option keeps its answers. */
  options: z.array(z.object({ key: OptionKey, label: LocalName })).check(z.maxLength(MOST_OPTIONS)),
  required: z.boolean(),
  /** Null asks people of every category. */
  categories: z.nullable(Ids),
  condition: z.nullable(QuestionCondition),
  when: QuestionTime,
  /** The last day for answers and changes; null until the event begins. */
  until: z.nullable(LocalDate),
  /** Health, diet and the like: encrypted, read by few, deleted early. */
  sensitive: z.boolean(),
  /** Why a sensitive question is asked, shown beside it. */
  purpose: LocalParagraphs,
  /** Days after the event until its answers are deleted. */
  deleteDays: integer(1, 3650),
  readers: z.array(QuestionReader).check(z.maxLength(2)),
})
export type Question = z.infer<typeof Question>

/** An option's key, several keys, yes or no, a number, a day, or text. */
export const AnswerValue = z.union([
  z.boolean(),
  z.number(),
  longText(MOST_OF_AN_ANSWER),
  z.array(OptionKey).check(z.maxLength(MOST_OPTIONS)),
])
export type AnswerValue = z.infer<typeof AnswerValue>
/** By the id of the question. */
export type Answers = Readonly<Record<string, AnswerValue>>

/** Of whom is asked. */
export interface AskedPerson {
  /** In years on the event's first day; null without a birth date. */
  readonly age: number | null
  readonly categoryId: string
}

/**
 * The questions that concern somebody with these answers, in order. A condition counts only while the question it depends on is asked itself.
 * @param person null for the questions of an order
 */
export function askedQuestions(
  questions: readonly Question[],
  person: AskedPerson | null,
  answers: Answers,
): Question[] {
  const asked = new Set<string>()
  return questions.filter((question) => {
    const { scope, categories, condition } = question
    if ((scope === 'order') !== (person === null)) return false
    if (person && categories && !categories.includes(person.categoryId)) return false
    if (condition && !isMet(condition, person, asked, answers)) return false
    asked.add(question.id)
    return true
  })
}

function isMet(
  condition: QuestionCondition,
  person: AskedPerson | null,
  asked: ReadonlySet<string>,
  answers: Answers,
): boolean {
  if ('age' in condition) {
    const { min, max } = condition.age
    const age = person?.age ?? null
    return age !== null && age >= (min ?? 0) && age <= (max ?? Infinity)
  }
  if (!asked.has(condition.question)) return false
  return keysOf(answers[condition.question]).some((key) => condition.in.includes(key))
}

/** The options that an answer chose; a yes or no counts as one. */
const keysOf = (answer: AnswerValue | undefined): readonly string[] =>
  answer === undefined ? [] : Array.isArray(answer) ? answer : [String(answer)]

/** Answers to questions that are asked: one to a question that is hidden by now is dropped. */
export const answersOf = (asked: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(asked.flatMap(({ id }) => (answers[id] === undefined ? [] : [[id, answers[id]]])))

/** Required questions without an answer, that should be answered by then. */
export const missingAnswers = (
  asked: readonly Question[],
  answers: Answers,
  when: readonly QuestionTime[],
): Question[] => asked.filter(({ id, required, when: one }) => required && when.includes(one) && isBlank(answers[id]))

export const isBlank = (answer: AnswerValue | undefined): boolean =>
  answer === undefined || (typeof answer === 'string' ? answer.trim() === '' : Array.isArray(answer) && !answer.length)

export type AnswerProblem = 'invalid' | 'too_long' | 'option_gone'

/** Why an answer does not fit its question; null if it does, or is blank. */
export function answerProblem({ kind, options }: Question, answer: AnswerValue): AnswerProblem | null {
  if (isBlank(answer)) return null
  const offered = (key: unknown) => options.some((option) => option.key === key)
  switch (kind) {
    case 'yes_no':
      return typeof answer === 'boolean' ? null : 'invalid'
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer) && Math.abs(answer) <= 1e12 ? null : 'invalid'
    case 'several':
      return !Array.isArray(answer) ? 'invalid' : answer.every(offered) ? null : 'option_gone'
    case 'choice':
      return typeof answer !== 'string' ? 'invalid' : offered(answer) ? null : 'option_gone'
    case 'date':
      return LocalDate.safeParse(answer).success ? null : 'invalid'
    case 'phone':
      return Phone.safeParse(answer).success ? null : 'invalid'
    case 'text':
    case 'long_text': {
      if (typeof answer !== 'string') return 'invalid'
      const schema = kind === 'text' ? singleLine(200) : longText(MOST_OF_AN_ANSWER)
      return schema.safeParse(answer).success ? null : 'too_long'
    }
  }
}

export type QuestionProblem =
  | 'label_missing'
  | 'options_missing'
  | 'option_twice'
  | 'purpose_missing'
  | 'until_missing'
  | 'condition_not_before'
  | 'condition_no_options'
  | 'condition_option_gone'
  | 'age_of_an_order'
  | 'required_of_office'

/** What an office must still mend before people are asked, by the index of the question and its field. */
export function questionProblems(
  questions: readonly Question[],
): { index: number; field: keyof Question; problem: QuestionProblem }[] {
  return questions.flatMap((question, index) => {
    const { scope, kind, label, options, required, condition, when, until, sensitive, purpose } = question
    const found: [keyof Question, QuestionProblem | false][] = [
      ['label', label.da.trim() === '' && 'label_missing'],
      ['options', isChosen(kind) && options.length < 2 && 'options_missing'],
      ['options', new Set(options.map(({ key }) => key)).size < options.length && 'option_twice'],
      ['purpose', sensitive && purpose.da.trim() === '' && 'purpose_missing'],
      ['until', when === 'later' && until === null && 'until_missing'],
      ['required', scope === 'office' && required && 'required_of_office'],
      ['condition', condition !== null && conditionProblem(condition, scope, questions.slice(0, index))],
    ]
    return found.flatMap(([field, problem]) => (problem ? [{ index, field, problem }] : []))
  })
}

const isChosen = (kind: QuestionKind) => kind === 'choice' || kind === 'several'

/** A condition may depend only on an earlier question that is asked of the same, so that none waits for itself. */
function conditionProblem(
  condition: QuestionCondition,
  scope: QuestionScope,
  before: readonly Question[],
): QuestionProblem | false {
  if ('age' in condition) return scope === 'order' && 'age_of_an_order'
  const other = before.find(({ id }) => id === condition.question)
  if (!other || (other.scope === 'order') !== (scope === 'order')) return 'condition_not_before'
  if (other.kind === 'yes_no')
    return condition.in.every((key) => key === 'true' || key === 'false') ? false : 'condition_option_gone'
  if (!isChosen(other.kind)) return 'condition_no_options'
  return condition.in.every((key) => other.options.some((option) => option.key === key))
    ? false
    : 'condition_option_gone'
}
