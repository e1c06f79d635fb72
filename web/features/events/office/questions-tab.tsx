import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { IconAlertCircle, IconEye, IconPlus, IconTemplate } from '#web/ui/icons/index.ts'
import { MOST_QUESTIONS } from '#contract/events/questions.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { useDraggedRows } from './dragged-rows.ts'
import type { Editor } from './event-form.ts'
import { useQuestionTemplates } from './question-template-queries.ts'
import { QuestionTemplates } from './question-templates.tsx'
import { QuestionRow } from './question-row.tsx'
import { newQuestion, type QuestionValues } from './question-values.ts'
import { questionName } from './question-words.ts'
import { fieldAt, type MoveBy, moveButton, movedTo, type RowPlace, SpokenPlace, useRowFocus } from './moved-rows.tsx'

const FamilyPreview = lazy(async () => ({ default: (await import('./family-preview.tsx')).FamilyPreview }))

interface Props extends Editor {
  readonly readOnly: boolean
}

/** Questions of an event in their order. */
export function QuestionsTab({ club, form, typed, problemAt, readOnly }: Props) {
  const { questions } = typed
  const onChange = (next: QuestionValues[]) => form.setFieldValue('questions', next)
  const [choosing, choose] = useDisclosure(false)
  const [previewing, preview] = useDisclosure(false)
  const templates = useQuestionTemplates(club.id)
  const focusOn = useRowFocus()
  const [place, setPlace] = useState<RowPlace | null>(null)
  const move = (from: number, to: number) => onChange(movedTo(questions, from, to))
  const moveByKey = (at: number, by: MoveBy) => {
    focusOn(moveButton(`questions.${at + by}`, by))
    setPlace({ name: questionName(questions[at]!), at: at + by, count: questions.length })
    move(at, at + by)
  }
  const addBlank = () => {
    focusOn(fieldAt(`questions.${questions.length}.label`))
    onChange([...questions, newQuestion()])
  }
  const { list, dragOf } = useDraggedRows(questions.length, move)
  const problem = problemAt('questions')
  return (
    <Panel title={m.event_edit_tab_questions()} subtitle={m.questions_explained()}>
      <SpokenPlace place={place} />
      <Stack gap="md">
        {questions.length === 0 ? (
          <Text c="dimmed">{m.questions_none()}</Text>
        ) : (
          <fieldset role="presentation" disabled={readOnly} style={{ minInlineSize: 0 }}>
            <Stack gap="md" ref={list}>
              {questions.map((question, at) => (
                <QuestionRow
                  key={question.id}
                  questions={questions}
                  at={at}
                  categories={typed.prices.categories}
                  problemAt={problemAt}
                  drag={readOnly ? null : dragOf(at)}
                  onChange={(next) => onChange(questions.with(at, next))}
                  onMove={(by) => moveByKey(at, by)}
                  onRemove={() => onChange(questions.toSpliced(at, 1))}
                  onSaveTemplate={() => templates.save(question)}
                />
              ))}
            </Stack>
          </fieldset>
        )}
        {problem && (
          <Alert color="red" icon={<IconAlertCircle />}>
            {problem}
          </Alert>
        )}
        <Group>
          {!readOnly && (
            <>
              <Button
                variant="light"
                data-path="questions"
                leftSection={<IconPlus size={18} stroke={1.7} />}
                disabled={questions.length >= MOST_QUESTIONS}
                onClick={addBlank}
              >
                {m.question_add()}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTemplate size={18} stroke={1.7} />}
                disabled={questions.length >= MOST_QUESTIONS}
                onClick={choose.open}
              >
                {m.question_templates_add()}
              </Button>
            </>
          )}
          {questions.length > 0 && (
            <Button variant="default" leftSection={<IconEye size={18} stroke={1.7} />} onClick={preview.open}>
              {m.question_family_preview()}
            </Button>
          )}
        </Group>
      </Stack>
      {previewing && (
        <Suspense>
          <FamilyPreview questions={questions} categories={typed.prices.categories} onClose={preview.close} />
        </Suspense>
      )}
      <QuestionTemplates
        orgId={club.id}
        opened={choosing}
        onClose={choose.close}
        onAdd={(question) => {
          choose.close()
          setPlace({ name: questionName(question), at: questions.length, count: questions.length + 1 })
          onChange([...questions, question])
        }}
      />
    </Panel>
  )
}
