import type { TemplateQuestion } from '#contract/events/question-templates.ts'
import { type Question, questionFields, QuestionReader, deleteDaysOf } from '#contract/events/questions.ts'
import { blankOf, readBack, readTyped, typedOf, type TypedOf } from '#web/forms/fields.tsx'
import { numberOf, numberProblem } from '#web/ui/words/typed-amount.ts'

export interface OptionValues {
  key: string
  da: string
  en: string
}

/** Typed values of a question. */
export interface QuestionValues extends TypedOf<typeof questionFields> {
  id: string
  options: OptionValues[]
  /** Empty for all. */
  categories: string[]
  /** Empty for everybody, `age`, or the id of the question it depends on. */
  dependsOn: string
  chosen: string[]
  minAge: string
  maxAge: string
  readers: string[]
}

export function questionValuesOf(question: Question): QuestionValues {
  const { id, options, categories, condition, readers } = question
  const age = condition && 'age' in condition ? condition.age : null
  const other = condition && 'question' in condition ? condition : null
  return {
    id,
    ...typedOf(questionFields, question),
    options: options.map(({ key, label: { da, en = '' } }) => ({ key, da, en })),
    categories: [...(categories ?? [])],
    dependsOn: other?.question ?? (age ? 'age' : ''),
    chosen: [...(other?.in ?? [])],
    minAge: age?.min?.toString() ?? '',
    maxAge: age?.max?.toString() ?? '',
    readers: [...readers],
  }
}

export function questionOf(values: QuestionValues): Question {
  const { id, options, categories, readers } = values
  return {
    id,
    ...readTyped(questionFields, values),
    options: hasOptions(values)
      ? options.map(({ key, da, en }) => ({ key, label: { da: da.trim(), ...(en.trim() && { en: en.trim() }) } }))
      : [],
    categories: categories.length > 0 ? categories : null,
    condition: conditionOf(values),
    readers: values.sensitive ? readers.map((one) => QuestionReader.parse(one)) : [],
  }
}

/** Ages that are not read as they are typed, as sentences. */
export const unreadAges = ({ dependsOn, minAge, maxAge }: QuestionValues): string[] =>
  dependsOn === 'age' ? [minAge, maxAge].map((age) => numberProblem(age)).filter((problem) => problem !== null) : []

export const hasOptions = ({ kind }: Pick<QuestionValues, 'kind'>): boolean => kind === 'choice' || kind === 'several'

function conditionOf({ dependsOn, chosen, minAge, maxAge }: QuestionValues): Question['condition'] {
  const age = (typed: string) => (typed.trim() === '' ? null : numberOf(typed))
  if (dependsOn === 'age') return { age: { min: age(minAge), max: age(maxAge) } }
  return dependsOn === '' ? null : { question: dependsOn, in: chosen }
}

/** A question as it comes back from the server: without what its kind does not have. What cannot be read stays as it is typed. */
export const readBackQuestion = (values: QuestionValues): QuestionValues => ({
  ...questionValuesOf(questionOf(values)),
  ...readBack(questionFields, values),
  ...(unreadAges(values).length > 0 && { minAge: values.minAge, maxAge: values.maxAge }),
})

export const newQuestion = (): QuestionValues => ({
  id: crypto.randomUUID(),
  ...blankOf(questionFields),
  kind: 'text',
  scope: 'person',
  when: 'registration',
  deleteDays: String(deleteDaysOf(false)),
  options: [],
  categories: [],
  dependsOn: '',
  chosen: [],
  minAge: '',
  maxAge: '',
  readers: [],
})

export const newOption = (): OptionValues => ({ key: crypto.randomUUID().slice(0, 8), da: '', en: '' })

/** A question as a template keeps it: without its day, its categories and its dependence on other questions. */
export function templateOf(values: QuestionValues): TemplateQuestion {
  const { id: _id, until: _until, categories: _categories, condition, ...question } = questionOf(values)
  return { ...question, condition: condition && 'age' in condition ? condition : null }
}

/** A new question as a template has it. */
export const fromTemplate = (question: TemplateQuestion): QuestionValues =>
  questionValuesOf({ ...question, id: crypto.randomUUID(), until: null, categories: null })
