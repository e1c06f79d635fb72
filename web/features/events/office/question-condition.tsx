import { Checkbox, Group, SimpleGrid, Stack } from '@mantine/core'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { m } from '#words/messages.js'
import { hasOptions, type QuestionValues } from './question-values.ts'
import { inReadersLanguage, questionName } from './question-words.ts'

interface Props {
  readonly questions: readonly QuestionValues[]
  readonly at: number
  readonly error: string | undefined
  readonly path: string
  readonly set: (next: Partial<QuestionValues>) => void
}

/** Whatever depends on a sensitive question is protected like it, and asked with it. */
const protectionOf = (other: QuestionValues | undefined): Partial<QuestionValues> => {
  if (!other?.sensitive) return {}
  const { sensitive, readers, purposeDa, purposeEn, deleteDays, when, until } = other
  return { sensitive, readers, purposeDa, purposeEn, deleteDays, when, until }
}

const ageLabels = { minAge: m.question_min_age, maxAge: m.question_max_age }

/** Whom a question asks by an earlier answer or by their age. */
export function Condition({ questions, at, error, path, set }: Props) {
  const question = questions[at]!
  const isOfOrder = question.scope === 'order'
  // The chosen one also when it was moved below, so that the list says what is wrong.
  const others = questions.filter(
    (one, place) =>
      (one.id === question.dependsOn || (place < at && (one.scope === 'order') === isOfOrder)) &&
      (hasOptions(one) || one.kind === 'yes_no'),
  )
  const other = others.find(({ id }) => id === question.dependsOn)
  return (
    <Stack gap="xs">
      <ChoiceField
        size="sm"
        label={m.question_condition()}
        error={error}
        data-path={`${path}.condition`}
        data={[
          { value: '', label: m.question_condition_none() },
          ...(isOfOrder ? [] : [{ value: 'age', label: m.question_condition_age() }]),
          ...others.map((one) => ({ value: one.id, label: m.question_condition_answer({ name: questionName(one) }) })),
        ]}
        value={question.dependsOn}
        onChange={({ currentTarget: { value } }) =>
          set({ dependsOn: value, chosen: [], ...protectionOf(others.find(({ id }) => id === value)) })
        }
      />
      {question.dependsOn === 'age' && (
        <SimpleGrid cols={2} spacing="sm">
          {(['minAge', 'maxAge'] as const).map((name) => (
            <NumberField
              key={name}
              size="sm"
              label={ageLabels[name]()}
              value={question[name]}
              onChange={(age) => set({ [name]: age })}
            />
          ))}
        </SimpleGrid>
      )}
      {other && (
        <Ticks
          label={m.question_condition_answer({ name: questionName(other) })}
          data={
            other.kind === 'yes_no'
              ? [
                  { value: 'true', label: m.field_yes() },
                  { value: 'false', label: m.field_no() },
                ]
              : other.options.map(({ key, da, en }) => ({ value: key, label: inReadersLanguage(da, en) }))
          }
          value={question.chosen}
          onChange={(chosen) => set({ chosen })}
        />
      )}
    </Stack>
  )
}

interface TicksProps {
  readonly label: string
  readonly description?: string
  readonly error?: string | undefined
  readonly path?: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

/** Any of several, each ticked. */
export const Ticks = ({ path, data, value, ...field }: TicksProps) => (
  <Checkbox.Group {...field} data-path={path} value={[...value]}>
    <Group gap="6px 18px" mt={6}>
      {data.map((one) => (
        <Checkbox key={one.value} value={one.value} label={one.label} />
      ))}
    </Group>
  </Checkbox.Group>
)
