import { ActionIcon, Box, Button, Checkbox, Collapse, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconGripVertical, IconPlus, IconTrash } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { deleteDaysOf, MOST_OPTIONS, questionFields, questionReaders } from '#contract/events/questions.ts'
import { FieldInput, rowForm } from '#web/forms/fields.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import type { DraggedRow } from './dragged-rows.ts'
import c from './event-editor.module.css'
import type { Editor } from './event-form.ts'
import type { CategoryValues } from './event-values.ts'
import { Condition, Ticks } from './question-condition.tsx'
import { hasOptions, newOption, type OptionValues, type QuestionValues } from './question-values.ts'
import {
  inReadersLanguage,
  questionKindWords,
  questionLabels,
  questionName,
  questionReaderWords,
  questionScopeWords,
  questionSummary,
  questionTimeWords,
} from './question-words.ts'
import { fieldAt, type MoveBy, MoveButtons, useRowFocus } from './moved-rows.tsx'

interface Props {
  /** All of the event; it may depend on those above it. */
  readonly questions: readonly QuestionValues[]
  readonly at: number
  readonly categories: readonly CategoryValues[]
  readonly problemAt: Editor['problemAt']
  /** Null: the reader changes nothing. */
  readonly drag: DraggedRow | null
  readonly onChange: (question: QuestionValues) => void
  readonly onMove: (by: MoveBy) => void
  readonly onRemove: () => void
  readonly onSaveTemplate: () => void
}

/** Where a problem unfolds the settings. */
const folded = ['until', 'purpose', 'deleteDays', 'condition', 'required', 'sensitive', 'readers', 'kind', 'scope']

/** A question: its text and kind of answer, and below them whom it asks, when, and how long answers are kept. */
export function QuestionRow({
  questions,
  at,
  categories,
  problemAt,
  drag,
  onChange,
  onMove,
  onRemove,
  onSaveTemplate,
}: Props) {
  const question = questions[at]!
  const path = `questions.${at}`
  const name = questionName(question)
  const set = (next: Partial<QuestionValues>) => onChange({ ...question, ...next })
  const of = rowForm({ fields: questionFields, labels: questionLabels, path }, question, set, problemAt)
  const isRefused = folded.some((one) => problemAt(`${path}.${one}`))
  // Those who cannot press open it see it.
  const [isOpen, open] = useState(drag === null)
  const settings = `${question.id}-settings`
  return (
    <Stack
      component="fieldset"
      gap="sm"
      className={c.category ?? ''}
      data-path={path}
      data-dragged={drag?.isDragged || undefined}
      data-land={drag?.land}
      aria-label={name}
    >
      <Group justify="space-between" gap="xs" align="flex-start">
        {/* The buttons do the same for the keyboard. */}
        {drag && (
          <span className={c.grip} data-grip aria-hidden {...drag.handle}>
            <IconGripVertical size={20} stroke={1.7} />
          </span>
        )}
        <Box flex="1 1 9rem">
          <Title order={3} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {questionSummary(question)}
          </Text>
        </Box>
        <Group gap={6} wrap="nowrap">
          <MoveButtons {...{ name, at, onMove }} isLast={at === questions.length - 1} />
          <ActionIcon variant="default" onClick={onRemove} aria-label={m.event_edit_remove({ name })}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <FieldInput of={of} name="label" size="sm" />
        <FieldInput of={of} name="kind" size="sm" data={choices(questionKindWords)} />
      </SimpleGrid>
      {hasOptions(question) && (
        <Options
          name={name}
          options={question.options}
          path={path}
          error={problemAt(`${path}.options`)}
          onChange={(options) => set({ options })}
        />
      )}
      <FieldInput of={of} name="required" />
      <Group>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen || isRefused}
          aria-controls={settings}
          aria-label={m.question_settings_of({ name })}
          onClick={() => open(!isOpen)}
        >
          {m.question_settings()}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={m.question_template_save_named({ name })}
          onClick={onSaveTemplate}
        >
          {m.question_template_save()}
        </Button>
      </Group>
      <Collapse id={settings} expanded={isOpen || isRefused}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <FieldInput of={of} name="scope" size="sm" data={choices(questionScopeWords)} />
            <FieldInput of={of} name="when" size="sm" data={choices(questionTimeWords)} />
            <FieldInput of={of} name="until" size="sm" />
            <FieldInput of={of} name="help" size="sm" />
          </SimpleGrid>
          {question.scope !== 'order' && categories.length > 1 && (
            <Ticks
              label={m.question_categories()}
              description={m.question_categories_all()}
              data={categories.map(({ id, nameDa, nameEn }) => ({
                value: id,
                label: inReadersLanguage(nameDa, nameEn) || m.event_edit_category_untitled(),
              }))}
              value={question.categories}
              onChange={(chosen) => set({ categories: chosen })}
            />
          )}
          <Condition {...{ questions, at, path, set }} error={problemAt(`${path}.condition`)} />
          <Checkbox
            label={m.question_sensitive()}
            description={m.question_sensitive_hint()}
            checked={question.sensitive}
            error={problemAt(`${path}.sensitive`)}
            data-path={`${path}.sensitive`}
            onChange={({ currentTarget: { checked } }) =>
              set({ sensitive: checked, deleteDays: String(deleteDaysOf(checked)) })
            }
          />
          {question.sensitive && (
            <Ticks
              label={m.question_readers()}
              description={m.question_readers_hint()}
              error={problemAt(`${path}.readers`)}
              path={`${path}.readers`}
              data={questionReaders.map((value) => ({ value, label: questionReaderWords[value]() }))}
              value={question.readers}
              onChange={(readers) => set({ readers })}
            />
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {question.sensitive && <FieldInput of={of} name="purpose" size="sm" />}
            <FieldInput of={of} name="deleteDays" size="sm" />
          </SimpleGrid>
        </Stack>
      </Collapse>
    </Stack>
  )
}

const choices = (words: Readonly<Record<string, () => string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label() }))

interface OptionsProps {
  /** Of the question. */
  readonly name: string
  readonly options: readonly OptionValues[]
  readonly path: string
  readonly error: string | undefined
  readonly onChange: (options: OptionValues[]) => void
}

const optionLabels = { da: m.question_option_da, en: m.question_option_en }

function Options({ name, options, path, error, onChange }: OptionsProps) {
  const focusOn = useRowFocus()
  const add = () => {
    focusOn(`${fieldAt(`${path}.options`)} [data-option='${options.length}'] input`)
    onChange([...options, newOption()])
  }
  return (
    <Stack gap="xs" role="group" aria-label={m.question_options_of({ name })} data-path={`${path}.options`}>
      <Text size="sm" fw={560}>
        {m.question_options()}
      </Text>
      {options.map((option, at) => (
        <Group
          key={option.key}
          role="group"
          aria-label={m.question_option_number({ number: at + 1, name })}
          data-option={at}
          gap="xs"
          wrap="nowrap"
          align="flex-end"
        >
          <Group gap="xs" flex={1} miw={0} align="flex-end">
            {(['da', 'en'] as const).map((lang) => (
              <TextInput
                key={lang}
                flex="1 1 6rem"
                miw={0}
                size="sm"
                lang={lang}
                limit={60}
                {...{ [at === 0 ? 'label' : 'aria-label']: optionLabels[lang]() }}
                value={option[lang]}
                onChange={({ currentTarget: { value } }) => onChange(options.with(at, { ...option, [lang]: value }))}
              />
            ))}
          </Group>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={m.question_option_remove({ name: inReadersLanguage(option.da, option.en) })}
            onClick={() => onChange(options.toSpliced(at, 1))}
          >
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Group>
        <Button
          variant="light"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.7} />}
          disabled={options.length >= MOST_OPTIONS}
          onClick={add}
        >
          {m.question_option_add()}
        </Button>
      </Group>
    </Stack>
  )
}
