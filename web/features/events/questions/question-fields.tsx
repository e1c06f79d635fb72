import { Checkbox, Group, Stack, Text } from '@mantine/core'
import {
  type AnswerProblem,
  type Answers,
  type AnswerValue,
  mostOf,
  type Question,
} from '#contract/events/questions.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-field.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { anyNumber, typedNumber } from '#web/ui/words/typed-amount.ts'
import { langIn, Local, readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'
import type { AnswerProblems } from './typed-answers.ts'

interface Props {
  readonly questions: readonly Question[]
  /** As they are typed. */
  readonly answers: Answers
  readonly problems?: AnswerProblems | undefined
  /** Those that can be changed no longer. */
  readonly closed?: readonly string[] | undefined
  readonly onChange: (answers: Answers) => void
}

/** Questions of an event in their order, each with its field. */
export const QuestionFields = ({ questions, answers, problems = {}, closed = [], onChange }: Props) => (
  <Stack gap="md">
    {questions.map((question) => (
      <QuestionField
        key={question.id}
        question={question}
        value={answers[question.id]}
        problem={problems[question.id]}
        closed={closed.includes(question.id)}
        onChange={(value) => onChange({ ...answers, [question.id]: value })}
      />
    ))}
  </Stack>
)

interface FieldProps {
  readonly question: Question
  readonly value: AnswerValue | undefined
  readonly problem: AnswerProblem | undefined
  readonly closed: boolean
  readonly onChange: (value: AnswerValue) => void
}

function QuestionField({ question, value, problem, closed, onChange }: FieldProps) {
  const { kind, label, options, required } = question
  const limit = mostOf(kind)
  const field = {
    label: <Local text={label} />,
    description: <Explained question={question} closed={closed} />,
    error: problem && problemWords(problem, limit),
    required,
    disabled: closed,
  }
  const text = typeof value === 'number' ? typedNumber(value) : typeof value === 'string' ? value : ''
  const typed = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (kind) {
    case 'long_text':
      return <Textarea {...field} {...typed} limit={limit} autosize minRows={2} maxRows={8} />
    case 'text':
      return <TextInput {...field} {...typed} limit={limit} />
    case 'phone':
      return <TextInput {...field} {...typed} type="tel" autoComplete="off" />
    case 'date':
      return <TextInput {...field} {...typed} type="date" />
    case 'number':
      return <NumberField {...field} {...anyNumber} value={text} onChange={onChange} />
    case 'choice':
      return (
        <ChoiceField
          {...field}
          {...typed}
          data={[
            { value: '', label: m.answer_choose() },
            ...options.map((option) => ({ value: option.key, label: readersText(option.label) })),
            ...gone(options, text ? [text] : []),
          ]}
        />
      )
    case 'yes_no':
      return (
        <ChoiceField
          {...field}
          value={typeof value === 'boolean' ? String(value) : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? '' : currentTarget.value === 'true')}
          data={[
            { value: '', label: m.answer_choose() },
            { value: 'true', label: m.field_yes() },
            { value: 'false', label: m.field_no() },
          ]}
        />
      )
    case 'several':
      return (
        <Checkbox.Group {...field} value={Array.isArray(value) ? value : []} onChange={onChange}>
          <Group gap="8px 20px" mt={6}>
            {options.map((option) => (
              <Checkbox
                key={option.key}
                value={option.key}
                disabled={closed}
                aria-invalid={problem !== undefined}
                label={<Local text={option.label} />}
              />
            ))}
          </Group>
        </Checkbox.Group>
      )
  }
}

/** A chosen option that the club has removed stays visible until another is chosen. */
const gone = (options: Question['options'], chosen: readonly string[]) =>
  chosen
    .filter((key) => !options.some((option) => option.key === key))
    .map((key) => ({ value: key, label: m.answer_option_gone_label() }))

function Explained({ question, closed }: { readonly question: Question; readonly closed: boolean }) {
  const { help, purpose, sensitive, readers, deleteDays, until } = question
  return (
    <>
      {readersText(help) && <span lang={langIn(help)}>{readersText(help)} </span>}
      {sensitive && (
        <Text span inherit>
          {m.answer_sensitive_why()} <span lang={langIn(purpose)}>{asSentence(readersText(purpose))}</span>{' '}
          {m.answer_sensitive_readers({ readers: readerWords(readers) })}{' '}
          {m.answer_sensitive_deleted({ days: deleteDays })}{' '}
        </Text>
      )}
      {closed ? m.answer_closed() : until && m.answer_until({ day: formatDate(until) })}
    </>
  )
}

const readerWords = (readers: Question['readers']): string =>
  formatList([
    m.answer_reader_chair(),
    ...(readers.includes('event_manager') ? [m.answer_reader_event_manager()] : []),
    ...(readers.includes('trainer') ? [m.answer_reader_trainer()] : []),
  ])

function problemWords(problem: AnswerProblem, max: number): string {
  const sentences: Record<AnswerProblem, () => string> = {
    missing: m.field_required,
    invalid: m.field_invalid,
    too_long: () => m.field_too_long({ max }),
    option_gone: m.answer_option_gone,
    too_late: m.answer_closed,
  }
  return sentences[problem]()
}

/** A club may leave out the full stop. */
const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
