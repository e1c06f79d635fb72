import * as z from 'zod/mini'
import { choice, day, localText, number, optional, schemaOf, toggle } from '../fields.ts'
import { LocalName, LocalSentence, LocalTitle, textIn } from '../local-text.ts'
import { phoneWords } from '../phone-words.ts'
import { typedNumber } from '../typed-amount.ts'
import {
  Decimal,
  Id,
  integer,
  isNoAge,
  type Language,
  lines,
  LocalDate,
  longText,
  Phone,
  singleLine,
  text,
} from '../values.ts'
import { dayWords } from '../when-words.ts'

export const MOST_QUESTIONS = 40
export const MOST_OPTIONS = 30
const MOST_OF_AN_ANSWER = 2000
const MOST_DELETE_DAYS = 3650
/** Days until answers are deleted, unless the office says otherwise. */
export const deleteDaysOf = (sensitive: boolean): number => (sensitive ? 30 : 730)

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

/** In years, both included; null for no limit. */
export const Ages = z.object({ min: z.nullable(integer()), max: z.nullable(integer()) })

export const AgeCondition = z.object({ age: Ages })

/** Asked only of those who chose one of these options of an earlier question, or who are of an age. A draft may lack both. */
export const QuestionCondition = z.union([
  z.object({ question: Id, in: z.array(OptionKey).check(z.maxLength(MOST_OPTIONS)) }),
  AgeCondition,
])
export type QuestionCondition = z.infer<typeof QuestionCondition>

/** Who reads the answers to a sensitive question, besides the chair. Trainers read those of their own teams, around the event. */
export const questionReaders = ['event_manager', 'trainer'] as const
export const QuestionReader = z.enum(questionReaders)
export type QuestionReader = z.infer<typeof QuestionReader>

/** The plain fields of a question. */
export const questionFields = {
  label: localText(LocalTitle, 120, { required: true }),
  kind: choice(QuestionKind),
  required: toggle(),
  scope: choice(QuestionScope),
  when: choice(QuestionTime),
  /** The last day for answers and changes; null until the event begins. */
  until: optional(day()),
  help: localText(LocalSentence, 300),
  /** Health, diet and the like: encrypted, read by few, deleted early. */
  sensitive: toggle(),
  /** Why a sensitive question is asked, shown beside it. */
  purpose: localText(LocalSentence, 300),
  /** Days after the event until its answers are deleted. */
  deleteDays: number(),
}

export const QuestionOption = z.object({ key: OptionKey, label: LocalName })

/** A question of an event. A later one may depend on it by its id. */
export const Question = z.object({
  id: Id,
  ...schemaOf(questionFields).shape,
  /** Of a choice; answers name their keys, so that a renamed option keeps its answers. */
  options: z.array(QuestionOption).check(z.maxLength(MOST_OPTIONS)),
  /** Null asks people of every category. */
  categories: z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(20))),
  condition: z.nullable(QuestionCondition),
  readers: z.array(QuestionReader).check(z.maxLength(2)),
})
export type Question = z.infer<typeof Question>

/** An option's key, several keys, yes or no, a number, a day, or text. */
export const AnswerValue = z.union([
  z.boolean(),
  Decimal,
  longText(MOST_OF_AN_ANSWER),
  z.array(OptionKey).check(z.maxLength(MOST_OPTIONS)),
])
export type AnswerValue = z.infer<typeof AnswerValue>
/** By the id of the question. */
export type Answers = Readonly<Record<string, AnswerValue>>

/** Not noted by the office, nor asked at the door. */
export const isForGuests = ({ scope, when }: Question): boolean => scope !== 'office' && when !== 'door'

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

/** An answer as it is sent: longer than it may be, so that its question says why it is refused. */
const GivenAnswer = z.nullable(z.union([z.boolean(), Decimal, text(20_000), z.array(text(40)).check(z.maxLength(100))]))
/** By the id of the question; null takes an answer back. */
export const GivenAnswers = z.record(Id, GivenAnswer)
export type GivenAnswers = z.infer<typeof GivenAnswers>

export const answerProblems = ['missing', 'invalid', 'too_long', 'option_gone', 'too_late'] as const
export type AnswerProblem = (typeof answerProblems)[number]

/** An answer as it is kept, or why it does not fit its question. */
export function readAnswer(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  answer: AnswerValue,
): { readonly value: AnswerValue } | { readonly problem: AnswerProblem } {
  const offered = (key: unknown) => options.some((option) => option.key === key)
  const read = (schema: z.ZodMiniType<string>) => {
    const { data } = schema.safeParse(answer)
    return data === undefined ? { problem: 'invalid' as const } : { value: data }
  }
  switch (kind) {
    case 'yes_no':
      return typeof answer === 'boolean' ? { value: answer } : { problem: 'invalid' }
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer) && Math.abs(answer) <= 1e12
        ? { value: answer }
        : { problem: 'invalid' }
    case 'several':
      if (!Array.isArray(answer)) return { problem: 'invalid' }
      return answer.every(offered) ? { value: [...new Set(answer)] } : { problem: 'option_gone' }
    case 'choice':
      if (typeof answer !== 'string') return { problem: 'invalid' }
      return offered(answer) ? { value: answer } : { problem: 'option_gone' }
    case 'date':
      return read(LocalDate)
    case 'phone':
      return read(Phone)
    case 'text':
    case 'long_text':
      if (typeof answer !== 'string') return { problem: 'invalid' }
      if (answer.length > mostOf(kind)) return { problem: 'too_long' }
      return read(kind === 'text' ? singleLine(mostOf(kind)) : lines(mostOf(kind)))
  }
}

/** The most letters of an answer. */
export const mostOf = (kind: QuestionKind): number => (kind === 'long_text' ? MOST_OF_AN_ANSWER : 200)

/** Why an answer does not fit its question; null if it does, or is blank. */
export function answerProblem(question: Pick<Question, 'kind' | 'options'>, answer: AnswerValue): AnswerProblem | null {
  const read = isBlank(answer) ? null : readAnswer(question, answer)
  return read && 'problem' in read ? read.problem : null
}

/** Whether an answer can still be given or changed: until its last day, and until the event begins. */
export const isOpenQuestion = (
  { until }: Pick<Question, 'until'>,
  { today, begun }: { readonly today: string; readonly begun: boolean },
): boolean => !begun && (until === null || today <= until)

/** An answer as people write it: of a choice the options' labels. */
export function answerText(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  value: AnswerValue,
  language: Language,
  { yes, no }: { readonly yes: string; readonly no: string },
): string {
  if (typeof value === 'boolean') return value ? yes : no
  // A year or a number on a sail has no separators.
  if (typeof value === 'number') return typedNumber(value, language)
  const label = (key: string) => {
    const option = options.find((one) => one.key === key)
    return option ? textIn(option.label, language) : key
  }
  if (Array.isArray(value)) return value.map(label).join(', ')
  if (kind === 'date' && LocalDate.safeParse(value).success) return dayWords(value, language)
  return kind === 'phone' ? phoneWords(value) : label(value)
}

/** Faults of an event's questions, in the order in which they are looked for. */
export const questionProblemNames = [
  'question_label_missing',
  'question_options_missing',
  'question_option_twice',
  'question_purpose_missing',
  'question_until_missing',
  'question_condition_missing',
  'question_condition_not_before',
  'question_condition_without_options',
  'question_condition_option_gone',
  'question_condition_sensitive',
  'question_age_of_an_order',
  'question_required_of_office',
  'question_sensitive_not_of_guests',
  'question_delete_days_out_of_range',
] as const
export type QuestionProblem = (typeof questionProblemNames)[number] | 'age_out_of_range' | 'ages_reversed'

/** Why people cannot be asked yet, by the index of the question and its field. */
export function questionProblems(
  questions: readonly Question[],
): { index: number; field: keyof Question; problem: QuestionProblem }[] {
  return questions.flatMap((question, index) => {
    const { scope, kind, label, options, required, condition, when, until, sensitive, purpose, deleteDays } = question
    const found: [keyof Question, QuestionProblem | false][] = [
      ['label', label.da.trim() === '' && 'question_label_missing'],
      ['options', isChosen(kind) && options.length < 2 && 'question_options_missing'],
      ['options', new Set(options.map(({ key }) => key)).size < options.length && 'question_option_twice'],
      ['purpose', sensitive && purpose.da.trim() === '' && 'question_purpose_missing'],
      ['until', when === 'later' && until === null && 'question_until_missing'],
      ['deleteDays', (deleteDays < 1 || deleteDays > MOST_DELETE_DAYS) && 'question_delete_days_out_of_range'],
      ['required', scope === 'office' && required && 'question_required_of_office'],
      ['sensitive', sensitive && (scope === 'office' || when === 'door') && 'question_sensitive_not_of_guests'],
      ['condition', condition !== null && conditionProblem(condition, question, questions.slice(0, index))],
    ]
    return found.flatMap(([field, problem]) => (problem ? [{ index, field, problem }] : []))
  })
}

const isChosen = (kind: QuestionKind) => kind === 'choice' || kind === 'several'

function ageProblem({ age: { min, max } }: z.infer<typeof AgeCondition>): QuestionProblem | false {
  if (min === null && max === null) return 'question_condition_missing'
  if ([min, max].some((age) => age !== null && isNoAge(age))) return 'age_out_of_range'
  return min !== null && max !== null && min > max && 'ages_reversed'
}

/** A condition may depend only on an earlier question that is asked of the same, so that none waits for itself. */
function conditionProblem(
  condition: QuestionCondition,
  { scope, sensitive, readers, when }: Question,
  before: readonly Question[],
): QuestionProblem | false {
  if ('age' in condition) return scope === 'order' ? 'question_age_of_an_order' : ageProblem(condition)
  const other = before.find(({ id }) => id === condition.question)
  if (!other || (other.scope === 'order') !== (scope === 'order')) return 'question_condition_not_before'
  // Being asked, or an answer that is missing, would tell others what was answered.
  if (
    other.sensitive &&
    !(sensitive && when === other.when && readers.every((reader) => other.readers.includes(reader)))
  )
    return 'question_condition_sensitive'
  if (condition.in.length === 0) return 'question_condition_missing'
  if (other.kind === 'yes_no')
    return condition.in.every((key) => key === 'true' || key === 'false') ? false : 'question_condition_option_gone'
  if (!isChosen(other.kind)) return 'question_condition_without_options'
  return condition.in.every((key) => other.options.some((option) => option.key === key))
    ? false
    : 'question_condition_option_gone'
}
